package cfa

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num/fp"
	"pgregory.net/rapid"
)

// Random programs small enough to be run exhaustively, and the runner: an independent reading of
// program.go in which every variable and cell starts as 0.

const (
	wordBits = 2
	cells    = 1 << wordBits
)

var word = Range{Bits: wordBits}

type drawer struct {
	*rapid.T
	p     *Program
	undef bool // divide
}

// upTo draws evenly, which rapid.IntRange does not: it prefers small numbers, and programs would be
// almost empty.
func (d *drawer) upTo(n int, what string) int {
	x := 0
	for range 6 {
		x *= 2
		if rapid.Bool().Draw(d.T, what) {
			x++
		}
	}
	return x % (n + 1)
}

func pick[T any](d *drawer, from []T, what string) T { return from[d.upTo(len(from)-1, what)] }

func drawProgram(t *rapid.T, undef bool) *Program {
	d := &drawer{t, NewProgram(lang.LP64, Machine), undef}
	p := d.p
	for i := range 1 + d.upTo(2, "globals") {
		p.NewVar(nil, fmt.Sprintf("g%d", i), GlobalVar, word)
	}
	for i := range d.upTo(2, "arrays") {
		p.NewArray(nil, fmt.Sprintf("a%d", i), word, cells)
	}
	for i := range 1 + d.upTo(2, "procs") {
		q := p.NewProc(fmt.Sprintf("f%d", i))
		for j := range d.upTo(2, "locals") {
			p.NewVar(q, fmt.Sprintf("f%d::x%d", i, j), LocalVar, word)
		}
		if i > 0 && d.upTo(1, "parameter") == 1 {
			p.NewVar(q, fmt.Sprintf("f%d::n", i), ParamVar, word)
		}
		if i > 0 && d.upTo(1, "result") == 1 {
			p.NewVar(q, fmt.Sprintf("f%d::r", i), ResultVar, word)
		}
	}
	p.Start = p.Procs[0]
	for _, q := range p.Procs {
		d.body(q)
	}
	return p
}

func (d *drawer) body(q *Proc) {
	p := d.p
	locs := []*Loc{q.Entry}
	for range 3 + d.upTo(4, "locations") {
		locs = append(locs, p.NewLoc(q, lang.Pos{}))
	}
	var bad *Loc
	if d.upTo(2, "error") > 0 {
		l := locs[len(locs)-1]
		bad = l
		l.Error = &Property{Kind: "assertion", Text: fmt.Sprint(q.Name)}
	}
	locs = append(locs, q.Exit)
	for i, l := range locs {
		if l == q.Exit || l.Error != nil {
			continue
		}
		target := func() *Loc {
			if d.upTo(3, "next") > 0 {
				return locs[i+1]
			}
			return locs[1+d.upTo(len(locs)-2, "target")]
		}
		switch k := d.upTo(20, "kind"); k {
		case 0:
			if i > 1 && d.upTo(1, "halt") == 0 {
				continue // ends the run
			}
			fallthrough
		case 1:
			p.NewEdge(l, target(), Skip{}, lang.Pos{})
		case 2:
			p.NewEdge(l, target(), Skip{}, lang.Pos{})
			p.NewEdge(l, target(), Skip{}, lang.Pos{})
		case 3, 4, 5:
			c := d.expr(q, 2)
			p.NewEdge(l, target(), &Assume{Cond: c}, lang.Pos{})
			if d.upTo(4, "else") > 0 {
				p.NewEdge(l, target(), &Assume{Cond: MkNot(c)}, lang.Pos{})
			}
		case 10, 11:
			d.temporary(q, l, target)
		case 6, 7, 8, 9: // a check
			c := MkBinary(Eq, d.simple(q), ConstInt(int64(d.upTo(2, "const"))))
			p.NewEdge(l, locs[i+1], &Assume{Cond: MkNot(c)}, lang.Pos{})
			if bad != nil {
				p.NewEdge(l, bad, &Assume{Cond: c}, lang.Pos{})
			}
		default:
			p.NewEdge(l, target(), d.op(q), lang.Pos{})
		}
	}
}

func (d *drawer) visible(q *Proc) []*Var {
	var vs []*Var
	for _, v := range d.p.Vars {
		if (v.Proc == nil || v.Proc == q) && v.Kind != TempVar {
			vs = append(vs, v)
		}
	}
	return vs
}

// temporary emits from l the setting of a temporary, perhaps something else, and its use.
func (d *drawer) temporary(q *Proc, l *Loc, target func() *Loc) {
	p := d.p
	t := p.NewVar(q, fmt.Sprintf("t%d", len(p.Vars)), TempVar, word)
	emit := func(o Op) {
		to := p.NewLoc(q, lang.Pos{})
		p.NewEdge(l, to, o, lang.Pos{})
		l = to
	}
	switch d.upTo(3, "set") {
	case 0:
		if d.upTo(2, "computed") == 0 {
			emit(ceil(t, d.value(q, 1)))
			break
		}
		emit(&Havoc{LHS: t, From: &Input{Kind: InputKind(d.upTo(int(Approx), "input")), Name: "in", Range: word}})
	case 1:
		r := pick(d, p.Procs, "callee")
		if r == p.Start || len(r.Results) == 0 {
			emit(&Assign{t, d.value(q, 1)})
			break
		}
		c := &Call{Callee: r, Results: []*Var{t}}
		for range r.Params {
			c.Args = append(c.Args, d.value(q, 1))
		}
		emit(c)
	default:
		emit(&Assign{t, d.value(q, 2)})
	}
	if d.upTo(2, "between") == 0 {
		emit(d.op(q))
	}
	var use Expr = t
	switch d.upTo(3, "use") {
	case 0:
		use = MkWrap(word.Bits, word.Signed, MkBinary(BinOp(d.upTo(int(Mul), "operator")), t, d.value(q, 1)))
	case 1:
		use = MkWrap(word.Bits, word.Signed, &Ite{d.expr(q, 1), t, d.value(q, 1)})
	}
	if d.upTo(2, "branch") == 0 {
		p.NewEdge(l, target(), &Assume{Cond: use}, lang.Pos{})
		p.NewEdge(l, target(), &Assume{Cond: MkNot(use)}, lang.Pos{})
		return
	}
	p.NewEdge(l, target(), &Assign{d.variable(q), use}, lang.Pos{})
}

// ceil sets v to the integer above a floating number of tiny bits: 0 for 0, else 1.
func ceil(v *Var, x Expr) Op {
	return &Havoc{v, &Input{Kind: Approx, Name: "floating point", Range: word}, &Computed{
		fp.Operation{Code: fp.OpToInt, F: fp.Half, Int: word.Bits, Signed: word.Signed}, []Expr{ConstInt(int64(fp.Upward)), x}}}
}

func (d *drawer) variable(q *Proc) *Var { return pick(d, d.visible(q), "var") }

// simple is a variable or a cell.
func (d *drawer) simple(q *Proc) Expr {
	if len(d.p.Arrays) > 0 && d.upTo(2, "cell") == 0 {
		return MkSelect(pick(d, d.p.Arrays, "array"), ConstInt(int64(d.upTo(2, "index"))))
	}
	return d.variable(q)
}

func (d *drawer) expr(q *Proc, depth int) Expr {
	k := d.upTo(8, "expr")
	if depth == 0 {
		k %= 3
	}
	switch {
	case k == 0:
		return ConstInt(int64(d.upTo(cells-1, "const")))
	case k == 3 && len(d.p.Arrays) > 0:
		return MkSelect(pick(d, d.p.Arrays, "array"), d.value(q, depth-1))
	case k == 4:
		return MkBinary(Lt, d.expr(q, depth-1), d.expr(q, depth-1))
	case k == 5:
		return MkBinary(Eq, d.expr(q, depth-1), d.expr(q, depth-1))
	case k == 6 && d.undef:
		return MkBinary(Div, d.expr(q, depth-1), d.expr(q, depth-1))
	case k == 7:
		return MkIte(d.expr(q, depth-1), d.expr(q, depth-1), d.expr(q, depth-1))
	case k > 3:
		return MkBinary(Add, d.expr(q, depth-1), d.expr(q, depth-1))
	}
	return d.variable(q)
}

// value is an expression that stays in a word.
func (d *drawer) value(q *Proc, depth int) Expr {
	return MkWrap(word.Bits, word.Signed, d.expr(q, max(depth, 0)))
}

func (d *drawer) op(q *Proc) Op {
	in := &Input{Kind: InputKind(d.upTo(int(Approx), "input")), Name: "in", Range: word}
	switch k := d.upTo(9, "op"); {
	case k == 0 && d.upTo(2, "computed") == 0:
		return ceil(d.variable(q), d.value(q, 1))
	case k == 0:
		return &Havoc{LHS: d.variable(q), From: in}
	case k == 1 && len(d.p.Arrays) > 0:
		return &Store{Arr: pick(d, d.p.Arrays, "array"), Idx: d.value(q, 1), Val: d.value(q, 1)}
	case k == 2 && len(d.p.Arrays) > 0:
		return &Fill{Arr: pick(d, d.p.Arrays, "array"), Lo: ConstInt(0), Hi: d.value(q, 1), Val: d.value(q, 1)}
	case k == 3 && len(d.p.Arrays) > 0:
		a := pick(d, d.p.Arrays, "array")
		b := pick(d, d.p.Arrays, "array")
		return &Copy{a, ConstInt(0), b, ConstInt(1), ConstInt(2)}
	case k <= 6 && len(d.p.Procs) > 1:
		r := pick(d, d.p.Procs[1:], "callee")
		c := &Call{Callee: r}
		for range r.Params {
			c.Args = append(c.Args, d.value(q, 1))
		}
		for range r.Results {
			c.Results = append(c.Results, pick(d, append(d.visible(q), nil), "into"))
		}
		return c
	}
	return &Assign{d.variable(q), d.value(q, 2)}
}

// state is a configuration of a run.
type state struct {
	loc    *Loc
	calls  []*Edge   // the calls that it is in
	saved  [][]int64 // the callers' values
	vals   []int64   // of globals and of the locals of the procedure at hand, by ID
	arrays [][cells]int64
}

func start(p *Program) *state {
	return &state{loc: p.Start.Entry, vals: make([]int64, len(p.Vars)), arrays: make([][cells]int64, len(p.Arrays))}
}

func (s *state) key() string {
	var b strings.Builder
	fmt.Fprint(&b, s.loc.ID, s.vals, s.arrays)
	for i, e := range s.calls {
		fmt.Fprint(&b, e.ID, s.saved[i])
	}
	return b.String()
}

func (s *state) copy(to *Loc) *state {
	t := *s
	t.loc = to
	t.vals = append([]int64(nil), s.vals...)
	t.arrays = append([][cells]int64(nil), s.arrays...)
	return &t
}

type runner struct {
	p     *Program
	depth int // of calls; deeper ones are not made
}

func (r *runner) eval(s *state, e Expr) (int64, bool) {
	m := &env{map[*Var]*big.Int{}, map[*Array]map[string]*big.Int{}}
	for i, v := range r.p.Vars {
		m.vars[v] = big.NewInt(s.vals[i])
	}
	for i, a := range r.p.Arrays {
		m.cells[a] = map[string]*big.Int{}
		for j, x := range s.arrays[i] {
			m.cells[a][fmt.Sprint(j)] = big.NewInt(x)
		}
	}
	x := m.eval(e)
	if x == nil {
		return 0, false
	}
	return x.Int64(), true
}

type successor struct {
	step Step
	to   *state
}

func (r *runner) next(s *state) (out []successor) {
	if s.loc == s.loc.Proc.Exit {
		n := len(s.calls) - 1
		if n < 0 {
			return nil
		}
		e := s.calls[n]
		c := e.Op.(*Call)
		t := s.copy(e.To)
		t.calls, t.saved = s.calls[:n:n], s.saved[:n:n]
		for i, v := range r.p.Vars {
			if v.Proc != nil {
				t.vals[i] = s.saved[n][i]
			}
		}
		for i, v := range c.Results {
			if v != nil {
				t.vals[v.ID] = s.vals[c.Callee.Results[i].ID]
			}
		}
		return []successor{{Step{e, Return}, t}}
	}
	for _, e := range s.loc.Out {
		out = append(out, r.over(s, e)...)
	}
	return out
}

func (r *runner) over(s *state, e *Edge) (out []successor) {
	t := s.copy(e.To)
	kind := Intra
	ok := true
	eval := func(x Expr) int64 {
		if x == nil {
			return 0
		}
		v, defined := r.eval(s, x)
		ok = ok && defined
		return v
	}
	switch o := e.Op.(type) {
	case *Assume:
		ok = eval(o.Cond) != 0 && ok
	case *Assign:
		t.vals[o.LHS.ID] = eval(o.RHS)
	case *Store:
		t.arrays[o.Arr.ID][eval(o.Idx)] = eval(o.Val)
	case *Fill:
		lo, hi, v := eval(o.Lo), eval(o.Hi), eval(o.Val)
		for i := lo; i < hi; i++ {
			t.arrays[o.Arr.ID][i] = v
		}
	case *Copy:
		n, to, from := eval(o.N), eval(o.DstLo), eval(o.SrcLo)
		for i := range n {
			t.arrays[o.Dst.ID][to+i] = s.arrays[o.Src.ID][from+i]
		}
	case *Havoc:
		for x := range int64(cells) {
			u := t.copy(t.loc)
			u.vals[o.LHS.ID] = x
			out = append(out, successor{Step{e, Intra}, u})
		}
		return out
	case *Call:
		if len(s.calls) >= r.depth {
			return nil
		}
		kind = Enter
		args := make([]int64, len(o.Args))
		for i, a := range o.Args {
			args[i] = eval(a)
		}
		t.loc = o.Callee.Entry
		n := len(s.calls)
		t.calls = append(s.calls[:n:n], e)
		t.saved = append(s.saved[:n:n], s.vals)
		for i, v := range r.p.Vars {
			if v.Proc != nil {
				t.vals[i] = 0
			}
		}
		for i, v := range o.Callee.Params {
			t.vals[v.ID] = args[i]
		}
	}
	if !ok {
		return nil
	}
	return []successor{{Step{e, kind}, t}}
}

// outcomes runs the program exhaustively and tells how runs end: at which error, at the start's
// exit with which globals, or never. ok is false where that takes more than limit states.
func outcomes(p *Program, limit int) (ends map[string]bool, ok bool) {
	r := &runner{p, 2}
	ends = map[string]bool{}
	seen := map[string]bool{}
	work := []*state{start(p)}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if k := s.key(); seen[k] {
			continue
		} else if seen[k] = true; len(seen) > limit {
			return nil, false
		}
		switch {
		case s.loc.Error != nil:
			ends["error "+s.loc.Error.Text] = true
		case s.loc == p.Start.Exit:
			end := "exit"
			for i, v := range p.Vars {
				if v.Proc == nil {
					end += fmt.Sprint(" ", s.vals[i])
				}
			}
			ends[end] = true
		}
		for _, n := range r.next(s) {
			work = append(work, n.to)
		}
	}
	return ends, true
}

// errorPaths lists the paths of at most so many steps along which some run reaches an error, by
// the IDs of their edges.
func errorPaths(p *Program, steps, limit int) (paths map[string]Path, ok bool) {
	r := &runner{p, 2}
	paths = map[string]Path{}
	type run struct {
		path Path
		s    *state
	}
	work := []run{{nil, start(p)}}
	for n := 0; len(work) > 0; n++ {
		w := work[len(work)-1]
		work = work[:len(work)-1]
		if n > limit {
			return nil, false
		}
		if w.s.loc.Error != nil {
			var b strings.Builder
			for _, s := range w.path {
				fmt.Fprint(&b, s.Edge.ID, "/", s.Kind, " ")
			}
			paths[b.String()] = w.path
		}
		if len(w.path) == steps {
			continue
		}
		k := len(w.path)
		for _, n := range r.next(w.s) {
			work = append(work, run{append(w.path[:k:k], n.step), n.to})
		}
	}
	return paths, true
}

func text(p *Program) string {
	var b strings.Builder
	if err := p.WriteText(&b); err != nil {
		panic(err)
	}
	return b.String()
}

// drawGraph draws one procedure with Skip edges only.
func drawGraph(t *rapid.T) *Proc {
	p := NewProgram(lang.LP64, Machine)
	q := p.NewProc("f")
	p.Start = q
	n := rapid.IntRange(1, 10).Draw(t, "locations")
	for range n {
		p.NewLoc(q, lang.Pos{})
	}
	inner := append(q.Locs[2:len(q.Locs):len(q.Locs)], q.Exit)
	p.NewEdge(q.Entry, inner[0], Skip{}, lang.Pos{})
	for range rapid.IntRange(0, 3*n).Draw(t, "edges") {
		from := rapid.SampledFrom(inner[:n]).Draw(t, "from")
		to := rapid.SampledFrom(inner).Draw(t, "to")
		p.NewEdge(from, to, Skip{}, lang.Pos{})
	}
	return q
}
