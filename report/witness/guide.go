// This file provides the inputs for a run that follows a violation witness.

package witness

import (
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/interp"
	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/num"
	"github.com/whet-mc/whet/num/fp"
	"github.com/whet-mc/whet/report/source"
)

// Inputs returns the inputs of a run that follows a violation witness. When a call returns at the next waypoint to
// follow, it returns the value in the waypoint's constraint (\result == 5), and the run goes on to the next segment.
// A variable whose value is open takes the value that an assumption gives it (x == 5) in the same way. Values that
// the witness leaves open come from the inputs `rest`. Waypoints without information about inputs are skipped,
// whether or not the run satisfies them: the run itself is judged, not the way to the error.
func (w *Witness) Inputs(files source.Files, rest interp.Inputs) interp.Inputs {
	text := sourceText{files: files}
	var returns []Waypoint // including assumptions
	for _, s := range w.Segments {
		if _, _, ok := assumed(s.Follow); ok {
			returns = append(returns, s.Follow)
		}
		if _, ok := value(s.Follow); ok || s.Follow.Type == FunctionReturn && floating.MatchString(s.Follow.Value) {
			returns = append(returns, s.Follow)
		}
	}
	type call struct {
		line, col int
		known     bool
	}
	ends := map[*cfa.Input]call{}
	return interp.Func(func(q interp.Query) (num.Int, bool) {
		if q.Var == nil || len(returns) == 0 {
			return rest.Next(q)
		}
		for i, a := range returns {
			name, v, ok := assumed(a)
			if !ok {
				break // a call must return before assumptions after it apply
			}
			if named := q.Var.Name; named == name && q.Input.Float == (fp.Format{}) && (a.Func == "" || q.Var.Proc == nil || lang.PlainName(q.Var.Proc.Name) == a.Func) {
				returns = returns[i+1:]
				return v, true
			}
		}
		if q.Input.Kind != cfa.Nondet && q.Input.Kind != cfa.External || !q.Input.OfCall() {
			return rest.Next(q)
		}
		for len(returns) > 0 && returns[0].Type == Assumption {
			returns = returns[1:]
		}
		if len(returns) == 0 {
			return rest.Next(q)
		}
		end, ok := ends[q.Input]
		if !ok {
			if p, found := text.callEnd(q.Input.Pos, q.Input.Name); found {
				end = call{p.Line, p.Col, true}
			}
			ends[q.Input] = end
		}
		next := returns[0]
		if !end.known || end.line != next.Pos.Line || !w.in(next.Pos.File, q.Input.Pos.File) || next.Pos.Col != 0 && end.col != next.Pos.Col {
			return rest.Next(q)
		}
		returns = returns[1:]
		if f := q.Input.Float; f != (fp.Format{}) {
			v, ok := parseFloat(strings.TrimPrefix(strings.TrimSpace(next.Value), `\result ==`), f)
			if !ok {
				return rest.Next(q)
			}
			return v, true
		}
		v, ok := value(next)
		if !ok {
			return rest.Next(q)
		}
		return v, true
	})
}

var resultIs = lazyregexp.New(`^\s*\(*\s*(?:\\result\s*==\s*(\(?-?\s*[0-9a-fA-FxX]+[uUlL]*\)?)|(-?[0-9a-fA-FxX]+[uUlL]*)\s*==\s*\\result)\s*\)*\s*$`)

// floating matches a constraint that gives the floating-point number that a call returns.
var floating = lazyregexp.New(`^\s*\\result\s*==\s*-?\(?[0-9.].*$`)

var assumedIs = lazyregexp.New(`^\s*\(?\s*([A-Za-z_][A-Za-z0-9_.]*)\s*==\s*(.*?)\s*\)?\s*$`)

// assumed returns the variable and the value of an assumption, if the assumption says nothing else.
func assumed(w Waypoint) (name string, v num.Int, ok bool) {
	m := assumedIs.FindStringSubmatch(w.Value)
	if w.Type != Assumption || m == nil {
		return "", num.Int{}, false
	}
	v, ok = value(Waypoint{Type: FunctionReturn, Value: `\result == ` + m[2]})
	return m[1], v, ok
}

// value returns the value that a waypoint gives to the result of a call.
func value(w Waypoint) (num.Int, bool) {
	if w.Type != FunctionReturn {
		return num.Int{}, false
	}
	if strings.Contains(w.Value, "- 1)") { // the least numbers of a width, in the form that C requires
		for _, k := range []uint{31, 63} {
			least := num.Pow2(k).Neg()
			if strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(w.Value), `\result ==`)) == literal(least, cfa.Range{}) {
				return least, true
			}
		}
		return num.Int{}, false
	}
	m := resultIs.FindStringSubmatch(w.Value)
	if m == nil {
		return num.Int{}, false
	}
	s := strings.TrimRight(strings.Trim(m[1]+m[2], "() "), "uUlL")
	s, neg := strings.CutPrefix(s, "-")
	s = strings.TrimSpace(s)
	base := 10
	if t, ok := strings.CutPrefix(strings.ToLower(s), "0x"); ok {
		s, base = t, 16
	}
	if len(s) > 40 {
		return num.Int{}, false
	}
	v, ok := num.Parse(s, base)
	if neg {
		v = v.Neg()
	}
	return v, ok
}
