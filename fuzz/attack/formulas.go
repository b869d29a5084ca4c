package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/fuzz/script"
	"github.com/whet-mc/whet/smt/smtlib"
)

// Batches of SMT-LIB scripts, which other solvers check.

// A Formula is the result of one script.
type Formula struct {
	Seed   uint64 `json:"seed"`
	Logic  string `json:"logic"`
	Answer string `json:"answer"`
	Z3     string `json:"z3,omitempty"`
	CVC5   string `json:"cvc5,omitempty"`
	Proof  bool   `json:"proof,omitempty"` // set if the answer is unsat and the proof was checked
	Model  string `json:"model,omitempty"` // z3's answer to the script with the model; "sat" is right
	Core   string `json:"core,omitempty"`  // z3's answer to the core; "unsat" is right
	// Between is the verdict about the interpolant: "right", "none" if the solver gives none, or what is wrong.
	Between string   `json:"between,omitempty"`
	Wrong   string   `json:"wrong,omitempty"`  // what is wrong with the answer, or ""
	Faults  []string `json:"faults,omitempty"` // answers with which other solvers contradict themselves

	model string // the solver's model as printed
}

// solved counts scripts.
type solved struct {
	scripts, sat, unsat, unknown                           int
	agree                                                  int // scripts on which at least one other solver agrees
	alone                                                  int // scripts that no other solver answers
	models, cores, interpolants, uninterpolated, unchecked int
	proofs, refused                                        int
	faults                                                 Counts // answers of other solvers that contradict themselves, which do not count (see settled)
	wrong                                                  int
}

func (f *Figures) formula(p *Formula) {
	if f.logics[p.Logic] == nil {
		f.logics[p.Logic] = &solved{faults: Counts{}}
	}
	for _, s := range []*solved{f.logics[p.Logic], &f.solving} {
		s.scripts++
		switch p.Answer {
		case "sat":
			s.sat++
		case "unsat":
			s.unsat++
		default:
			s.unknown++
		}
		switch {
		case p.Answer != "sat" && p.Answer != "unsat":
		case p.Z3 == p.Answer || p.CVC5 == p.Answer:
			s.agree++
		default:
			s.alone++
		}
		count := func(n *int, is bool) {
			if is {
				*n++
			}
		}
		count(&s.proofs, p.Proof)
		count(&s.models, p.Model == "sat")
		count(&s.cores, p.Core == "unsat")
		count(&s.interpolants, p.Between == "right")
		count(&s.uninterpolated, p.Between == "none")
		count(&s.unchecked, p.Between == "unknown" || p.Core == "unknown" || p.Model == "unknown")
		for _, w := range p.Faults {
			s.faults[w]++
		}
		refused := strings.HasPrefix(p.Wrong, proofRefused)
		count(&s.refused, refused)
		count(&s.wrong, p.Wrong != "" && !refused)
	}
}

// scriptBatch is the number of scripts that are answered together.
const scriptBatch = 100

// formulas runs a batch of scripts.
func (c *Campaign) formulas(ctx context.Context, dir string, number int, e *Entry) error {
	rivals := script.Rivals()
	// questions for the first rival, z3, which also checks models, cores and interpolants
	var asked []script.Question
	var what []func(answer string)
	e.Formulas = make([]Formula, scriptBatch)
	scripts := make([]*script.Script, scriptBatch)
	kind, generate := "", script.New
	if c.Floats {
		kind, generate = "float-", script.Floating
	}
	for i := range scriptBatch {
		s := generate(uint64(number)*scriptBatch + uint64(i))
		scripts[i] = s
		p := &e.Formulas[i]
		p.Seed, p.Logic = s.Seed, s.Logic
		ask := func(q script.Question, f func(answer string)) {
			asked = append(asked, q)
			what = append(what, func(a string) { f(c.settled(ctx, rivals, 0, s, p, q, short(a))) })
		}
		if err := c.solve(ctx, s, p, ask); err != nil {
			return err
		}
		ask(script.Question{Declarations: s.Declarations, Assertions: s.Assertions}, func(a string) { p.Z3 = a })
		if ctx.Err() != nil {
			return nil
		}
	}
	for k, r := range rivals {
		switch {
		case r.Name == "z3" && k == 0:
			answers, err := r.Ask(ctx, asked)
			if err != nil {
				return err
			}
			for i, a := range answers {
				what[i](a)
			}
		default:
			var qs []script.Question
			for _, s := range scripts {
				qs = append(qs, script.Question{Declarations: s.Declarations, Assertions: s.Assertions})
			}
			answers, err := r.Ask(ctx, qs)
			if err != nil {
				return err
			}
			for i, a := range answers {
				e.Formulas[i].CVC5 = c.settled(ctx, rivals, k, scripts[i], &e.Formulas[i], qs[i], short(a))
			}
		}
	}
	for i := range e.Formulas {
		p := &e.Formulas[i]
		judge(p)
		if p.Wrong == "" {
			continue
		}
		text := fmt.Sprintf("; script %s%d of generator %d: %s\n(set-logic %s)\n%s%s(check-sat)\n", kind, p.Seed, script.Version, p.Wrong, p.Logic, scripts[i].Declarations, scripts[i].Named())
		if c.Progress != nil {
			fmt.Fprintf(c.Progress, "FOUND script %s%d, %s: %s\n", kind, p.Seed, p.Logic, p.Wrong)
		}
		if c.Keep != "" {
			if err := os.MkdirAll(c.Keep, 0o755); err != nil {
				return err
			}
			if err := os.WriteFile(filepath.Join(c.Keep, fmt.Sprintf("script-%s%d.smt2", kind, p.Seed)), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// short returns an answer without the text of errors.
func short(a string) string {
	if strings.HasPrefix(a, "(error") || a == "" || a == "timeout" {
		return "unknown"
	}
	return a
}

// proofRefused is the start of the message for a proof that the checker does not accept. The answer is then unknown,
// so it is not wrong; but it is a find.
const proofRefused = "the proof is not accepted"

// judge sets p.Wrong if something is wrong.
func judge(p *Formula) {
	switch {
	case strings.HasPrefix(p.Wrong, "!"), p.Wrong != "":
	case opposite(p.Answer, p.Z3) || opposite(p.Answer, p.CVC5):
		p.Wrong = fmt.Sprintf("whet says %s, z3 %s, cvc5 %s", p.Answer, p.Z3, p.CVC5)
	case p.Model == "unsat":
		p.Wrong = "the model is none"
	case p.Core == "sat":
		p.Wrong = "the core is satisfiable"
	case p.Between != "" && p.Between != "right" && p.Between != "none" && p.Between != "unknown":
		p.Wrong = "interpolant: " + p.Between
	}
}

// solve lets whet answer a script, and prepares questions about the model, or the core and interpolant.
func (c *Campaign) solve(ctx context.Context, s *script.Script, p *Formula, ask func(script.Question, func(string))) error {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	var out bytes.Buffer
	in := smtlib.New(smtlib.Config{Out: &out, CheckProofs: true, Timeout: 3 * c.Timeout})
	full := s.Seed%2 == 0 // the others have no options that keep the solver from simplifying
	half := len(s.Assertions) / 2
	text := "(set-option :produce-models true)\n"
	if full {
		text += "(set-option :produce-unsat-cores true)\n(set-option :produce-interpolants true)\n"
	}
	text += fmt.Sprintf("(set-logic %s)\n%s%s(check-sat)\n(get-model)\n", s.Logic, s.Declarations, s.Named())
	if full {
		text += fmt.Sprintf("(get-unsat-core)\n(get-interpolants %s %s)\n", group(0, half), group(half, len(s.Assertions)))
	}
	err := run1(ctx, in, text)
	if ctx.Err() != nil {
		p.Answer = "unknown"
		return nil
	}
	answers := expressions(out.String())
	if err != nil || len(answers) < 2 {
		p.Answer, p.Wrong = "crash", fmt.Sprintf("%v: %.300s", err, out.String())
		return nil
	}
	p.Answer = answers[0]
	switch {
	case p.Answer == "sat":
		p.model = answers[1]
		q := script.Question{Declarations: modelled(s.Declarations, answers[1]), Assertions: s.Assertions}
		ask(q, func(a string) { p.Model = a })
	case p.Answer == "unsat":
		p.Proof = true // an answer is unknown if its proof did not check
		if full && len(answers) == 4 {
			c.unsat(s, p, answers[2], answers[3], half, ask)
		}
	case p.Answer != "unknown":
		p.Wrong = fmt.Sprintf("%.300s", out.String())
		p.Answer = "crash"
	case slices.ContainsFunc(answers, func(a string) bool { return strings.Contains(a, "proof") }):
		p.Wrong = fmt.Sprintf("%s: %.300s", proofRefused, out.String())
	}
	return nil
}

// run1 runs a script. It turns a panic into an error.
func run1(ctx context.Context, in *smtlib.Interpreter, text string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	return in.Run(ctx, strings.NewReader(text))
}

// group returns a partition for get-interpolants.
func group(from, to int) string {
	var names []string
	for i := from; i < to; i++ {
		names = append(names, fmt.Sprintf("A%d", i))
	}
	if len(names) == 1 {
		return names[0]
	}
	return "(and " + strings.Join(names, " ") + ")"
}

// unsat prepares questions about a core and an interpolant.
func (c *Campaign) unsat(s *script.Script, p *Formula, core, itp string, half int, ask func(script.Question, func(string))) {
	var some []string
	for _, name := range strings.Fields(strings.Trim(core, "()")) {
		k := 0
		if n, _ := fmt.Sscanf(name, "A%d", &k); n != 1 || k >= len(s.Assertions) {
			p.Wrong = "core: " + core
			return
		}
		some = append(some, s.Assertions[k])
	}
	ask(script.Question{Declarations: s.Declarations, Assertions: some}, func(a string) { p.Core = a })
	list := expressions(strings.TrimSuffix(strings.TrimPrefix(itp, "("), ")"))
	switch {
	case strings.HasPrefix(itp, "(error"):
		p.Between = "none"
		return
	case len(list) != 1:
		p.Between = "not one formula: " + itp
		return
	}
	i := list[0]
	for _, name := range s.Names {
		if mentions([]string{i}, name) && !(mentions(s.Assertions[:half], name) && mentions(s.Assertions[half:], name)) {
			p.Between = "it has " + name + ", which is not on both sides"
			return
		}
	}
	p.Between = "right"
	check := func(what string, assertions ...string) {
		ask(script.Question{Declarations: s.Declarations, Assertions: assertions}, func(a string) {
			if a == "sat" {
				p.Between = what + ": " + i
			} else if a != "unsat" && p.Between == "right" {
				p.Between = "unknown"
			}
		})
	}
	check("the first part does not imply it", append(slices.Clone(s.Assertions[:half]), "(not "+i+")")...)
	check("it does not contradict the second part", append(slices.Clone(s.Assertions[half:]), i)...)
}

// mentions reports whether a name occurs in formulas.
func mentions(fs []string, name string) bool {
	for _, f := range fs {
		for _, w := range strings.FieldsFunc(f, func(r rune) bool { return strings.ContainsRune("() \n\t", r) }) {
			if w == name {
				return true
			}
		}
	}
	return false
}

// modelled returns the declarations, with the model's definitions for the names that it defines. Elements of free
// sorts become distinct constants.
func modelled(declarations, model string) string {
	defined := map[string]bool{}
	elements := map[string][]string{} // by free sort: its elements
	var defs strings.Builder
	for _, d := range expressions(strings.TrimSuffix(strings.TrimPrefix(model, "("), ")")) {
		for {
			i := strings.Index(d, "(as @")
			if i < 0 {
				break
			}
			j := i + strings.IndexByte(d[i:], ')')
			w := strings.Fields(d[i+1 : j])
			name := "e_" + strings.NewReplacer("@", "", "!", "_").Replace(w[1])
			if !slices.Contains(elements[w[2]], name) {
				elements[w[2]] = append(elements[w[2]], name)
			}
			d = d[:i] + name + d[j+1:]
		}
		w := strings.Fields(d)
		switch {
		case len(w) > 3 && w[0] == "(declare-fun": // as z3 writes elements
			sort := strings.TrimSuffix(w[3], ")")
			elements[sort] = append(elements[sort], w[1])
			continue
		case len(w) > 0 && w[0] == "(forall": // that there are no others
			continue
		case len(w) > 1 && w[0] == "(define-fun":
			defined[w[1]] = true
		}
		defs.WriteString(d + "\n")
	}
	var out strings.Builder
	var rest []string
	for line := range strings.Lines(declarations) {
		w := strings.Fields(line)
		switch {
		case w[0] == "(declare-sort":
			out.WriteString(line)
			for _, e := range elements[w[1]] {
				fmt.Fprintf(&out, "(declare-fun %s () %s)\n", e, w[1])
			}
			if len(elements[w[1]]) > 1 {
				fmt.Fprintf(&out, "(assert (distinct %s))\n", strings.Join(elements[w[1]], " "))
			}
		case !defined[w[1]]:
			rest = append(rest, line)
		}
	}
	return out.String() + strings.Join(rest, "") + defs.String()
}

// expressions splits a text into s-expressions. It drops comments.
func expressions(text string) []string {
	var out []string
	depth, from := 0, -1
	end := func(i int) {
		if from >= 0 && depth == 0 {
			out = append(out, text[from:i])
			from = -1
		}
	}
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == ';':
			end(i)
			j := strings.IndexByte(text[i:], '\n')
			if j < 0 {
				j = len(text) - i
			}
			text = text[:i] + strings.Repeat(" ", j) + text[i+j:]
		case c == '"':
			if from < 0 {
				from = i
			}
			for i++; i < len(text) && text[i] != '"'; i++ {
			}
		case c == '(':
			if depth == 0 {
				end(i)
				from = i
			}
			depth++
		case c == ')':
			depth--
			end(i + 1)
		case c == ' ' || c == '\n' || c == '\t':
			end(i)
		case from < 0:
			from = i
		}
	}
	end(len(text))
	return out
}
