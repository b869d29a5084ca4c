// This file describes the inputs of a counterexample to people.

package report

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/report/prose"
	"github.com/whet-mc/whet/report/trace"
	"github.com/whet-mc/whet/report/words"
)

// inputs lists the inputs that the replay read. Equal neighbours become one entry with a count.
func inputs(out *refine.Outcome, run *words.Run) []Input {
	var list []Input
	for i, t := range out.Replay.Inputs {
		own := run.Inputs[i]
		in := Input{What: own.What, Value: t.Value, Words: own.Text, Times: 1, in: own.In, at: own.At}
		in.Float, in.Exact = trace.Float(t.Value, t.Float)
		means := t.Input.Means(t.Value)
		if means != "" {
			in.What, in.Words = "", means
		} else if t.What == "" {
			in.What = takenBy(out.Path, t.Step, run)
		}
		if c := own.Call; c != nil {
			in.Call = &Call{c.Func, c.Pos, c.Step}
			if t.What == "" && means == "" {
				in.What = own.What
			}
		}
		if t.Input != nil {
			in.Kind, in.Name, in.Type, in.Pos = t.Input.Kind.String(), t.Input.Name, t.Input.CType, t.Input.Pos
		}
		if in.success() && in.Kind == "external" {
			in.Words = "fails"
			if !in.Value.IsZero() {
				in.Words = "succeeds"
			}
		}
		if t.Again.Times > 0 {
			in.Again = &Again{t.Again.Inputs, int(t.Again.Times)}
		}
		if n := len(list); n > 0 && list[n-1].Again == nil {
			l := &list[n-1]
			same := (l.Call == nil) == (in.Call == nil) && (in.Call == nil || l.Call.step == in.Call.step)
			if same && l.Kind == in.Kind && l.Name == in.Name && l.What == in.What && l.Pos == in.Pos && l.Value.Equal(in.Value) {
				l.Times++
				l.Again = in.Again
				continue
			}
		}
		list = append(list, in)
	}
	return list
}

// takenBy names the variable that receives the result of a call: the one that the step sets, or the next one to which
// its value is copied.
func takenBy(path cfa.Path, step int, run *words.Run) string {
	if step < 0 || step >= len(path) {
		return ""
	}
	h, ok := path[step].Edge.Op.(*cfa.Havoc)
	if !ok {
		return ""
	}
	v := h.LHS
	for _, s := range path[step+1 : min(len(path), step+4)] {
		if named(v) {
			break
		}
		if a, ok := s.Edge.Op.(*cfa.Assign); ok && trace.Plain(a.RHS) == v {
			v = a.LHS
		}
	}
	if !named(v) {
		return ""
	}
	return run.Name(step, v)
}

func named(v *cfa.Var) bool { return v.Kind != cfa.TempVar && v.Kind != cfa.ResultVar }

// success reports whether the input decides if a library call succeeds.
func (in *Input) success() bool { return strings.HasPrefix(in.Name, "success of ") }

// character reports whether the input is a character that a library function reads, or the end of its input.
func (in *Input) character() bool {
	return in.Call != nil && in.Words == "" && (in.Name == "__whet_line" || in.Name == "gets")
}

// argument reports whether the input is part of the arguments of main.
func (in *Input) argument() bool {
	return in.Call != nil && (in.Name == "argv" || in.Name == "what argv reads")
}

// stream reports whether the input is a stream of the library that exists when the program starts. Its value means
// nothing to people.
func (in *Input) stream() bool {
	return in.Kind == "external" && strings.HasPrefix(in.Pos.File, "<") && (in.Name == "stdin" || in.Name == "stdout" || in.Name == "stderr")
}

// InputLine is what a report says about inputs that belong together.
type InputLine struct {
	No    string // the number of the input, or of the first and the last one: "2–16"
	Value string
	From  string
	Count int
}

// InputLines describes the inputs to people. The characters that one call of a library function reads become one
// string, and so do neighbouring characters of an array. Unless all is set, calls that could fail but succeed are
// only counted, in the last line, and rules that are not followed and kept are left out.
func InputLines(r *Result, all bool) []InputLine {
	var list []InputLine
	n, well, name := 1, 0, ""
	var lengths []string // the lengths of the arguments of main
	for i := 0; i < len(r.Inputs); {
		in := &r.Inputs[i]
		if !all && (in.stream() || in.Name == cfa.KeepsRule) {
			i++
			continue
		}
		k, count := 1, in.Times
		for i+k < len(r.Inputs) && r.Inputs[i+k-1].Again == nil && in.goesOn(&r.Inputs[i+k], k) {
			count += r.Inputs[i+k].Times
			k++
		}
		line := InputLine{Value: in.Text(), From: in.From(r), Count: count, No: fmt.Sprint(n)}
		if count > 1 {
			line.No = fmt.Sprintf("%d–%d", n, n+count-1)
		}
		switch {
		case in.character():
			line.Value = read(r.Inputs[i : i+k])
		case in.argument() && in.What == "":
			line.From = fmt.Sprintf("length of argv[%d]", len(lengths))
			lengths = append(lengths, in.Value.String())
		case k > 1:
			line.Value, line.From = text(r.Inputs[i:i+k], r)
			if in.argument() && in.at == 0 {
				line.From = whole(in.in, k, lengths, line.From)
			}
		case count > 1:
			line.Value += fmt.Sprintf(" ×%d", count)
		}
		again := r.Inputs[i+k-1].Again
		if n, i = n+count, i+k; in.success() && again == nil && !in.Value.IsZero() && !all {
			if f, _, _ := strings.Cut(in.From(r), ","); well == 0 {
				name = f
			} else if f != name {
				name = ""
			}
			well += count
			continue
		}
		list = append(list, line)
		if again != nil {
			list = append(list, again.line())
		}
	}
	if well > 0 {
		from := prose.Plural(well, "call")
		if name != "" {
			from += " of " + name
		}
		if well == 1 {
			from += " succeeds"
		} else {
			from += " succeed"
		}
		list = append(list, InputLine{Value: "⋮", From: from, Count: well})
	}
	return list
}

// line says how often the inputs are used again.
func (a *Again) line() InputLine {
	what := "this input again"
	if a.Inputs > 1 {
		what = fmt.Sprintf("these %d inputs again", a.Inputs)
	}
	return InputLine{No: "⋮", Value: fmt.Sprintf("%s, %s times", what, prose.Group(a.Times))}
}

// whole returns name if name is an argument of main with a length of n characters, so that all of it is shown.
// Otherwise it returns the text `from`.
func whole(name string, n int, lengths []string, from string) string {
	for i, l := range lengths {
		if name == fmt.Sprintf("argv[%d]", i) && l == fmt.Sprint(n) {
			return name
		}
	}
	return from
}

// goesOn reports whether the input `next` belongs to the same string as the input `in`, k characters after it.
func (in *Input) goesOn(next *Input, k int) bool {
	switch {
	case in.character():
		return next.character() && next.Call.step == in.Call.step
	case in.in == "" || in.Times > 1 || next.Times > 1:
		return false
	}
	return next.in == in.in && next.at == in.at+int64(k) && next.Name == in.Name
}

// read returns the string of characters that a library function reads; a negative character is the end of the input.
func read(list []Input) string {
	var b []byte
	for i, in := range list {
		k, _ := in.Value.Int64()
		if k < 0 {
			if i == 0 {
				return "end of file"
			}
			break
		}
		for range in.Times {
			b = append(b, byte(k))
		}
	}
	if n := len(b); n > 4 && bytes.Count(b, b[:1]) == n {
		return fmt.Sprintf("%s ×%d", words.Quote(string(b[:1])), n)
	}
	return words.Quote(string(b))
}

// text joins neighbouring characters of an array into one string, and says where it comes from.
func text(list []Input, r *Result) (value, from string) {
	b := make([]byte, len(list))
	for i, in := range list {
		k, _ := in.Value.Wrap(8, false).Int64()
		b[i] = byte(k)
	}
	in := list[0]
	in.What = fmt.Sprintf("%s[%d..%d]", in.in, in.at, in.at+int64(len(list))-1)
	return words.Quote(string(b)), in.From(r)
}

// InputSummary lists the inputs if there are at most six lines of them: "; inputs: 3, 4".
func InputSummary(r *Result) string {
	lines := InputLines(r, true)
	if len(lines) == 0 || len(lines) > 6 {
		return ""
	}
	var parts []string
	for _, l := range lines {
		parts = append(parts, l.Value)
	}
	return "; inputs: " + strings.Join(parts, ", ")
}

// Text returns the value as people write it.
func (in *Input) Text() string {
	return cmp.Or(trace.FloatText(in.Float, in.Exact), in.Words, in.Value.String())
}

// From says where an input comes from.
func (in Input) From(r *Result) string {
	what := in.What
	if what == in.Name {
		what = ""
	}
	at := ""
	if in.Pos.Line > 0 && !strings.HasPrefix(in.Pos.File, "<") { // a place in a built-in header is of no use
		at = ", " + r.Place(in.Pos)
	}
	var s string
	switch {
	case in.argument():
		return cmp.Or(what, "argv")
	case in.success():
		s = strings.TrimPrefix(in.Name, "success of ")
		if in.Call != nil {
			s, at = in.Call.Func, ", "+r.Place(in.Call.Pos)
		}
		if s += "()"; in.Value.IsZero() && strings.Contains(allocating, " "+s+" ") {
			at += ": no memory"
		}
	case in.Call != nil && (what != "" || in.character()):
		s, what, at = what+", read by "+in.Call.Func+"()", "", ", "+r.Place(in.Call.Pos)
		s = strings.TrimPrefix(s, ", ")
	case in.Call != nil:
		s, at = in.Call.Func+"()", ", "+r.Place(in.Call.Pos)
	case strings.HasPrefix(in.Name, "what ") && strings.HasSuffix(in.Name, " reads") && what != "":
		s, what = what+", read by "+strings.TrimSuffix(strings.TrimPrefix(in.Name, "what "), " reads")+"()", ""
	case in.Kind == "nondet":
		s = in.Name + "()"
	case in.Kind == "uninitialised":
		s, what = cmp.Or(what, in.Name)+", not initialised", ""
	case in.Kind == "external" && (what != "" || r.calls(in.Name)):
		s = in.Name + "()"
	case in.Kind == "external" && prose.Identifier(in.Name):
		s = in.Name + ", from outside of the program"
	case in.Kind == "external":
		s = in.Name
	default:
		s = in.Name + " (" + in.Kind + ")"
	}
	if what != "" {
		s = what + " = " + s
	}
	return s + at
}

// allocating lists the functions that fail when there is no memory.
const allocating = " malloc() calloc() realloc() reallocarray() aligned_alloc() memalign() valloc() posix_memalign() strdup() strndup() "

// calls reports whether the program has a function with this name.
func (r *Result) calls(name string) bool {
	if r.Program == nil || r.Program.Unit == nil {
		return false
	}
	for _, f := range r.Program.Unit.Funcs {
		if f.Name == name {
			return true
		}
	}
	return false
}
