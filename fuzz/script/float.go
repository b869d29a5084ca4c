package script

import (
	"fmt"
	"strings"
)

// Floating point, in formats so small that all special cases occur. Terms that SMT-LIB leaves open (the minimum of
// two zeros, the conversion of a number out of range) are not generated: solvers choose differently.

const (
	tiny     = "(_ FloatingPoint 3 3)"
	small    = "(_ FloatingPoint 4 5)"
	half     = "(_ FloatingPoint 5 11)"
	modeSort = "RoundingMode"
	arrayFP  = "(Array (_ BitVec 4) (_ FloatingPoint 3 3))"
)

// formats has the numbers of bits of the sorts.
var formats = map[string][2]int{tiny: {3, 3}, small: {4, 5}, half: {5, 11}}

var floatLogics = []logic{
	{"QF_FP", []string{"Bool", tiny, tiny, modeSort, small}, false},
	{"QF_FP", []string{tiny, half, modeSort}, false},
	{"QF_BVFP", []string{"(_ BitVec 4)", "(_ BitVec 8)", small, small, modeSort}, false},
	{"QF_ABVFP", []string{"(_ BitVec 4)", tiny, arrayFP}, false},
	{"QF_FPLRA", []string{"Real", "Real", tiny, modeSort}, false},
	{"QF_UFFP", []string{tiny, modeSort, "U"}, true},
}

// mode returns a rounding mode.
func (g *gen) mode() string {
	if vs := g.vars[modeSort]; len(vs) > 0 && g.n(3) == 0 {
		return pick(g, vs)
	}
	return pick(g, strings.Fields("RNE RNE RNA RTP RTN RTZ roundNearestTiesToEven roundTowardZero"))
}

// float returns a term of a floating-point sort.
func (g *gen) float(sort string, sub func(string) string, op func(string) string) string {
	f := formats[sort]
	to := fmt.Sprintf("(_ to_fp %d %d)", f[0], f[1])
	switch k := g.n(14); {
	case k <= 1:
		return fmt.Sprintf("(%s %s)", op("fp.abs fp.neg"), sub(sort))
	case k == 2:
		return fmt.Sprintf("(fp.sqrt %s %s)", g.mode(), sub(sort))
	case k == 3:
		return fmt.Sprintf("(fp.roundToIntegral %s %s)", g.mode(), sub(sort))
	case k == 4 && sort != tiny: // z3 4.8.12 folds it wrongly for tiny
		return fmt.Sprintf("(fp.fma %s %s %s %s)", g.mode(), sub(sort), sub(sort), sub(sort))
	case k == 5:
		return fmt.Sprintf("(fp.rem %s %s)", sub(sort), sub(sort))
	case k == 6:
		return fmt.Sprintf("(%s (fp.abs %s) (fp.abs %s))", op("fp.min fp.max"), sub(sort), sub(sort))
	case k == 7:
		for _, other := range g.sorts {
			if _, is := formats[other]; is && other != sort {
				return fmt.Sprintf("(%s %s %s)", to, g.mode(), sub(other))
			}
		}
	case k == 8:
		if len(g.vars["Real"]) > 0 {
			return fmt.Sprintf("(%s %s %s)", to, g.mode(), sub("Real"))
		}
		return fmt.Sprintf("(%s %s %s)", to, g.mode(), g.real())
	case k == 9 && len(g.vars["(_ BitVec 8)"]) > 0:
		return fmt.Sprintf("(%s %s %s)", pick(g, []string{to, strings.Replace(to, "to_fp", "to_fp_unsigned", 1)}), g.mode(), sub(pick(g, []string{"(_ BitVec 4)", "(_ BitVec 8)"})))
	}
	return fmt.Sprintf("(%s %s %s %s)", op("fp.add fp.add fp.sub fp.mul fp.mul fp.div"), g.mode(), sub(sort), sub(sort))
}

// floatFormula returns a comparison of floats, or a predicate on their class.
func (g *gen) floatFormula(sort string, sub func(string) string, op func(string) string) string {
	if g.n(4) == 0 {
		return fmt.Sprintf("(%s %s)", op("fp.isNaN fp.isInfinite fp.isZero fp.isSubnormal fp.isNormal fp.isNegative fp.isPositive"), sub(sort))
	}
	return fmt.Sprintf("(%s %s %s)", op("fp.lt fp.leq fp.gt fp.geq fp.eq ="), sub(sort), sub(sort))
}

// floatBits returns a bit-vector converted from a float that is in range, or "".
func (g *gen) floatBits(sort string, sub func(string) string) string {
	for _, f := range g.sorts {
		if b, is := formats[f]; is && g.n(3) == 0 {
			width := 4
			if sort == "(_ BitVec 8)" {
				width = 8
			}
			x := sub(f)
			bound := func(s string) string { return fmt.Sprintf("((_ to_fp %d %d) RNE %s)", b[0], b[1], s) }
			low, high, to := "0.0", "3.0", "fp.to_ubv"
			if g.n(2) == 0 {
				low, to = "(- 3.0)", "fp.to_sbv"
			}
			return fmt.Sprintf("(let ((z0 %s)) (ite (and (fp.leq %s z0) (fp.leq z0 %s)) ((_ %s %d) %s z0) %s))", x, bound(low), bound(high), to, width, g.mode(), g.leaf(sort))
		}
	}
	return ""
}

// floatReal returns the value of a float, if it is a number, as a real.
func (g *gen) floatReal(sub func(string) string) string {
	return fmt.Sprintf("(let ((z1 %s)) (ite (or (fp.isNaN z1) (fp.isInfinite z1)) %s (fp.to_real z1)))", sub(tiny), g.real())
}

// floatLeaf returns a constant.
func (g *gen) floatLeaf(sort string) string {
	f := formats[sort]
	if g.n(3) == 0 {
		return fmt.Sprintf("(_ %s %d %d)", pick(g, []string{"+oo", "-oo", "+zero", "-zero", "NaN"}), f[0], f[1])
	}
	bits := func(n int) string {
		s := "#b"
		for range n {
			s += string(rune('0' + g.n(2)))
		}
		return s
	}
	return fmt.Sprintf("(fp %s %s %s)", bits(1), bits(f[0]), bits(f[1]-1))
}
