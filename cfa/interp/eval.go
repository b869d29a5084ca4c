// The exact evaluation of expressions, and variables, assignments and inputs. This defines the meaning of expressions;
// words.go and lines.go compute the same faster.
//
// A failure inside an expression (undefined behaviour, a missing input) sets m.done. Evaluation then continues with an
// arbitrary number and asks for no more inputs. The caller of eval checks m.done before it uses the result. So the
// evaluator needs no error results.

package interp

import (
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
)

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

// eval0 evaluates e where its value decides how the run continues. It sets *tainted if the value depends on an input of
// kind Approx. It adds e's taint to m.taint, which belongs to the expression around e.
func (m *machine) eval0(e cfa.Expr, tainted *bool) num.Int {
	outer := m.taint
	m.taint = false
	x := m.eval(e)
	*tainted = *tainted || m.taint
	m.taint = outer || m.taint
	return x
}

// binary returns x op y. It ends the run if that is undefined.
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

// ref returns the content of v in the current activation.
func (m *machine) ref(v *cfa.Var) content {
	m.owns(v)
	s, i := m.place(v)
	return s.get(i, v.Range)
}

// put sets the content of v in the current activation.
func (m *machine) put(v *cfa.Var, c content) {
	m.owns(v)
	s, i := m.place(v)
	s.set(i, v.Range, c)
}

// owns panics if v is a local variable of another procedure than the current one. It checks only with Options.Check.
func (m *machine) owns(v *cfa.Var) {
	if m.opt.Check && v.Proc != nil && v.Proc != m.fr.proc {
		panic(fmt.Sprintf("interp: variable %s of %s used in %s", v.Name, v.Proc.Name, m.fr.proc.Name))
	}
}

// read returns the value of v. If the value is an input that has not been read yet, read asks for it now.
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
		c = content{val: x, state: known, taint: m.doubtful(Query{Input: in, Var: of}, x)}
		m.put(v, c)
		m.changedVar(v, x)
	}
	m.taint = m.taint || c.taint
	return c.val
}

// birth returns the step since which the initial values of q's variables are unknown: the step of the current
// activation's call; -1 for global variables, whose q is nil.
func (m *machine) birth(q *cfa.Proc) int {
	if q == nil {
		return -1
	}
	return m.fr.birth
}

// uninitVar returns the input that stands for the initial value of v.
func (m *machine) uninitVar(v *cfa.Var) *cfa.Input {
	if m.uninit[v.ID] == nil {
		m.uninit[v.ID] = &cfa.Input{Kind: cfa.Uninit, Name: v.Name, Range: v.Range, Pos: v.Pos}
	}
	return m.uninit[v.ID]
}

// uninitArr returns the input that stands for the initial values of a's cells.
func (m *machine) uninitArr(a *cfa.Array) *cfa.Input {
	if m.arrUninit[a.ID] == nil {
		m.arrUninit[a.ID] = &cfa.Input{Kind: cfa.Uninit, Name: a.Name, Range: a.Elem, Pos: a.Pos}
	}
	return m.arrUninit[a.ID]
}

// assign sets v to x. taint says that x depends on an input of kind Approx.
func (m *machine) assign(v *cfa.Var, x num.Int, taint bool) {
	if m.done || !m.admit(v.Range, x) {
		return
	}
	m.put(v, content{val: x, state: known, taint: taint})
	m.changedVar(v, x)
}

// admit checks a value before it is stored in a place of range r. It ends the run and returns false if the number is
// too large. With Options.Check it panics if x is outside r.
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

// havoc makes the variable an input, or computes it if the havoc has a definition. It asks for results of calls at
// once, because users and the functions of a test harness can see the order of calls. All other inputs wait until they
// are read.
//
// An Effect is what an external function may have done to a variable. Leaving the variable unchanged is one of the
// possible effects, and havoc always chooses that one: the run is still a run of the program.
func (m *machine) havoc(op *cfa.Havoc) {
	if op.Def != nil && m.compute(op) {
		return
	}
	switch op.From.Kind {
	case cfa.Effect:
		m.effect(op.From)
	case cfa.Nondet, cfa.External:
		q := Query{Input: op.From, Birth: m.steps, Var: op.LHS}
		what := ""
		if op.LHS.Cell != nil {
			what = op.LHS.Name // no result of a call, but what the call has stored
		}
		x := m.ask(q, what)
		m.assign(op.LHS, x, m.doubtful(q, x))
	default:
		m.put(op.LHS, content{in: op.From, birth: m.steps, state: pending})
	}
}

// compute sets the variable to the value of its definition. It returns false if the definition has no value: the
// variable is an input then.
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

// effect ends an exhaustive run, which must not choose what an external function does.
func (m *machine) effect(in *cfa.Input) {
	if m.opt.exhaustive && !m.done {
		m.stop(OutOfInputs, "what "+in.Name+" changes is not known")
	}
}

// ask gets the value of an input and records it. It fills in q.Step and q.Edge. what names the variable or cell for
// people. If there is no value, ask ends the run.
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

// float returns the format of the floating-point number that q asks for; the zero format if it asks for another value.
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

// doubtful reports whether the environment may be unable to give the value x to the requested input, so that the run must
// count as tainted: the model does not know the value exactly, x is not one of the characters that the input can be, or it
// is the address of an object of the program.
func (m *machine) doubtful(q Query, x num.Int) bool {
	in := q.Input
	return in.Kind == cfa.Approx || in.Only != nil && !in.Only.Has(x) || m.own(q, x)
}

// own reports whether x, a pointer from outside the program, is the address of an object of the program. Outside code
// can only know such a pointer if the program passed it out before. That is not tracked, so the run must count as
// tainted.
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

// fit maps x into the range r: by wrapping if r has a size, by negation if r is the natural numbers.
func fit(r cfa.Range, x num.Int) num.Int {
	switch {
	case r.Bits > 0:
		return x.Wrap(r.Bits, r.Signed)
	case r.Nat && x.Sign() < 0:
		return x.Neg()
	}
	return x
}

// changedVar adds to the trace that v has the value x now.
func (m *machine) changedVar(v *cfa.Var, x num.Int) {
	if m.opt.Trace && !v.Shadow {
		m.out.Changes = append(m.out.Changes, Change{Step: m.steps, What: v.Name, Value: x, Float: v.Float, Var: v})
	}
}

// changedCells adds to the trace that the cells of a from lo to hi, both included, have the value x now.
func (m *machine) changedCells(a *cfa.Array, lo, hi, x num.Int) {
	if m.opt.Trace && !a.Shadow {
		m.out.Changes = append(m.out.Changes, Change{Step: m.steps, What: rangeName(a, lo, hi), Value: x, Float: a.Float, Arr: a, Lo: lo, Hi: hi})
	}
}
