package simplex

import (
	"math/big"
	"slices"
)

// The oracle: Fourier-Motzkin elimination over big.Rat, which shares nothing with
// the simplex method.

// halfspace is Σ coef[i]·x_i <= rhs, or < if strict.
type halfspace struct {
	coef   []*big.Rat
	rhs    *big.Rat
	strict bool
}

func (h halfspace) scaled(f *big.Rat) halfspace {
	out := halfspace{rhs: new(big.Rat).Mul(h.rhs, f), strict: h.strict}
	for _, c := range h.coef {
		out.coef = append(out.coef, new(big.Rat).Mul(c, f))
	}
	return out
}

func (h halfspace) plus(g halfspace) halfspace {
	out := halfspace{rhs: new(big.Rat).Add(h.rhs, g.rhs), strict: h.strict || g.strict}
	for i := range h.coef {
		out.coef = append(out.coef, new(big.Rat).Add(h.coef[i], g.coef[i]))
	}
	return out
}

// feasible reports whether the halfspaces have a common rational point.
func feasible(hs []halfspace, vars int) bool {
	hs = slices.Clone(hs)
	for x := 0; x < vars; x++ {
		var up, low, out []halfspace
		for _, h := range hs {
			switch s := h.coef[x].Sign(); {
			case s == 0:
				out = append(out, h)
			case s > 0:
				up = append(up, h.scaled(new(big.Rat).Inv(h.coef[x])))
			default:
				low = append(low, h.scaled(new(big.Rat).Abs(new(big.Rat).Inv(h.coef[x]))))
			}
		}
		for _, u := range up {
			for _, l := range low {
				out = append(out, u.plus(l))
			}
		}
		hs = prune(out)
	}
	for _, h := range hs {
		if s := h.rhs.Sign(); s < 0 || s == 0 && h.strict {
			return false
		}
	}
	return true
}

// prune keeps of halfspaces with the same direction only the tightest.
func prune(hs []halfspace) []halfspace {
	best := map[string]int{}
	var out []halfspace
	for _, h := range hs {
		for _, c := range h.coef {
			if c.Sign() != 0 {
				h = h.scaled(new(big.Rat).Abs(new(big.Rat).Inv(c)))
				break
			}
		}
		key := ""
		for _, c := range h.coef {
			key += c.String() + ","
		}
		i, ok := best[key]
		if !ok {
			best[key] = len(out)
			out = append(out, h)
			continue
		}
		if c := h.rhs.Cmp(out[i].rhs); c < 0 || c == 0 && h.strict {
			out[i] = h
		}
	}
	return out
}
