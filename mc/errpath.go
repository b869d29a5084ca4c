// Concrete paths of the graph.

package mc

import (
	"errors"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// ErrPathLength is returned for a path that is longer than the given limit.
var ErrPathLength = errors.New("path is too long")

// ErrorPath returns one concrete path from the entry of Start to n, along the links by which nodes were
// first reached. nodes[0] is the start, and nodes[i+1] is the node after step i. Calls that were answered
// by a summary are unrolled, so the path can be exponentially longer than the graph. ErrorPath fails with
// ErrPathLength if the path has more than max steps.
func (x *Explorer) ErrorPath(n *Node, max int) (path cfa.Path, nodes []*Node, err error) {
	return unroll(n, max, nil)
}

// unroll builds the path backwards from n. It reaches a node m by links[m], or by m.In[0] if links has no entry for
// m.
func unroll(n *Node, max int, links map[*Node]Link) (path cfa.Path, nodes []*Node, err error) {
	var calls []Link // returns on the path whose calls have not been reached yet
	for {
		if len(path) > max {
			return nil, nil, ErrPathLength
		}
		nodes = append(nodes, n)
		if n == n.Act.Root {
			if k := len(calls); k > 0 {
				l := calls[k-1]
				calls = calls[:k-1]
				path = append(path, cfa.Step{Edge: l.Edge, Kind: cfa.Enter})
				n = l.From
				continue
			}
			if len(n.Act.Sites) == 0 {
				break
			}
			path = append(path, cfa.Step{Edge: n.Act.siteEdges[0], Kind: cfa.Enter})
			n = n.Act.Sites[0]
			continue
		}
		l, ok := links[n]
		if !ok {
			l = n.In[0]
		}
		if l.Exit == nil {
			path = append(path, cfa.Step{Edge: l.Edge})
			n = l.From
			continue
		}
		path = append(path, cfa.Step{Edge: l.Edge, Kind: cfa.Return})
		calls = append(calls, l)
		n = l.Exit
	}
	slices.Reverse(path)
	slices.Reverse(nodes)
	return path, nodes, nil
}
