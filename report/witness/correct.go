// This file makes witnesses from proofs.

package witness

import (
	"context"
	"fmt"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/formula"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/refine/annotate"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/facts"
	"github.com/whet-mc/whet/smt"
)

// FromProof makes the witness of a safe result in a version of the format. It contains the loop invariants and, from
// 2.1 on, the contracts of functions, as far as they can be expressed in C at the loop or the function. It may be
// empty: a witness without invariants says that none are needed or known.
func FromProof(ctx context.Context, r *report.Result, format string) (*Witness, error) {
	if r.Verdict != report.Safe || r.Program == nil || r.Program.Unit == nil {
		return nil, fmt.Errorf("there is no proof to make a witness of")
	}
	p := prover{
		w: &Witness{Task: task(r), Format: format}, unit: r.Program.Unit, text: sourceText{files: r.Files},
		funcs: map[string]*lang.Func{},
	}
	for _, f := range p.unit.Funcs {
		if !f.Model {
			p.funcs[f.Label()] = f
		}
	}
	p.settled(r.Program)
	if r.Outcome != nil {
		if a := r.Outcome.Annotations(ctx); a != nil {
			p.annotated(a)
		}
	}
	return p.w, nil
}

// prover collects what a proof says.
type prover struct {
	w     *Witness
	unit  *lang.Unit
	text  sourceText
	funcs map[string]*lang.Func // the functions, by label
}

// settled adds the facts at loops that were settled before the engine ran.
func (p *prover) settled(prog *cfa.Program) {
	if prog.Settled == nil {
		return
	}
	a := annotate.New(prog, nil)
	c := formula.NewCoder(a.Builder, prog)
	var claims []facts.Claim
	for _, l := range prog.Locs {
		if !l.LoopHead {
			continue
		}
		var conj []*smt.Term
		for _, e := range prog.Settled.At(l) {
			if f, conds, inexact := c.PlainCond(e); !inexact && conds.IsTrue() {
				conj = append(conj, a.NameBy(c, f)...)
			}
		}
		if len(conj) > 0 {
			claims = append(claims, facts.Claim{Loc: l, Cases: [][]*smt.Term{conj}})
		}
	}
	p.loops(a, claims)
}

// annotated adds the annotations of a proof as invariants.
func (p *prover) annotated(a *annotate.Annotations) {
	p.loops(a, facts.Claimed(a, func(l *cfa.Loc) bool { return l.LoopHead }))
	if p.w.Format == "" || p.w.Format == Formats[0] {
		return // this version has no contracts
	}
	ends := map[*cfa.Proc][2]*facts.Claim{}
	claims := facts.Claimed(a, func(l *cfa.Loc) bool { return l == l.Proc.Entry || l == l.Proc.Exit })
	for i, c := range claims {
		of := ends[c.Loc.Proc]
		if c.Loc == c.Loc.Proc.Entry {
			of[0] = &claims[i]
		} else {
			of[1] = &claims[i]
		}
		ends[c.Loc.Proc] = of
	}
	for _, q := range a.Program.Procs {
		p.contract(a, q, ends[q])
	}
}

// loops adds the invariants of loops. A loop is identified by its position. Loops that a macro makes share a position,
// where the text has no keyword of a loop; they are left out.
func (p *prover) loops(a *annotate.Annotations, claims []facts.Claim) {
	wanted := map[string]map[lang.Pos]bool{} // by function
	for _, c := range claims {
		if wanted[c.Loc.Proc.Name] == nil {
			wanted[c.Loc.Proc.Name] = map[lang.Pos]bool{}
		}
		wanted[c.Loc.Proc.Name][c.Loc.Pos] = true
	}
	at := map[string]map[lang.Pos]spot{}
	for name, places := range wanted {
		if f := p.funcs[name]; f != nil {
			at[name] = spots(p.unit, f, places, false)
		}
	}
	for _, c := range claims {
		s, ok := at[c.Loc.Proc.Name][c.Loc.Pos]
		if !ok || len(c.Cases) == 0 {
			continue
		}
		text, i, ok := p.text.offset(s.at)
		if !ok {
			continue
		}
		if _, _, is := condition(text, i); is != s.loop {
			continue
		}
		w := writer{of: a, leaf: func(y annotate.Symbol, index *num.Int) (string, *lang.Type, bool) {
			if y.Entry {
				return "", nil, false
			}
			return s.symbol(y, index)
		}}
		if value := w.cases(c.Cases); value != "" {
			p.w.Invariants = append(p.w.Invariants, Invariant{Loop: s.loop, Pos: s.at, Func: lang.PlainName(c.Loc.Proc.Name), Value: value})
		}
	}
}

// symbol returns a variable, or an element of an array, in C.
func (s *scope) symbol(y annotate.Symbol, index *num.Int) (string, *lang.Type, bool) {
	if y.Var != nil {
		return s.variable(y.Var)
	}
	k, small := index.Int64()
	if !small {
		return "", nil, false
	}
	return s.element(y.Array, k)
}

// contract adds what a function requires and ensures. In the postcondition, parameters have their values from the
// call, as in ACSL; there is no name for their values at the end.
func (p *prover) contract(a *annotate.Annotations, q *cfa.Proc, ends [2]*facts.Claim) {
	f := p.funcs[q.Name]
	if f == nil || f.Body == nil || f == p.unit.Entry {
		return
	}
	at, ok := p.text.definition(f)
	if !ok {
		return
	}
	s := fileScope(p.unit, f)
	v := Invariant{Contract: true, Pos: at, Func: lang.PlainName(q.Name)}
	if c := ends[0]; c != nil {
		w := writer{of: a, leaf: s.symbol}
		v.Requires = w.cases(c.Cases)
	}
	if c := ends[1]; c != nil {
		w := writer{of: a, leaf: func(y annotate.Symbol, index *num.Int) (string, *lang.Type, bool) {
			if y.Var != nil && len(q.Results) == 1 && y.Var == q.Results[0] && !y.Entry {
				return `\result`, f.Type.Elem, true
			}
			text, t, ok := s.symbol(y, index)
			of := y.Var != nil && y.Var.Proc != nil || y.Array != nil && y.Array.Proc != nil // a parameter
			switch {
			case ok && y.Entry && !of:
				text = `\old(` + text + ")"
			case ok && of && !y.Entry:
				return "", nil, false
			}
			return text, t, ok
		}}
		v.Value = w.cases(c.Cases)
	}
	if v.Requires != "" || v.Value != "" {
		p.w.Invariants = append(p.w.Invariants, v)
	}
}
