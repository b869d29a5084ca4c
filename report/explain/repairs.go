// This file turns an engine's repairs into plain data.

package explain

import (
	"slices"

	"github.com/whet-mc/whet/refine"
)

// repairs returns the repairs as plain data, joined by line.
func repairs(list []refine.Repair) []Repair {
	var out []Repair
	for _, r := range list {
		p := Repair{Pos: r.Pos, Kind: r.Kind}
		p.Pos.Col = 0
		for _, e := range r.Bounds {
			p.Bounds = append(p.Bounds, e.Text())
		}
		i := slices.IndexFunc(out, func(q Repair) bool { return q.Pos == p.Pos && q.Kind == p.Kind })
		if i < 0 {
			out = append(out, p)
			continue
		}
		for _, b := range p.Bounds {
			if !slices.Contains(out[i].Bounds, b) {
				out[i].Bounds = append(out[i].Bounds, b)
			}
		}
	}
	return out
}
