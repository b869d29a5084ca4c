package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
)

// Orders of evaluation that C leaves open and that matter (C11 6.5.2.2p10): two calls, or a call and an access, where
// one changes what the other reads. The program may not rely on any order, so the lowering makes all of them. An
// input chooses the order, and a bug may rest on it.
//
// Before the expression is evaluated from left to right, the evaluations that interfere are made in each order, and
// their values go into temporaries. The expression uses the values when it reaches these evaluations. All other
// evaluations commute with each evaluation that they are not ordered with, so this covers every order. An evaluation
// within the operands of another one comes first.
//
// An evaluation may have to come after a sequence point within the expression, or only if a condition holds, as in
// f() | (x && g()). Then the whole part with the sequence point, x && g(), takes its place: everything else in the part commutes
// with the other evaluations. That is only so if no other evaluation of the part interferes with them.
//
// If there are too many orders, or several evaluations of such a part interfere, only the order from left to right is
// made, and then the verdict cannot be SAFE.

// maxOrders is the largest number of orders of an expression that are made.
const maxOrders = 6

// An order lists the evaluations that are made in all orders at the beginning of an expression.
type order struct {
	list   []evaluation // in the order from left to right
	orders [][]int      // the possible orders, as indexes into list; nil: too many, or not known
	pos    lang.Pos
}

// interfere reports whether the order of the evaluations a and b may matter.
func (l *lowerer) interfere(a, b evaluation) bool {
	switch {
	case a.lv != nil && b.lv != nil:
		return (a.write || b.write) && a.e != b.e && l.mayMeet(a.lv, b.lv)
	case a.lv != nil:
		return l.callInterferes(b.e.(*lang.Call), a)
	case b.lv != nil:
		return l.callInterferes(a.e.(*lang.Call), b)
	}
	x, y := l.callEffects(a.e.(*lang.Call)), l.callEffects(b.e.(*lang.Call))
	if x.none() || y.none() {
		return false
	}
	if x.ends && y.fails || y.ends && x.fails {
		return true
	}
	within := func(f *lang.Func) bool { return x.within[f] || y.within[f] }
	return l.overlap(x.writes, y.reads, within) || l.overlap(x.writes, y.writes, within) || l.overlap(x.reads, y.writes, within)
}

func (l *lowerer) callInterferes(x *lang.Call, a evaluation) bool {
	if o := object(first(steps(a.lv, nil))); o != nil && o.Storage != lang.Global && o.Storage != lang.Static && !l.memory(o) {
		return false // no other code can access the object
	}
	f := l.callEffects(x)
	if f.none() {
		return false
	}
	touched := places{}
	l.touch(touched, a.lv)
	within := func(g *lang.Func) bool { return f.within[g] }
	return l.overlap(f.writes, touched, within) || a.write && l.overlap(f.reads, touched, within)
}

func first[A, B any](a A, _ B) A { return a }

// plan decides in which orders to make the evaluations in pairs, which are parts of the expression or initializer root.
// The order of the two evaluations of a pair matters.
func (l *funcLowerer) plan(root any, pairs [][2]evaluation) {
	o := &order{}
	index := map[lang.Expr]int{}
	known := true
	of := map[lang.Expr]lang.Expr{} // by part with a sequence point: the evaluation in whose place it is
	for _, p := range pairs {
		for _, a := range p {
			if u := a.unit; u != nil {
				if of[u] == nil {
					of[u] = a.e
				}
				known = known && of[u] == a.e && u.Type().IsScalar()
				a = evaluation{e: u}
			}
			if _, ok := index[a.e]; !ok {
				index[a.e] = len(o.list)
				o.list = append(o.list, a)
				known = known && l.writable(a)
			}
		}
	}
	slices.SortStableFunc(o.list, func(a, b evaluation) int { return comparePos(a.e.Pos(), b.e.Pos()) })
	o.pos = o.list[0].e.Pos()
	if known {
		o.orders = l.linear(o.list)
	}
	if l.ordersOf == nil {
		l.ordersOf = map[any]*order{}
	}
	l.ordersOf[root] = o
}

func comparePos(a, b lang.Pos) int {
	if a.Line != b.Line {
		return a.Line - b.Line
	}
	return a.Col - b.Col
}

// writable reports whether an evaluation can be lowered once for each order.
func (l *funcLowerer) writable(a evaluation) bool {
	ok := a.e.Type().Kind != lang.Record || a.lv == nil
	lang.WalkExpr(a.e, nil, func(e lang.Expr) {
		if x, is := e.(*lang.StmtExpr); is && x.For == nil {
			ok = false
		}
		ok = ok && len(l.partners[e]) == 0
	})
	return ok && (a.e.Type().IsScalar() || a.lv == nil)
}

// linear returns the orders in which each evaluation comes after those in its operands. The order from left to right
// comes first. It returns nil if there are too many.
func (l *funcLowerer) linear(list []evaluation) [][]int {
	n := len(list)
	inside := make([][]bool, n) // inside[i][j]: j is in the operands of i
	for i := range list {
		inside[i] = make([]bool, n)
		in := map[lang.Expr]bool{}
		lang.WalkExpr(list[i].e, nil, func(e lang.Expr) { in[e] = true })
		for j := range list {
			inside[i][j] = i != j && in[list[j].e]
		}
	}
	var all [][]int
	used := make([]bool, n)
	var extend func(done []int)
	extend = func(done []int) {
		if len(all) > maxOrders {
			return
		}
		if len(done) == n {
			all = append(all, slices.Clone(done))
			return
		}
	next:
		for i := range list {
			if used[i] {
				continue
			}
			for j := range list {
				if inside[i][j] && !used[j] {
					continue next
				}
			}
			used[i] = true
			extend(append(done, i))
			used[i] = false
		}
	}
	extend(nil)
	if len(all) > maxOrders {
		return nil
	}
	return all
}

// inOrder makes the evaluations in root whose order matters, in all orders.
func (l *funcLowerer) inOrder(root any) {
	o := l.ordersOf[root]
	if o == nil {
		return
	}
	delete(l.ordersOf, root)
	for _, a := range o.list {
		lang.WalkExpr(a.e, nil, func(e lang.Expr) {
			if l.ordersOf[e] != nil {
				o.orders = nil // a part has several orders, too, and the combinations of orders are not made
			}
		})
	}
	if o.orders == nil {
		l.lookedAway("the order of evaluation of "+strings.Join(orderedTexts(o.list), " and "), o.pos)
		return
	}
	if len(o.orders) < 2 {
		return
	}
	in := &cfa.Input{Kind: cfa.External, Name: "order of evaluation", Range: cfa.Range{Bits: 1}, Pos: o.pos, CType: "int"}
	if len(o.orders) > 2 {
		in.Range.Bits = 3
	}
	texts := orderedTexts(o.list)
	for _, list := range o.orders {
		var names []string
		for _, i := range list {
			names = append(names, texts[i])
		}
		in.Choices = append(in.Choices, strings.Join(names, ", then "))
	}
	if l.early == nil {
		l.early = map[lang.Expr]cfa.Expr{}
	}
	values := make([]*cfa.Var, len(o.list))
	for i, a := range o.list {
		if l.valued(a.e.Type()) {
			values[i] = l.temp(l.rangeOf(a.e.Type(), nil), o.pos)
		}
	}
	which := l.temp(in.Range, o.pos)
	l.emit(&cfa.Havoc{LHS: which, From: in}, o.pos)
	end := l.newLoc(o.pos)
	done := l.repeat()
	for k, list := range o.orders {
		next := l.newLoc(o.pos)
		if k < len(o.orders)-1 {
			here := l.newLoc(o.pos)
			l.test(cfa.MkBinary(cfa.Eq, which, cfa.ConstInt(int64(k))), here, next, o.pos)
			l.cur = here
		}
		for _, a := range o.list {
			delete(l.early, a.e)
		}
		for _, i := range list {
			l.evaluateEarly(o.list[i].e, values[i])
		}
		l.jump(end, o.pos)
		l.cur = next
	}
	done()
	l.cur = end
}

// orderedTexts returns the texts of the evaluations, numbered if several have the same text.
func orderedTexts(list []evaluation) []string {
	count := map[string]int{}
	for _, a := range list {
		count[lang.ExprString(a.e)]++
	}
	var out []string
	nth := map[string]int{}
	for _, a := range list {
		text := lang.ExprString(a.e)
		if count[text] > 1 {
			nth[text]++
			text = fmt.Sprintf("%s (%d.)", text, nth[text])
		}
		out = append(out, text)
	}
	return out
}

// evaluateEarly evaluates e now, and keeps its value until the expression reaches e.
func (l *funcLowerer) evaluateEarly(e lang.Expr, into *cfa.Var) {
	unused, to := l.unused, l.into
	l.unused, l.into = false, nil
	defer func() { l.unused, l.into = unused, to }()
	if e.Type().Kind == lang.Record {
		l.effects(e)
		l.early[e] = nil
		return
	}
	v := l.rval(e)
	if into == nil {
		l.early[e] = v
		return
	}
	if v == nil {
		v = l.approx(into.Range, "floating point", e.Pos())
	}
	l.emit(&cfa.Assign{LHS: into, RHS: v}, e.Pos())
	l.early[e] = into
}

// A repeated identifies a property of an expression that is lowered more than once.
type repeated struct {
	rule Check
	at   lang.Expr
}

// repeat lets expressions that are lowered several times share their properties, until the returned function is called.
func (l *funcLowerer) repeat() (done func()) {
	outer := l.repeats
	if outer == nil {
		l.repeats = map[repeated]*cfa.Property{}
	}
	return func() { l.repeats = outer }
}

// isEarly reports whether e has been evaluated already.
func (l *funcLowerer) isEarly(e lang.Expr) bool {
	_, ok := l.early[e]
	return ok
}
