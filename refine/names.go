package refine

import (
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/num"
)

// cellName is how people write a cell.
func cellName(a *cfa.Array, i int64) string { return interp.CellName(a, num.Of(i)) }
