package interp

import (
	"context"
	"strings"
	"testing"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

var (
	i32 = cfa.Range{Bits: 32, Signed: true}
	u8  = cfa.Range{Bits: 8}
)

// builder makes programs by hand: seq appends edges to a line.
type builder struct {
	*cfa.Program
	q   *cfa.Proc
	cur *cfa.Loc
}

func newBuilder() *builder {
	p := cfa.NewProgram(lang.LP64, cfa.Machine)
	p.Start = p.NewProc("_start")
	return &builder{Program: p, q: p.Start, cur: p.Start.Entry}
}

// proc begins a procedure.
func (b *builder) proc(name string) *cfa.Proc {
	b.q = b.NewProc(name)
	b.cur = b.q.Entry
	return b.q
}

func (b *builder) v(name string) *cfa.Var { return b.NewVar(b.q, name, cfa.LocalVar, i32) }
func (b *builder) g(name string) *cfa.Var { return b.NewVar(nil, name, cfa.GlobalVar, i32) }
func (b *builder) loc() *cfa.Loc          { return b.NewLoc(b.q, lang.Pos{}) }
func (b *builder) seq(ops ...cfa.Op) *cfa.Edge {
	var e *cfa.Edge
	for _, op := range ops {
		l := b.loc()
		e = b.NewEdge(b.cur, l, op, lang.Pos{})
		b.cur = l
	}
	return e
}

func (b *builder) exit() *cfa.Edge { return b.NewEdge(b.cur, b.q.Exit, cfa.Skip{}, lang.Pos{}) }

func (b *builder) fail() {
	b.cur.Error = &cfa.Property{Kind: "reach_error"}
	b.Errors = append(b.Errors, b.cur)
}

// branch leads to two new locations, by c and by its negation.
func (b *builder) branch(c cfa.Expr) (yes, no *cfa.Loc) {
	yes, no = b.loc(), b.loc()
	b.NewEdge(b.cur, yes, &cfa.Assume{Cond: c}, lang.Pos{})
	b.NewEdge(b.cur, no, &cfa.Assume{Cond: &cfa.Unary{Op: cfa.Not, X: c}}, lang.Pos{})
	return yes, no
}

func k(n int64) cfa.Expr                       { return &cfa.Const{Val: num.Of(n)} }
func bin(op cfa.BinOp, x, y cfa.Expr) cfa.Expr { return &cfa.Binary{Op: op, X: x, Y: y} }
func set1(v *cfa.Var, e cfa.Expr) *cfa.Assign  { return &cfa.Assign{LHS: v, RHS: e} }
func at(a *cfa.Array, i cfa.Expr) cfa.Expr     { return &cfa.Select{Arr: a, Idx: i} }
func wrap32(e cfa.Expr) cfa.Expr               { return &cfa.Wrap{Bits: 32, Signed: true, X: e} }
func input(kind cfa.InputKind, n string) *cfa.Input {
	return &cfa.Input{Kind: kind, Name: n, Range: i32}
}

func (b *builder) run(in Inputs) *Outcome {
	return Run(context.Background(), b.Program, in, Options{MaxSteps: 100000, Trace: true, Check: true})
}

func want(t *testing.T, o *Outcome, k Kind, reason string) {
	t.Helper()
	if o.Kind != k || !strings.Contains(o.Reason, reason) {
		t.Fatalf("run ended with %v %q, want %v %q", o.Kind, o.Reason, k, reason)
	}
}

func ints(taken []Taken) string {
	var s []string
	for _, t := range taken {
		s = append(s, t.What+"="+t.Value.String())
	}
	return strings.Join(s, " ")
}

// sum builds: n = nondet; s = 0; while (n > 0) { s += n; n--; } if (s == 15) error.
func sum() (b *builder, n, s *cfa.Var) {
	b = newBuilder()
	n, s = b.v("n"), b.v("s")
	b.seq(&cfa.Havoc{LHS: n, From: input(cfa.Nondet, "f")}, set1(s, k(0)))
	head := b.cur
	body, out := b.branch(bin(cfa.Gt, n, k(0)))
	b.cur = body
	b.seq(set1(s, wrap32(bin(cfa.Add, s, n))))
	b.NewEdge(b.cur, head, set1(n, wrap32(bin(cfa.Sub, n, k(1)))), lang.Pos{})
	b.cur = out
	yes, no := b.branch(bin(cfa.Eq, s, k(15)))
	b.cur = yes
	b.fail()
	b.cur = no
	b.exit()
	return b, n, s
}

func TestLoop(t *testing.T) {
	b, n, _ := sum()
	o := b.run(Sequence(num.Of(5)))
	want(t, o, ErrorFound, "")
	if o.Error == nil || o.Steps != 2+5*3+2 || len(o.Path) != o.Steps {
		t.Errorf("%d steps, path of %d, error %v", o.Steps, len(o.Path), o.Error)
	}
	if got := ints(o.Inputs); got != "=5" {
		t.Errorf("inputs %s", got)
	}
	if c := o.Changes[2]; c.What != "s" || c.Step != 3 || !c.Value.Equal(num.Of(5)) {
		t.Errorf("third change %+v", c)
	}
	want(t, b.run(Zero()), Exited, "")
	want(t, b.run(Sequence()), OutOfInputs, "f")
	want(t, Run(context.Background(), b.Program, Zero(), Options{MaxSteps: 2}), StepLimit, "steps")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	want(t, Run(ctx, b.Program, Zero(), Options{}), Cancelled, "cancel")

	// The same inputs again, by record and by plan, along the path and along a wrong one.
	want(t, b.run(Recorded(o.Inputs)), ErrorFound, "")
	var p Plan
	p.Read(0, n, num.Of(5))
	f := Run(context.Background(), b.Program, &p, Options{Follow: o.Path})
	want(t, f, ErrorFound, "")
	p = Plan{Else: Zero()}
	f = Run(context.Background(), b.Program, &p, Options{Follow: o.Path})
	want(t, f, Blocked, "does not hold")
	if !f.Diverged || f.Steps != 2 {
		t.Errorf("diverged %v at step %d", f.Diverged, f.Steps)
	}
	p = Plan{}
	p.Born(0, n, num.Of(5))
	want(t, Run(context.Background(), b.Program, &p, Options{Follow: o.Path[:7]}), PathEnd, "")
	f = Run(context.Background(), b.Program, &p, Options{Follow: append(o.Path[:4:4], o.Path[5:]...)})
	want(t, f, Blocked, "does not go on")
	x := b.run(Zero())
	f = Run(context.Background(), b.Program, Zero(), Options{Follow: append(x.Path, x.Path[0])})
	if want(t, f, Exited, ""); !f.Diverged {
		t.Error("the path goes on behind the end of the program")
	}
}

func TestCalls(t *testing.T) {
	// fact(n) = n <= 1 ? 1 : n * fact(n-1), with a local array to hold n across the call.
	b := newBuilder()
	x := b.v("x")
	call := b.seq(&cfa.Call{Args: []cfa.Expr{k(10)}, Results: []*cfa.Var{x}})
	yes, no := b.branch(bin(cfa.Eq, x, k(3628800)))
	b.cur = yes
	b.fail()
	b.cur = no
	b.exit()

	f := b.proc("fact")
	n := b.NewVar(f, "n", cfa.ParamVar, i32)
	r := b.NewVar(f, "r", cfa.ResultVar, i32)
	a := b.NewArray(f, "a", i32, 1)
	call.Op.(*cfa.Call).Callee = f
	leaf, rec := b.branch(bin(cfa.Le, n, k(1)))
	b.cur = leaf
	b.NewEdge(b.cur, f.Exit, set1(r, k(1)), lang.Pos{})
	b.cur = rec
	b.seq(&cfa.Store{Arr: a, Idx: k(0), Val: n},
		&cfa.Call{Callee: f, Args: []cfa.Expr{bin(cfa.Sub, n, k(1))}, Results: []*cfa.Var{r}})
	b.NewEdge(b.cur, f.Exit, set1(r, wrap32(bin(cfa.Mul, r, at(a, k(0))))), lang.Pos{})

	o := b.run(Sequence())
	want(t, o, ErrorFound, "")
	if o.Exit == nil || !o.Exit.Equal(num.Of(3628800)) {
		t.Errorf("result %v", o.Exit)
	}
	depth := 0
	for i, s := range o.Path {
		switch s.Kind {
		case cfa.Enter:
			depth++
		case cfa.Return:
			depth--
		}
		if i > 0 && o.Path[i-1].Target() != s.Edge.From && s.Kind != cfa.Return {
			t.Fatalf("the path breaks at step %d", i)
		}
	}
	if depth != 0 {
		t.Errorf("calls and returns do not match: %d", depth)
	}
	want(t, Run(context.Background(), b.Program, Sequence(), Options{Follow: o.Path}), ErrorFound, "")
	bad := append(cfa.Path{}, o.Path...)
	for i, s := range bad {
		if s.Kind == cfa.Return {
			bad[i].Edge = call
			break
		}
	}
	want(t, Run(context.Background(), b.Program, Sequence(), Options{Follow: bad}), Blocked, "returns")
}

func TestDeepRecursion(t *testing.T) {
	b := newBuilder()
	call := b.seq(&cfa.Call{})
	b.exit()
	f := b.proc("f")
	call.Op.(*cfa.Call).Callee = f
	b.v("x")
	a := b.NewArray(f, "a", i32, 100)
	b.seq(&cfa.Store{Arr: a, Idx: k(1), Val: k(1)}, &cfa.Call{Callee: f})
	limited := func() *Outcome {
		m := newMachine(b.Program, Zero(), Options{})
		m.stack, m.cells = 10000, 10000
		m.run(context.Background())
		m.out.Steps = m.steps
		return &m.out
	}
	want(t, limited(), StepLimit, "memory")

	b = newBuilder()
	call = b.seq(&cfa.Call{})
	b.exit()
	f = b.proc("f")
	call.Op.(*cfa.Call).Callee = f
	b.v("x")
	b.seq(&cfa.Call{Callee: f})
	o := limited()
	want(t, o, StepLimit, "recursion")
	if o.Steps < 9998 {
		t.Errorf("only %d steps", o.Steps)
	}
}

func TestLazyInputs(t *testing.T) {
	b := newBuilder()
	g, x, y, z := b.g("g"), b.v("x"), b.v("y"), b.v("z")
	a := b.NewArray(nil, "a", i32, 10)
	c := b.NewArray(nil, "c", i32, 10)
	b.seq(
		&cfa.Havoc{LHS: x, From: input(cfa.Uninit, "x")},
		set1(x, k(1)), // overwritten unread
		&cfa.Havoc{LHS: z, From: input(cfa.Nondet, "f")}, // asked for at once
		set1(y, x),
		set1(y, g), // since the start
		set1(y, at(a, k(3))),
		&cfa.Copy{Dst: c, DstLo: k(1), Src: a, SrcLo: k(2), N: k(4)},
		set1(x, at(c, k(2))), // a[3], known by now
		set1(x, at(c, k(3))), // a[4]
		set1(x, at(a, k(4))), // the same
		&cfa.Fill{Arr: a, Lo: k(4), Hi: k(6), From: input(cfa.Uninit, "a")},
		set1(x, at(a, k(4))), // anew
		set1(x, at(c, k(3))), // not anew
		&cfa.Havoc{LHS: x, From: input(cfa.Effect, "e")},
		&cfa.Fill{Arr: a, From: input(cfa.Effect, "e")},
		set1(y, bin(cfa.Add, x, at(a, k(4)))),
		&cfa.Havoc{LHS: y, From: input(cfa.Uninit, "y")},
	)
	b.exit()
	var births []int
	var steps []int
	n := int64(0)
	o := b.run(Func(func(q Query) (num.Int, bool) {
		n++
		births = append(births, q.Birth)
		steps = append(steps, q.Step)
		return num.Of(n), true
	}))
	want(t, o, Exited, "")
	if got := ints(o.Inputs); got != "=1 g=2 a[3]=3 a[4]=4 a[4]=5" {
		t.Errorf("inputs %s", got)
	}
	wantInts(t, "births", births, 2, -1, -1, -1, 10)
	wantInts(t, "steps", steps, 2, 4, 5, 8, 11)
	last := o.Changes[len(o.Changes)-1]
	if last.What != "y" || !last.Value.Equal(num.Of(4+5)) {
		t.Errorf("last change %+v", last)
	}

	p := Plan{Else: Zero()}
	p.Born(-1, g, num.Of(7))
	p.ReadCell(8, a, num.Of(4), num.Of(8))
	p.BornCell(10, a, num.Of(4), num.Of(9))
	if got := ints(b.run(&p).Inputs); got != "=0 g=7 a[3]=0 a[4]=8 a[4]=9" {
		t.Errorf("planned inputs %s", got)
	}
	// A plan that names the variables and arrays of a copy of the program, as its slices are, is
	// the same plan.
	clone := b.Clone()
	q := Plan{Else: Zero()}
	q.Born(-1, clone.Vars[g.ID], num.Of(7))
	q.ReadCell(8, clone.Arrays[a.ID], num.Of(4), num.Of(8))
	q.BornCell(10, clone.Arrays[a.ID], num.Of(4), num.Of(9))
	if got := ints(b.run(&q).Inputs); got != "=0 g=7 a[3]=0 a[4]=8 a[4]=9" {
		t.Errorf("inputs planned with a copy %s", got)
	}
	r1, r2 := b.run(Random(1)), b.run(Random(1))
	if ints(r1.Inputs) != ints(r2.Inputs) {
		t.Error("random inputs differ for one seed")
	}
}

// A result without a value is an input only if the caller uses it.
func TestLazyResult(t *testing.T) {
	b := newBuilder()
	x, y := b.v("x"), b.v("y")
	call := &cfa.Call{Results: []*cfa.Var{x}}
	b.seq(call, call, set1(y, x))
	b.exit()
	f := b.proc("f")
	r := b.NewVar(f, "r", cfa.ResultVar, i32)
	call.Callee = f
	b.exit()
	o := b.run(Func(func(q Query) (num.Int, bool) {
		if q.Var != r || q.Birth != 3 || q.Step != 6 {
			t.Errorf("asked for %s since %d at %d", q.Var.Name, q.Birth, q.Step)
		}
		return num.Of(4), true
	}))
	want(t, o, Exited, "")
	if got := ints(o.Inputs); got != "r=4" {
		t.Errorf("inputs %s", got)
	}
}

func wantInts(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if len(got) != len(want) || got[i] != want[i] {
			t.Fatalf("%s %v, want %v", what, got, want)
		}
	}
}

// Inputs are brought into their range.
func TestFit(t *testing.T) {
	b := newBuilder()
	x := b.NewVar(b.q, "x", cfa.LocalVar, u8)
	y := b.NewVar(b.q, "y", cfa.LocalVar, cfa.Range{Nat: true})
	b.seq(&cfa.Havoc{LHS: x, From: &cfa.Input{Name: "f", Range: u8}}, set1(y, y))
	b.exit()
	if got := ints(b.run(Sequence(num.Of(-1), num.Of(-5))).Inputs); got != "=255 y=5" {
		t.Errorf("inputs %s", got)
	}
}

func TestTaint(t *testing.T) {
	for _, c := range []struct {
		name    string
		use     func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op
		tainted bool
	}{
		{"unused", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{set1(b.v("y"), bin(cfa.Add, x, k(1)))}
		}, false},
		{"assume", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			y := b.v("y")
			return []cfa.Op{set1(y, bin(cfa.Add, x, k(1))), &cfa.Assume{Cond: bin(cfa.Ne, y, k(70))}}
		}, true},
		{"overwritten", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{set1(b.v("y"), x), set1(x, k(1)), &cfa.Assume{Cond: x}}
		}, false},
		{"index", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{set1(b.v("y"), at(a, x))}
		}, true},
		{"store", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Store{Arr: a, Idx: x, Val: k(1)}}
		}, true},
		{"cell", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Store{Arr: a, Idx: k(3), Val: x}, &cfa.Assume{Cond: bin(cfa.Eq, at(a, k(2)), k(0))}}
		}, false},
		{"cell, copied and read", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Store{Arr: a, Idx: k(3), Val: x},
				&cfa.Copy{Dst: a, DstLo: k(4), Src: a, SrcLo: k(2), N: k(3)},
				&cfa.Assume{Cond: bin(cfa.Eq, at(a, k(5)), k(0))}}
		}, true},
		{"fill", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Fill{Arr: a, Lo: k(0), Hi: k(5), Val: x}, &cfa.Assume{Cond: bin(cfa.Eq, at(a, k(4)), k(0))}}
		}, true},
		{"bound", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Fill{Arr: a, Lo: k(0), Hi: x, Val: k(1)}}
		}, true},
		{"choice of a value", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Assume{Cond: &cfa.Ite{C: x, T: k(1), E: k(2)}}}
		}, true},
		{"what is promised", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Assume{Cond: bin(cfa.Ge, x, k(-1)), Contract: true}}
		}, false},
		{"what is promised, and then a branch", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Assume{Cond: bin(cfa.Ge, x, k(-1)), Contract: true}, &cfa.Assume{Cond: bin(cfa.Ge, x, k(0))}}
		}, true},
		{"the branch not taken", func(b *builder, x *cfa.Var, a *cfa.Array) []cfa.Op {
			return []cfa.Op{&cfa.Assume{Cond: &cfa.Ite{C: k(0), T: x, E: k(2)}}}
		}, false},
	} {
		b := newBuilder()
		x := b.v("x")
		a := b.NewArray(nil, "a", i32, -1)
		b.seq(&cfa.Fill{Arr: a, Val: k(0)}, &cfa.Havoc{LHS: x, From: input(cfa.Approx, "approx")})
		b.seq(c.use(b, x, a)...)
		b.exit()
		o := b.run(Zero())
		want(t, o, Exited, "")
		if o.Tainted != c.tainted {
			t.Errorf("%s: tainted %v", c.name, o.Tainted)
		}
	}
}

// A pointer from outside that is the address of an object of the program is not known exactly.
func TestOwn(t *testing.T) {
	for _, c := range []struct {
		kind    cfa.InputKind
		pointer bool
		x       int64
		tainted bool
	}{
		{cfa.External, true, 0, false},
		{cfa.External, true, 9, false},
		{cfa.External, true, 10, true},
		{cfa.External, true, 19, true},
		{cfa.External, true, 20, false},
		{cfa.External, false, 10, false},
		{cfa.Nondet, true, 10, false},
		{cfa.Uninit, true, 10, true},
	} {
		for _, cell := range []bool{false, true} {
			b := newBuilder()
			b.Own = [][2]num.Int{{num.Of(10), num.Of(20)}}
			in := input(c.kind, "p")
			in.Pointer = c.pointer
			x := b.v("x")
			if cell {
				a := b.NewArray(nil, "a", i32, -1)
				b.seq(&cfa.Fill{Arr: a, From: in}, set1(x, at(a, k(3))))
			} else {
				b.seq(&cfa.Havoc{LHS: x, From: in})
			}
			b.seq(&cfa.Assume{Cond: bin(cfa.Ne, x, k(70))})
			b.exit()
			o := b.run(Sequence(num.Of(c.x)))
			want(t, o, Exited, "")
			if o.Tainted != c.tainted {
				t.Errorf("%v %v %d in a cell %v: tainted %v", c.kind, c.pointer, c.x, cell, o.Tainted)
			}
		}
	}
}

// A character that the environment cannot give (cfa.Input.Only) is doubtful, in a variable as in a cell.
func TestOnly(t *testing.T) {
	letters := &cfa.Characters{}
	letters.Add('a', 'f')
	for x, tainted := range map[int64]bool{'a': false, 'f': false, 'g': true, 0: true, -1: true} {
		for _, cell := range []bool{false, true} {
			b := newBuilder()
			in := input(cfa.External, "what scanf reads")
			in.Only = letters
			v := b.v("x")
			if cell {
				a := b.NewArray(nil, "a", i32, -1)
				b.seq(&cfa.Fill{Arr: a, From: in}, set1(v, at(a, k(3))))
			} else {
				b.seq(&cfa.Havoc{LHS: v, From: in})
			}
			b.seq(&cfa.Assume{Cond: bin(cfa.Ne, v, k(70))})
			b.exit()
			o := b.run(Sequence(num.Of(x)))
			want(t, o, Exited, "")
			if o.Tainted != tainted {
				t.Errorf("%d in a cell %v: tainted %v", x, cell, o.Tainted)
			}
		}
	}
}

func TestUndefined(t *testing.T) {
	for _, c := range []struct {
		name string
		op   func(b *builder, a, r *cfa.Array) cfa.Op
		kind Kind
		why  string
	}{
		{"division", func(b *builder, a, r *cfa.Array) cfa.Op {
			return set1(b.v("x"), bin(cfa.Add, bin(cfa.Div, k(1), k(0)), bin(cfa.Rem, k(1), k(0))))
		}, Undefined, "division by zero"},
		{"no input after failure", func(b *builder, a, r *cfa.Array) cfa.Op {
			return set1(b.v("x"), bin(cfa.Add, bin(cfa.Shl, k(1), k(-1)), b.v("y")))
		}, Undefined, "shift by -1"},
		{"lazy", func(b *builder, a, r *cfa.Array) cfa.Op {
			return set1(b.v("x"), &cfa.Ite{C: k(1), T: k(1), E: bin(cfa.Div, k(1), k(0))})
		}, Exited, ""},
		{"load", func(b *builder, a, r *cfa.Array) cfa.Op { return set1(b.v("x"), at(a, k(7))) }, Undefined, "index 7 outside a[0..4]"},
		{"store", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Store{Arr: a, Idx: k(-1), Val: k(0)} }, Undefined, "index -1"},
		{"null", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Store{Arr: r, Idx: k(8), Val: k(0)} }, Undefined, "null pointer"},
		{"nested", func(b *builder, a, r *cfa.Array) cfa.Op { return set1(b.v("x"), at(a, at(r, k(0)))) }, Undefined, "null pointer"},
		{"elsewhere", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Store{Arr: r, Idx: k(9999), Val: k(0)} }, Exited, ""},
		{"fill", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Fill{Arr: a, Lo: k(0), Hi: k(6), Val: k(0)} }, Undefined, "index 5"},
		{"fill nothing", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Fill{Arr: a, Lo: k(9), Hi: k(9), Val: k(0)} }, Exited, ""},
		{"copy", func(b *builder, a, r *cfa.Array) cfa.Op {
			return &cfa.Copy{Dst: r, DstLo: k(5000), Src: a, SrcLo: k(3), N: k(3)}
		}, Undefined, "index 5"},
		{"copy nothing", func(b *builder, a, r *cfa.Array) cfa.Op {
			return &cfa.Copy{Dst: r, DstLo: k(0), Src: a, SrcLo: k(3), N: k(0)}
		}, Exited, ""},
		{"assume", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Assume{Cond: bin(cfa.Rem, k(1), k(0))} }, Undefined, "division"},
		{"blocked", func(b *builder, a, r *cfa.Array) cfa.Op { return &cfa.Assume{Cond: k(0)} }, Blocked, ""},
	} {
		b := newBuilder()
		a := b.NewArray(nil, "a", i32, 5)
		r := b.NewArray(nil, "r", i32, -1)
		r.Region, r.Step = true, 4
		b.seq(c.op(b, a, r))
		b.exit()
		o := b.run(Zero())
		if o.Kind != c.kind || !strings.Contains(o.Reason, c.why) {
			t.Errorf("%s: ended with %v %q", c.name, o.Kind, o.Reason)
		}
		if c.kind == Undefined && len(o.Inputs) > 0 {
			t.Errorf("%s: asked for inputs", c.name)
		}
	}
}

func TestHalt(t *testing.T) {
	b := newBuilder()
	b.seq(cfa.Skip{})
	want(t, b.run(Zero()), Exited, "")
}

func TestHugeNumber(t *testing.T) {
	b := newBuilder()
	x := b.NewVar(b.q, "x", cfa.LocalVar, cfa.Range{})
	b.seq(set1(x, k(3)))
	b.NewEdge(b.cur, b.cur, set1(x, bin(cfa.Mul, x, x)), lang.Pos{})
	want(t, Run(context.Background(), b.Program, Zero(), Options{}), StepLimit, "number")
}

func TestCheck(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a value outside its range went unnoticed")
		}
	}()
	b := newBuilder()
	x := b.NewVar(b.q, "x", cfa.LocalVar, u8)
	b.seq(set1(x, k(256)))
	b.run(Zero())
}

func BenchmarkLoop(bm *testing.B) {
	b, _, _ := sum()
	in := Func(func(Query) (num.Int, bool) { return num.Of(1000), true })
	n := 0
	for bm.Loop() {
		n += Run(context.Background(), b.Program, in, Options{}).Steps
	}
	bm.ReportMetric(float64(n)/bm.Elapsed().Seconds(), "steps/s")
}
