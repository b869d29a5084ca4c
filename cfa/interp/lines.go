// Evaluation of edges over lines, the values of variables as linear functions of the rounds of loops. accelerate.go and
// nested.go use it. A comparison has one truth value for all rounds; it holds while certain lines, the needs, are not
// negative. close turns the needs of a loop into a limit on the number of its rounds.

package interp

import (
	"slices"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// line is the number at + by[0]*k0 + by[1]*k1 + ... in round k0 of a loop, round k1 of the loop inside it, and so on.
// Entries missing in by are 0. Loop i below is the loop of by[i].
type line struct {
	at num.Int
	by []num.Int
}

// flat returns the line that is always x.
func flat(x num.Int) line { return line{at: x} }

// flat reports whether the line is the same number in all rounds.
func (l line) flat() bool {
	return !slices.ContainsFunc(l.by, func(c num.Int) bool { return !c.IsZero() })
}

// slope returns what the line gains in each round of loop i.
func (l line) slope(i int) num.Int {
	if i < len(l.by) {
		return l.by[i]
	}
	return num.Int{}
}

// moving returns the line with c*k added in each round k of loop i.
func (l line) moving(i int, c num.Int) line {
	by := make([]num.Int, max(i+1, len(l.by)))
	copy(by, l.by)
	by[i] = by[i].Add(c)
	return line{l.at, by}
}

// plus returns x + c*y.
func (x line) plus(c num.Int, y line) line {
	return x.with(y, func(a, b num.Int) num.Int { return a.Add(c.Mul(b)) })
}

func (x line) add(y line) line { return x.with(y, num.Int.Add) }

func (x line) minus(y line) line { return x.with(y, num.Int.Sub) }

// with combines the coefficients of two lines by op. op(a, 0) must be a.
func (x line) with(y line, op func(a, b num.Int) num.Int) line {
	out := line{op(x.at, y.at), x.by}
	if !y.flat() {
		out.by = make([]num.Int, max(len(x.by), len(y.by)))
		for i := range out.by {
			out.by[i] = op(x.slope(i), y.slope(i))
		}
	}
	return out
}

func (x line) neg() line { return line{}.minus(x) }

func (x line) equal(y line) bool {
	for i := range max(len(x.by), len(y.by)) {
		if !x.slope(i).Equal(y.slope(i)) {
			return false
		}
	}
	return x.at.Equal(y.at)
}

// next returns the line one round of loop i later.
func (x line) next(i int) line { return line{x.at.Add(x.slope(i)), x.by} }

// after returns the number that a line over one loop is in round k.
func (x line) after(k num.Int) num.Int { return x.at.Add(x.slope(0).Mul(k)) }

// without returns the line with n substituted for the round of loop i, which must be the innermost.
func (x line) without(i int, n line) line {
	if i >= len(x.by) {
		return x
	}
	return line{x.at, x.by[:i]}.plus(x.by[i], n)
}

// never reports whether the line is never 0 because the gcd of its slopes does not divide its start.
func (x line) never() bool {
	var gcd num.Int
	for _, c := range x.by {
		gcd = num.GCD(gcd, c)
	}
	return !x.at.Rem(gcd).IsZero()
}

// steady reports whether the line is the same modulo m in all rounds.
func (x line) steady(m num.Int) bool {
	return !slices.ContainsFunc(x.by, func(c num.Int) bool { return !c.Rem(m).IsZero() })
}

// lines evaluates edges over lines.
type lines struct {
	m    *machine
	of   map[*cfa.Var]line
	fail bool // a value is not a line, or is unknown
	// the failure is an operation that cannot be accelerated; it probably occurs in all rounds
	stuck bool
	again num.Int           // not 0: so many times as many rounds as one may make a remainder constant that was none
	lost  map[*cfa.Var]bool // if not nil, variables without a line; an assignment whose value is no line adds to them

	depth int    // number of nested loops being evaluated
	needs []line // comparisons in the innermost loop keep their truth values while these are not negative

	walk walk
	lap  *lapping // not nil: a round is evaluated that may have calls and stores; of is not used then
}

// edge applies the operation of e to the lines of the variables. It sets l.fail if that is not possible.
func (l *lines) edge(e *cfa.Edge) {
	if l.m.opt.exhaustive && !alone(e.From) {
		l.fail = true // another edge might be enabled in some round
		return
	}
	switch op := e.Op.(type) {
	case cfa.Skip:
	case *cfa.Assume:
		if !op.Chosen && !l.holds(op.Cond) {
			l.fail = true // the cycle took this edge, but its condition does not hold now
		}
	case *cfa.Store:
		if !op.Arr.ForProofs() {
			l.fail, l.stuck = true, true
		}
	case *cfa.Fill:
		if !op.Arr.ForProofs() {
			l.fail, l.stuck = true, true
		}
	case *cfa.Assign:
		l.of[op.LHS] = l.eval(op.RHS)
		if l.lost == nil {
			return
		}
		l.lost[op.LHS] = l.fail
		l.fail = l.fail && !total(op.RHS)
	case *cfa.Havoc:
		if l.lost == nil || op.Def == nil || !defined(op.Def) {
			l.fail, l.stuck = true, true
			return
		}
		x, ok := l.computed(op.Def)
		l.of[op.LHS], l.lost[op.LHS] = x, l.fail
		l.fail = !ok // the variable would be an input
	default:
		l.fail, l.stuck = true, true
	}
}

// computed returns the value of d as a line. It sets l.fail if an argument changes, or if C leaves the value open. It
// returns false if d has no value.
func (l *lines) computed(d *cfa.Computed) (line, bool) {
	var args []num.Int
	for _, a := range d.Args {
		x := l.eval(a)
		l.fail = l.fail || !x.flat()
		args = append(args, x.at)
	}
	if l.fail {
		return line{}, true
	}
	r, ok := d.Op.Apply(l.m.opt.Variant, args...)
	l.fail = r.Open
	return flat(r.Val), ok
}

// defined reports whether d has a value, whatever the values of the variables in its arguments are.
func defined(d *cfa.Computed) bool {
	if d.Op.Code == fp.OpToInt || d.Op.Code == fp.OpText {
		return false
	}
	for i, a := range d.Args {
		if _, is := cfa.IsConst(a); !is && d.Op.Arg(i) == fp.Rounding || !total(a) {
			return false
		}
	}
	return true
}

// total reports whether each evaluation of e has a value, whatever the values of its variables are.
func total(e cfa.Expr) bool {
	is := true
	cfa.Walk(e, func(e cfa.Expr) {
		switch e := e.(type) {
		case *cfa.Select:
			is = false // there may be no such cell
		case *cfa.Binary:
			switch e.Op {
			case cfa.Div, cfa.Rem:
				c, ok := cfa.IsConst(e.Y)
				is = is && ok && !c.IsZero()
			case cfa.Shl, cfa.Shr:
				c, ok := cfa.IsConst(e.Y)
				is = is && ok && c.Sign() >= 0 && c.Less(num.Of(128))
			}
		}
	})
	return is
}

// failed sets l.fail and returns an arbitrary line.
func (l *lines) failed() line {
	l.fail = true
	return line{}
}

// notNegative adds x to the needs. It fails if x is negative in the first rounds, and adds nothing if x never
// decreases.
func (l *lines) notNegative(x line) {
	if x.at.Sign() < 0 {
		l.fail = true
		return
	}
	if slices.ContainsFunc(x.by, func(c num.Int) bool { return c.Sign() < 0 }) {
		l.needs = append(l.needs, x)
	}
}

// close ends the innermost loop. It returns the number of rounds for which the loop's needs hold; bounded is false if
// they hold for ever. The conditions under which this number is right become needs of the loop around it.
func (l *lines) close() (rounds line, bounded bool) {
	l.depth--
	i, needs := l.depth, l.needs
	l.needs = nil
	one := flat(num.Of(1))
	whole := true
	for _, x := range needs {
		c := x.slope(i).Neg()
		if c.Sign() <= 0 {
			continue
		}
		// x = y - c*k is not negative for k <= y/c
		n := line{x.at.Quo(c), nil}
		for j := range i {
			n = n.moving(j, x.slope(j).Quo(c))
		}
		n = n.add(one)
		if !bounded || n.at.Less(rounds.at) {
			rounds, bounded, whole = n, true, line{by: x.by[:i]}.steady(c)
		}
	}
	if !bounded {
		return rounds, false
	}
	if !whole { // the quotient is not exact, and rounding would not be a line
		l.fail = true
	}
	last := rounds.minus(one)
	l.notNegative(last)
	for _, x := range needs { // a need is least in the first or in the last round
		at := line{}
		if x.slope(i).Sign() < 0 {
			at = last
		}
		l.notNegative(x.without(i, at))
	}
	return rounds, true
}

// compare returns the truth value of a comparison in the first rounds, and adds the needs under which it stays the
// same.
func (l *lines) compare(op cfa.BinOp, x, y line) bool {
	one := flat(num.Of(1))
	switch op {
	case cfa.Ne:
		return !l.compare(cfa.Eq, x, y)
	case cfa.Lt:
		return !l.compare(cfa.Ge, x, y)
	case cfa.Gt:
		return !l.compare(cfa.Le, x, y)
	case cfa.Le:
		return l.compare(cfa.Ge, y, x)
	case cfa.Ge:
		d := x.minus(y)
		if d.at.Sign() >= 0 {
			l.notNegative(d)
			return true
		}
		l.notNegative(d.neg().minus(one))
		return false
	}
	d := x.minus(y) // Eq
	switch {
	case d.at.IsZero():
		l.notNegative(d)
		l.notNegative(d.neg())
	case d.flat(), d.never(): // never equal: no need
	case d.at.Sign() > 0:
		l.notNegative(d.minus(one))
	default:
		l.notNegative(d.neg().minus(one))
	}
	return d.at.IsZero()
}

// holds returns the truth value of a condition, as compare does.
func (l *lines) holds(e cfa.Expr) bool { return l.compare(cfa.Ne, l.eval(e), line{}) }

// eval returns the value of e as a line. It fails if e is not a line.
func (l *lines) eval(e cfa.Expr) line {
	if l.fail {
		return line{}
	}
	switch e := e.(type) {
	case *cfa.Const:
		return flat(e.Val)
	case *cfa.Var:
		if l.lap != nil {
			return l.lap.read(l.lap.of(e))
		}
		return l.variable(e)
	case *cfa.Select:
		i := l.eval(e.Idx)
		if l.lap != nil {
			return l.lap.read(l.lap.cell(e.Arr, i))
		}
		k, ok := i.at.Int64()
		if l.fail || !i.flat() || !ok {
			return l.failed()
		}
		// No edge of the cycle changes a cell.
		if x, ok := l.m.cellWord(e.Arr, k); ok {
			return flat(num.Of(x))
		}
	case *cfa.Wrap:
		return l.wrap(e)
	case *cfa.Unary:
		x := l.eval(e.X)
		switch e.Op {
		case cfa.Neg:
			return x.neg()
		case cfa.BitNot:
			return x.neg().minus(flat(num.Of(1)))
		case cfa.Not:
			return flat(num.OfBool(l.compare(cfa.Eq, x, line{})))
		}
	case *cfa.Binary:
		return l.binary(e)
	case *cfa.Ite:
		if l.holds(e.C) {
			return l.eval(e.T)
		}
		return l.eval(e.E)
	}
	return l.failed()
}

// wrap evaluates a Wrap. It adds the needs that the operand stays, in all rounds, in the interval between two
// neighbouring multiples of 2^Bits in which it begins, so that wrapping always subtracts the same multiple. If the word
// is signed, the interval is shifted down by half of 2^Bits.
func (l *lines) wrap(e *cfa.Wrap) line {
	x := l.eval(e.X)
	least, _, most, _ := cfa.Range{Bits: e.Bits, Signed: e.Signed}.Bounds()
	moved := x.at.Sub(x.at.Wrap(e.Bits, e.Signed)) // the multiple of 2^Bits that wrapping subtracts
	w := x.minus(flat(moved))
	l.notNegative(w.minus(flat(least)))
	l.notNegative(flat(most).minus(w))
	return w
}

// binary returns the value of a binary operation as a line. It fails if the result is not a line.
func (l *lines) binary(e *cfa.Binary) line {
	x, y := l.eval(e.X), l.eval(e.Y)
	switch {
	case l.fail:
	case e.Op == cfa.Add:
		return x.add(y)
	case e.Op == cfa.Sub:
		return x.minus(y)
	case e.Op == cfa.Mul && x.flat():
		return line{}.plus(x.at, y)
	case e.Op == cfa.Mul && y.flat():
		return line{}.plus(y.at, x)
	case e.Op.Comparison():
		return flat(num.OfBool(l.compare(e.Op, x, y)))
	case e.Op == cfa.And || e.Op == cfa.Or:
		x = flat(num.OfBool(l.compare(cfa.Ne, x, line{})))
		y = flat(num.OfBool(l.compare(cfa.Ne, y, line{})))
		fallthrough
	case x.flat() && y.flat():
		if v, ok := e.Op.Apply(x.at, y.at); ok {
			return flat(v)
		}
	case e.Op == cfa.Rem && y.flat() && !y.at.IsZero():
		if !x.steady(y.at) {
			if l.again = y.at.Quo(num.GCD(x.slope(0), y.at)); l.again.Sign() < 0 {
				l.again = l.again.Neg()
			}
			break
		}
		// The remainder is constant while the sign of x is, because division rounds towards zero.
		if x.at.Sign() >= 0 {
			l.notNegative(x)
		} else {
			l.notNegative(x.neg())
		}
		return flat(x.at.Rem(y.at))
	case e.Op == cfa.BitAnd && y.flat() && y.at.Sign() >= 0 && x.steady(num.Pow2(uint(y.at.Big().BitLen()))):
		return flat(x.at.And(y.at)) // x changes only by multiples of a power of 2 above all bits of y
	}
	return l.failed()
}
