// Random programs. Every location can be reached in the control flow, and all values are wrapped to their variables'
// words. Words and arrays are small, so that runs of different paths meet.

package mctest

import (
	"fmt"
	"math/rand/v2"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
)

// Config is the size and shape of random programs.
type Config struct {
	Procs   int  // the number of procedures in addition to Start
	Vars    int  // the number of variables of each procedure, and of global variables
	Arrays  int  // the number of global arrays; also the greatest number of arrays of a procedure
	Locs    int  // roughly the number of locations of each procedure
	Edges   int  // the number of edges of each procedure beyond those that make all locations reachable
	Bits    int  // the greatest width of variables and cells
	Errors  int  // roughly the number of error locations of the program
	Recurse bool // calls may go to any procedure, not only to later ones
}

// Small are programs that can be explored exhaustively.
var Small = Config{Procs: 2, Vars: 2, Arrays: 1, Locs: 5, Edges: 4, Bits: 2, Errors: 1, Recurse: true}

// Medium are larger programs.
var Medium = Config{Procs: 3, Vars: 3, Arrays: 2, Locs: 9, Edges: 8, Bits: 4, Errors: 2, Recurse: true}

// maker makes one program.
type maker struct {
	*rand.Rand
	Config
	p    *cfa.Program
	q    *cfa.Proc    // the procedure that is being made
	vars []*cfa.Var   // the variables visible in q
	arrs []*cfa.Array // the arrays visible in q
}

// Program returns a random finished program.
func Program(r *rand.Rand, c Config) *cfa.Program {
	m := &maker{Rand: r, Config: c, p: cfa.NewProgram(lang.LP64, cfa.Machine)}
	p := m.p
	for i := range c.Vars {
		p.NewVar(nil, fmt.Sprintf("g%d", i), cfa.GlobalVar, m.word())
	}
	for i := range c.Arrays {
		p.NewArray(nil, fmt.Sprintf("a%d", i), m.word(), -1)
	}
	for i := range c.Procs + 1 {
		q := p.NewProc(fmt.Sprintf("f%d", i))
		if i == 0 {
			p.Start = q
		} else {
			for j := range r.IntN(3) {
				p.NewVar(q, fmt.Sprintf("f%d::p%d", i, j), cfa.ParamVar, m.word())
			}
			if r.IntN(2) == 0 {
				p.NewVar(q, fmt.Sprintf("f%d::r", i), cfa.ResultVar, m.word())
			}
		}
		for j := range c.Vars {
			p.NewVar(q, fmt.Sprintf("f%d::x%d", i, j), cfa.LocalVar, m.word())
		}
		for j := range r.IntN(c.Arrays + 1) {
			p.NewArray(q, fmt.Sprintf("f%d::a%d", i, j), m.word(), -1)
		}
	}
	for _, q := range p.Procs {
		m.body(q)
	}
	p.Finish()
	return p
}

// word returns a random range of at most Config.Bits bits.
func (m *maker) word() cfa.Range { return cfa.Range{Bits: 1 + m.IntN(m.Bits), Signed: m.IntN(2) == 0} }

// body makes the locations and edges of a procedure.
func (m *maker) body(q *cfa.Proc) {
	m.q, m.vars, m.arrs = q, nil, nil
	for _, v := range m.p.Vars {
		if v.Proc == nil || v.Proc == q {
			m.vars = append(m.vars, v)
		}
	}
	for _, a := range m.p.Arrays {
		if a.Proc == nil || a.Proc == q {
			m.arrs = append(m.arrs, a)
		}
	}
	pos := func() lang.Pos { return lang.Pos{File: "random.c", Line: len(m.p.Edges) + 1, Col: 1} }
	locs := []*cfa.Loc{q.Entry}
	if q == m.p.Start { // some values are known from the start
		at := q.Entry
		for _, v := range m.vars {
			if m.IntN(3) > 0 {
				l := m.p.NewLoc(q, pos())
				m.p.NewEdge(at, l, &cfa.Assign{LHS: v, RHS: m.fit(&cfa.Const{Val: num.Of(int64(m.IntN(4)))}, v.Range)}, pos())
				at = l
			}
		}
		for _, a := range m.arrs {
			if m.IntN(2) > 0 {
				l := m.p.NewLoc(q, pos())
				m.p.NewEdge(at, l, &cfa.Fill{Arr: a, Val: m.fit(&cfa.Const{Val: num.Of(int64(m.IntN(4)))}, a.Elem)}, pos())
				at = l
			}
		}
		locs[0] = at
	}
	for range m.Locs { // make a tree of edges, so that all locations are reached
		l := m.p.NewLoc(q, pos())
		m.p.NewEdge(locs[m.IntN(len(locs))], l, m.op(), pos())
		locs = append(locs, l)
	}
	m.p.NewEdge(locs[m.IntN(len(locs))], q.Exit, m.op(), pos())
	locs = append(locs, q.Exit)
	for range m.Edges {
		// No edge leads from the exit or to the entry.
		from, to := locs[m.IntN(len(locs)-1)], locs[1+m.IntN(len(locs)-1)]
		m.p.NewEdge(from, to, m.op(), pos())
	}
	for range m.Errors {
		if m.IntN(len(m.p.Procs)) > 0 {
			continue
		}
		l := m.p.NewLoc(q, pos())
		l.Error = &cfa.Property{Kind: "assertion", Pos: pos(), Func: q.Name}
		m.p.NewEdge(locs[m.IntN(len(locs)-1)], l, &cfa.Assume{Cond: m.expr(3)}, pos())
	}
}

func (m *maker) variable() *cfa.Var { return m.vars[m.IntN(len(m.vars))] }
func (m *maker) array() *cfa.Array  { return m.arrs[m.IntN(len(m.arrs))] }

// op returns a random operation.
func (m *maker) op() cfa.Op {
	switch m.IntN(14) {
	case 0:
		return cfa.Skip{}
	case 1, 2, 3:
		if len(m.vars) > 0 && m.IntN(2) == 0 { // make a test that known values decide
			return &cfa.Assume{Cond: &cfa.Binary{Op: cfa.Eq + cfa.BinOp(m.IntN(2)), X: m.variable(), Y: &cfa.Const{Val: num.Of(int64(m.IntN(4)))}}}
		}
		return &cfa.Assume{Cond: m.expr(2)}
	case 4, 5, 6:
		v := m.variable()
		return &cfa.Assign{LHS: v, RHS: m.fit(m.expr(2), v.Range)}
	case 7:
		v := m.variable()
		return &cfa.Havoc{LHS: v, From: &cfa.Input{Kind: cfa.Nondet, Range: v.Range, Name: "nondet"}}
	case 8, 9:
		if len(m.arrs) > 0 {
			a := m.array()
			return &cfa.Store{Arr: a, Idx: m.expr(1), Val: m.fit(m.expr(1), a.Elem)}
		}
	case 10:
		if len(m.arrs) > 0 {
			a := m.array()
			f := &cfa.Fill{Arr: a}
			if m.IntN(4) > 0 {
				f.Lo, f.Hi = m.expr(1), m.expr(1)
			}
			if m.IntN(3) > 0 {
				f.Val = m.fit(m.expr(1), a.Elem)
			} else {
				f.From = &cfa.Input{Kind: cfa.Nondet, Range: a.Elem, Name: "nondet"}
			}
			return f
		}
	case 11:
		if len(m.arrs) > 0 {
			a := m.array()
			var like []*cfa.Array
			for _, b := range m.arrs {
				if b.Elem == a.Elem {
					like = append(like, b)
				}
			}
			return &cfa.Copy{Dst: a, DstLo: m.expr(1), Src: like[m.IntN(len(like))], SrcLo: m.expr(1), N: m.expr(1)}
		}
	case 12, 13:
		lo := 1
		if !m.Recurse {
			lo = m.q.ID + 1
		}
		if lo >= len(m.p.Procs) {
			return cfa.Skip{}
		}
		c := &cfa.Call{Callee: m.p.Procs[lo+m.IntN(len(m.p.Procs)-lo)]}
		for _, v := range c.Callee.Params {
			c.Args = append(c.Args, m.fit(m.expr(1), v.Range))
		}
		for _, r := range c.Callee.Results {
			var v *cfa.Var
			for _, w := range m.vars {
				if w.Range == r.Range && m.IntN(2) == 0 {
					v = w
				}
			}
			c.Results = append(c.Results, v)
		}
		return c
	}
	return cfa.Skip{}
}

// fit wraps an expression to a range.
func (m *maker) fit(e cfa.Expr, r cfa.Range) cfa.Expr {
	return &cfa.Wrap{Bits: r.Bits, Signed: r.Signed, X: e}
}

// expr returns a random expression of at most this depth.
func (m *maker) expr(depth int) cfa.Expr {
	if depth == 0 || m.IntN(5) == 0 {
		if m.IntN(3) == 0 {
			return &cfa.Const{Val: num.Of(int64(m.IntN(9) - 3))}
		}
		return m.variable()
	}
	sub := func() cfa.Expr { return m.expr(depth - 1) }
	switch m.IntN(12) {
	case 0:
		if len(m.arrs) > 0 {
			return &cfa.Select{Arr: m.array(), Idx: sub()}
		}
	case 1:
		return &cfa.Unary{Op: cfa.UnOp(m.IntN(3)), X: sub()}
	case 2:
		return &cfa.Wrap{Bits: 1 + m.IntN(m.Bits+1), Signed: m.IntN(2) == 0, X: sub()}
	case 3:
		return &cfa.Ite{C: sub(), T: sub(), E: sub()}
	case 4, 5, 6, 7:
		return &cfa.Binary{Op: cfa.Eq + cfa.BinOp(m.IntN(8)), X: sub(), Y: sub()}
	}
	return &cfa.Binary{Op: cfa.BinOp(m.IntN(int(cfa.Or) + 1)), X: sub(), Y: sub()}
}
