package mc

import (
	"errors"
	"slices"

	"github.com/whet-mc/whet/cfa"
)

// ErrPathLength is returned for a path that is longer than asked for.
var ErrPathLength = errors.New("path is too long")

// ErrorPath unrolls one concrete path from the entry of Start to n, by how each node was reached
// first. nodes[0] is the start, nodes[i+1] the node that step i leads to. Calls that were answered
// by a summary are unrolled, so that the path can be exponentially longer than the graph is large;
// max limits its length.
func (x *Explorer) ErrorPath(n *Node, max int) (path cfa.Path, nodes []*Node, err error) {
	return unroll(n, max, nil)
}

// unroll goes backwards from n. The link by which a node was reached is links[n], or In[0].
func unroll(n *Node, max int, links map[*Node]Link) (path cfa.Path, nodes []*Node, err error) {
	var calls []Link // the returns passed, whose entry is still ahead
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
