package interp

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

// Expressions. A failure inside one (undefined behaviour, no input) sets m.done; evaluation then
// goes on with whatever number is at hand, without asking for inputs, and the caller of eval looks
// at m.done before it uses the result. That keeps the evaluator free of error plumbing.

// eval returns the value of e, and sets m.taint if it depends on an input of kind Approx.
func (m *machine) eval(e cfa.Expr) num.Int {
	switch e := e.(type) {
	case *cfa.Var:
		return m.read(e)
	case *cfa.Const:
		return e.Val
	case *cfa.Select:
		i := m.eval0(e.Idx, &m.out.Tainted)
		if m.done {
			return num.Int{}
		}
		return m.load(e.Arr, i)
	case *cfa.Wrap:
		return m.eval(e.X).Wrap(e.Bits, e.Signed)
	case *cfa.Binary:
		x := m.eval(e.X)
		return m.binary(e.Op, x, m.eval(e.Y))
	case *cfa.Unary:
		x := m.eval(e.X)
		switch e.Op {
		case cfa.Neg:
			return x.Neg()
		case cfa.BitNot:
			return x.Not()
		case cfa.Not:
			return num.OfBool(x.IsZero())
		}
	case *cfa.Ite:
		if !m.eval(e.C).IsZero() {
			return m.eval(e.T)
		}
		return m.eval(e.E)
	}
	panic(fmt.Sprintf("interp: no meaning for the expression %T", e))
}

// eval0 evaluates e where the run depends on the very value: *tainted is set where that depends on
// an input of kind Approx. m.taint is kept for the expression around e.
func (m *machine) eval0(e cfa.Expr, tainted *bool) num.Int {
	outer := m.taint
	m.taint = false
	x := m.eval(e)
	*tainted = *tainted || m.taint
	m.taint = outer || m.taint
	return x
}

func (m *machine) binary(op cfa.BinOp, x, y num.Int) num.Int {
	switch op {
	case cfa.Add:
		return x.Add(y)
	case cfa.Sub:
		return x.Sub(y)
	case cfa.Mul:
		return x.Mul(y)
	case cfa.Div, cfa.Rem:
		if y.IsZero() {
			m.undefined("division by zero")
			return y
		}
		if op == cfa.Div {
			return x.Quo(y)
		}
		return x.Rem(y)
	case cfa.BitAnd:
		return x.And(y)
	case cfa.BitOr:
		return x.Or(y)
	case cfa.BitXor:
		return x.Xor(y)
	case cfa.Shl, cfa.Shr:
		n, ok := y.Int64()
		if !ok || n < 0 || n >= 128 {
			m.undefined("shift by %v", y)
			return x
		}
		if op == cfa.Shl {
			return x.Shl(uint(n))
		}
		return x.Shr(uint(n))
	case cfa.Eq:
		return num.OfBool(x.Equal(y))
	case cfa.Ne:
		return num.OfBool(!x.Equal(y))
	case cfa.Lt:
		return num.OfBool(x.Less(y))
	case cfa.Le:
		return num.OfBool(!y.Less(x))
	case cfa.Gt:
		return num.OfBool(y.Less(x))
	case cfa.Ge:
		return num.OfBool(!x.Less(y))
	case cfa.And:
		return num.OfBool(!x.IsZero() && !y.IsZero())
	case cfa.Or:
		return num.OfBool(!x.IsZero() || !y.IsZero())
	}
	panic(fmt.Sprintf("interp: no meaning for the operator %d", op))
}

// ref returns the content of the variable in the current activation.
func (m *machine) ref(v *cfa.Var) content {
	m.owns(v)
	s, i := m.place(v)
	return s.get(i, v.Range)
}

// put gives the variable a content in the current activation.
func (m *machine) put(v *cfa.Var, c content) {
	m.owns(v)
	s, i := m.place(v)
	s.set(i, v.Range, c)
}

// owns checks that a variable is one of the current activation, where that is asked for.
func (m *machine) owns(v *cfa.Var) {
	if m.opt.Check && v.Proc != nil && v.Proc != m.fr.proc {
		panic(fmt.Sprintf("interp: variable %s of %s used in %s", v.Name, v.Proc.Name, m.fr.proc.Name))
	}
}

// read returns the value of the variable; if it is an input that nobody has read yet, it is asked
// for now.
func (m *machine) read(v *cfa.Var) num.Int {
	c := m.ref(v)
	if c.state != known {
		in, birth, of := c.in, c.birth, c.of
		if of == nil {
			of = v
		}
		if c.state == unborn {
			in, birth = m.uninitVar(v), m.birth(v.Proc)
		}
		x := m.ask(Query{Input: in, Birth: birth, Var: of}, of.Name)
		if m.done {
			return x
		}
		c = content{val: x, state: known, taint: in.Kind == cfa.Approx || m.own(Query{Input: in, Var: of}, x)}
		m.put(v, c)
		m.changedVar(v, x)
	}
	m.taint = m.taint || c.taint
	return c.val
}

// birth is the step since which initial values of variables of q are unknown.
func (m *machine) birth(q *cfa.Proc) int {
	if q == nil {
		return -1
	}
	return m.fr.birth
}

func (m *machine) uninitVar(v *cfa.Var) *cfa.Input {
	if m.uninit[v.ID] == nil {
		m.uninit[v.ID] = &cfa.Input{Kind: cfa.Uninit, Name: v.Name, Range: v.Range, Pos: v.Pos}
	}
	return m.uninit[v.ID]
}

func (m *machine) uninitArr(a *cfa.Array) *cfa.Input {
	if m.arrUninit[a.ID] == nil {
		m.arrUninit[a.ID] = &cfa.Input{Kind: cfa.Uninit, Name: a.Name, Range: a.Elem, Pos: a.Pos}
	}
	return m.arrUninit[a.ID]
}

// assign gives the variable a value.
func (m *machine) assign(v *cfa.Var, x num.Int, taint bool) {
	if m.done || !m.admit(v.Range, x) {
		return
	}
	m.put(v, content{val: x, state: known, taint: taint})
	m.changedVar(v, x)
}

// admit looks at a value before it is kept.
func (m *machine) admit(r cfa.Range, x num.Int) bool {
	if r.Bits == 0 {
		if _, small := x.Int64(); !small && x.Big().BitLen() > maxBits {
			m.stop(StepLimit, "size of a number")
			return false
		}
	}
	if m.opt.Check && !r.Contains(x) {
		panic(fmt.Sprintf("interp: the value %v is outside the range %+v of its place: edge %d, %v", x, r, m.edge.ID, m.edge.Pos))
	}
	return true
}

// havoc makes the variable an input. Results of calls are asked for at once: the order of calls is
// visible to people, and to the functions of a test harness. All else waits until it is read.
//
// An Effect is what an external function may have done to a variable. That it leaves the variable
// alone is among the behaviours it stands for, so a run may choose that one, always: it is then
// still a run of the program.
func (m *machine) havoc(op *cfa.Havoc) {
	if op.Def != nil && m.compute(op) {
		return
	}
	switch op.From.Kind {
	case cfa.Effect:
		m.effect(op.From)
	case cfa.Nondet, cfa.External:
		q := Query{Input: op.From, Birth: m.steps, Var: op.LHS}
		x := m.ask(q, "")
		m.assign(op.LHS, x, m.own(q, x))
	default:
		m.put(op.LHS, content{in: op.From, birth: m.steps, state: pending})
	}
}

// compute gives a variable the value of a definition; false where that has none, and the variable
// is an input.
func (m *machine) compute(op *cfa.Havoc) bool {
	m.taint = false
	var buf [4]num.Int
	args := buf[:0]
	for _, a := range op.Def.Args {
		args = append(args, m.eval(a))
	}
	if m.done {
		return true
	}
	r, ok := op.Def.Op.Apply(m.opt.Variant, args...)
	if !ok {
		return false
	}
	m.out.Open = m.out.Open || r.Open
	if r.Open && m.opt.exhaustive && m.either() {
		r, _ = op.Def.Op.Apply(fp.A+fp.B-m.opt.Variant, args...)
	}
	m.assign(op.LHS, r.Val, m.taint)
	return true
}

// effect ends a run that may not choose what an external function does.
func (m *machine) effect(in *cfa.Input) {
	if m.opt.exhaustive && !m.done {
		m.stop(OutOfInputs, "what "+in.Name+" changes is not known")
	}
}

// ask gets the value of an input. q lacks the place.
func (m *machine) ask(q Query, what string) num.Int {
	if m.done {
		return num.Int{}
	}
	q.Step, q.Edge = m.steps, m.edge
	x, ok := m.in.Next(q)
	if !ok {
		m.stop(OutOfInputs, "no value for "+q.Input.Name)
		return num.Int{}
	}
	x = fit(q.Input.Range, x)
	if m.out.Asked++; m.opt.Unrecorded {
		return x
	}
	m.out.Inputs = append(m.out.Inputs, Taken{Input: q.Input, Value: x, Step: m.steps, What: what, Float: q.float(), Var: q.Var, Arr: q.Arr, Idx: q.Idx})
	return x
}

// float is the format of the floating number that is asked for, if it is one.
func (q Query) float() fp.Format {
	switch {
	case q.Input.Float != fp.Format{}:
		return q.Input.Float
	case q.Var != nil:
		return q.Var.Float
	case q.Arr != nil:
		return q.Arr.Float
	}
	return fp.Format{}
}

// own reports whether a pointer from outside is the address of an object of the program. Code
// outside of it can only give such a pointer away that it was handed before, which nobody keeps
// track of: so the run counts as one that depends on what is not known exactly.
func (m *machine) own(q Query, x num.Int) bool {
	if q.Input.Kind == cfa.Nondet || !q.pointer() {
		return false
	}
	for _, s := range m.prog.Own {
		if !x.Less(s[0]) && x.Less(s[1]) {
			return true
		}
	}
	return false
}

// fit brings a value into a range.
func fit(r cfa.Range, x num.Int) num.Int {
	switch {
	case r.Bits > 0:
		return x.Wrap(r.Bits, r.Signed)
	case r.Nat && x.Sign() < 0:
		return x.Neg()
	}
	return x
}

// changedVar records that a variable has a value now.
func (m *machine) changedVar(v *cfa.Var, x num.Int) {
	if m.opt.Trace && !v.Shadow {
		m.out.Changes = append(m.out.Changes, Change{Step: m.steps, What: v.Name, Value: x, Float: v.Float, Var: v})
	}
}

// changedCells records that the cells of an array from lo to hi, both included, have a value now.
func (m *machine) changedCells(a *cfa.Array, lo, hi, x num.Int) {
	if m.opt.Trace && !a.Shadow {
		m.out.Changes = append(m.out.Changes, Change{Step: m.steps, What: rangeName(a, lo, hi), Value: x, Float: a.Float, Arr: a, Lo: lo, Hi: hi})
	}
}
