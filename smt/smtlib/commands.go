// The table of commands, and those that declare, define, assert, push, pop and check. The options and the commands
// that ask about answers have files of their own.

package smtlib

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// command is a command of SMT-LIB. min and max bound the number of its arguments; max -1 means any number. A silent
// command is answered with success if the option :print-success is set.
type command struct {
	min, max int
	usage    string
	silent   bool
	run      func(in *Interpreter) *complaint
}

// commands are all commands by name; init fills the map, since they refer to it.
var commands map[string]*command

func init() {
	commands = map[string]*command{
		"set-logic":             {1, 1, "LOGIC", true, (*Interpreter).setLogic},
		"set-option":            {1, 2, ":OPTION VALUE", true, (*Interpreter).setOption},
		"get-option":            {1, 1, ":OPTION", false, (*Interpreter).getOption},
		"set-info":              {1, 2, ":KEY VALUE", true, (*Interpreter).setInfo},
		"get-info":              {1, 1, ":KEY", false, (*Interpreter).getInfo},
		"declare-sort":          {1, 2, "NAME ARITY", true, (*Interpreter).declareSort},
		"define-sort":           {3, 3, "NAME (PARAMETERS) SORT", true, (*Interpreter).defineSort},
		"declare-fun":           {3, 3, "NAME (SORTS) SORT", true, (*Interpreter).declareFun},
		"declare-const":         {2, 2, "NAME SORT", true, (*Interpreter).declareConst},
		"define-fun":            {4, 4, "NAME ((PARAMETER SORT) …) SORT TERM", true, (*Interpreter).defineFun},
		"define-const":          {3, 3, "NAME SORT TERM", true, (*Interpreter).defineConst},
		"define-fun-rec":        {0, -1, "…", true, refuse},
		"define-funs-rec":       {0, -1, "…", true, refuse},
		"declare-datatype":      {0, -1, "…", true, refuse},
		"declare-datatypes":     {0, -1, "…", true, refuse},
		"assert":                {1, 1, "FORMULA", true, (*Interpreter).assert},
		"check-sat":             {0, 0, "", false, (*Interpreter).checkSat},
		"check-sat-assuming":    {1, 1, "(FORMULAS)", false, (*Interpreter).checkSatAssuming},
		"push":                  {0, 1, "n", true, (*Interpreter).push},
		"pop":                   {0, 1, "n", true, (*Interpreter).pop},
		"get-model":             {0, 0, "", false, (*Interpreter).getModel},
		"get-value":             {1, 1, "(TERMS)", false, (*Interpreter).getValue},
		"get-assignment":        {0, 0, "", false, (*Interpreter).getAssignment},
		"get-assertions":        {0, 0, "", false, (*Interpreter).getAssertions},
		"get-unsat-core":        {0, 0, "", false, (*Interpreter).getUnsatCore},
		"get-unsat-assumptions": {0, 0, "", false, (*Interpreter).getUnsatAssumptions},
		"get-proof":             {0, 0, "", false, (*Interpreter).getProof},
		"get-interpolants":      {2, -1, "PARTITION PARTITION …", false, (*Interpreter).getInterpolants},
		"get-interpolant":       {1, 1, "PARTITION", false, (*Interpreter).getInterpolant},
		"simplify":              {1, 1, "TERM", false, (*Interpreter).simplify},
		"echo":                  {1, 1, "STRING", false, (*Interpreter).echo},
		"reset":                 {0, 0, "", true, (*Interpreter).resetAll},
		"reset-assertions":      {0, 0, "", true, (*Interpreter).resetAssertions},
		"exit":                  {0, 0, "", true, (*Interpreter).exit},
	}
}

// commandNames yields the names of all commands.
func commandNames(yield func(string) bool) {
	for n := range commands { // didYouMean orders them
		if !yield(n) {
			return
		}
	}
}

// refuse answers a command that is not supported.
func refuse(*Interpreter) *complaint { return unsupported }

// exit ends the script.
func (in *Interpreter) exit() *complaint {
	in.ended = true
	return nil
}

// echo prints its string as it is written.
func (in *Interpreter) echo() *complaint {
	text := in.t.atom(in.args[0])
	if text[0] != '"' {
		return complain(in.args[0], "a string is needed here: (echo \"so\")")
	}
	in.say("%s", text)
	return nil
}

// simplify prints a term as its constructors have simplified it.
func (in *Interpreter) simplify() *complaint {
	f, err := in.term(in.args[0])
	if err != nil {
		return err
	}
	in.print(f)
	in.say("")
	return nil
}

// print writes a term.
func (in *Interpreter) print(t *smt.Term) {
	smt.Print(in.out, t) //nolint:errcheck // the writer keeps its error
}

// Declarations.

// setLogic sets the logic, which decides what numerals are and which operators may be declared. An unknown logic
// allows everything.
func (in *Interpreter) setLogic() *complaint {
	i := in.args[0]
	if err := in.wantSymbol(i, "the name of a logic"); err != nil {
		return err
	}
	if in.logic != "" {
		return complain(i, "the logic is %s already; (reset) comes before another", in.logic)
	}
	if len(in.tab.decls) > 0 || len(in.stack) > 0 || len(in.levels) > 0 {
		return complain(i, "the logic is set before anything is declared or asserted")
	}
	in.logic = in.tab.symbol(in.t.atom(i)).text
	has, ok := theories(in.logic)
	if !ok {
		fmt.Fprintf(in.err, "; %s: %s is no logic that whet knows; everything it supports is allowed\n", in.cfg.File, smt.Symbol(in.logic))
		return nil
	}
	in.reals = realNumerals(in.logic)
	for k := range ops {
		// The script may declare the name of an operator that the logic does not have. Until it does, the operator
		// keeps its meaning.
		in.tab.at(ops[k].name).foreign = ops[k].theory&has == 0
	}
	return nil
}

// declareSort declares a free sort.
func (in *Interpreter) declareSort() *complaint {
	n, err := in.newSort(in.args[0])
	if err != nil {
		return err
	}
	arity := 0
	if len(in.args) > 1 {
		if arity, err = in.natural(in.args[1], maxSortSize); err != nil {
			return err
		}
	}
	in.tab.declareSort(n, &sortDecl{line: in.lineOf(in.args[0]), arity: arity, free: true})
	in.forget()
	return nil
}

// newSort returns the symbol at token i. It complains if the symbol cannot name a new sort.
func (in *Interpreter) newSort(i int) (*name, *complaint) {
	if err := in.wantSymbol(i, "the name of a sort"); err != nil {
		return nil, err
	}
	n := in.tab.symbol(in.t.atom(i))
	switch {
	case n.sort != nil && n.sort.line > 0:
		return nil, complain(i, "the sort %s is declared already, on line %d", smt.Symbol(n.text), n.sort.line)
	case n.sort != nil || n.text == "BitVec" || n.text == "FloatingPoint":
		return nil, complain(i, "%s is a sort of the logic and cannot be declared", n.text)
	case n.word && in.t.atom(i)[0] != '|':
		return nil, complain(i, "%s is a reserved word; write |%s|", n.text, n.text)
	}
	return n, nil
}

// lineOf returns the line of token i.
func (in *Interpreter) lineOf(i int) int {
	line, _ := in.t.place(int(in.t.toks[i].off))
	return line
}

// defineSort defines a sort that may have parameters.
func (in *Interpreter) defineSort() *complaint {
	n, err := in.newSort(in.args[0])
	if err != nil {
		return err
	}
	t, list := in.t, in.args[1]
	if !t.isList(list) {
		return complain(list, "a list of parameters is needed here, like () or (X Y)")
	}
	params := map[string]int{}
	for i := list + 1; i < t.skip(list); i = t.skip(i) {
		if err := in.wantSymbol(i, "a parameter"); err != nil {
			return err
		}
		text := in.tab.symbol(t.atom(i)).text
		if _, dup := params[text]; dup {
			return complain(i, "there are two parameters %s", text)
		}
		params[text] = len(params)
	}
	e, err := in.sortExpr(in.args[2], params, 0)
	if err != nil {
		return err
	}
	in.tab.declareSort(n, &sortDecl{line: in.lineOf(in.args[0]), arity: len(params), body: e})
	in.forget()
	return nil
}

// declareFun declares a function.
func (in *Interpreter) declareFun() *complaint {
	t, list := in.t, in.args[1]
	if !t.isList(list) {
		return complain(list, "a list of sorts is needed here, like () or (Int Bool)")
	}
	var params []*smt.Sort
	for i := list + 1; i < t.skip(list); i = t.skip(i) {
		s, err := in.sort(i)
		if err != nil {
			return err
		}
		params = append(params, s)
	}
	return in.declare(params, in.args[2])
}

// declareConst declares a constant.
func (in *Interpreter) declareConst() *complaint { return in.declare(nil, in.args[1]) }

// declare declares the function named by the first argument of the command; result is the token of its sort.
func (in *Interpreter) declare(params []*smt.Sort, result int) *complaint {
	n, err := in.newSymbol(in.args[0])
	if err != nil {
		return err
	}
	s, err := in.sort(result)
	if err != nil {
		return err
	}
	d := &decl{name: n.text, line: in.lineOf(in.args[0]), params: params, result: s, fn: in.b.Func(n.text, params, s)}
	if len(params) == 0 {
		d.value = in.b.App(d.fn)
	}
	in.tab.declare(n, d)
	in.forget()
	return nil
}

// defineConst defines a constant.
func (in *Interpreter) defineConst() *complaint { return in.define(-1, in.args[1], in.args[2]) }

// defineFun defines a function.
func (in *Interpreter) defineFun() *complaint {
	return in.define(in.args[1], in.args[2], in.args[3])
}

// define defines the function named by the first argument of the command. list, result and body are the tokens of its
// parameters, its sort and its body; list is -1 for a constant.
func (in *Interpreter) define(list, result, body int) *complaint {
	n, err := in.newSymbol(in.args[0])
	if err != nil {
		return err
	}
	d := &decl{name: n.text, line: in.lineOf(in.args[0])}
	hidden := len(in.hidden)
	defer in.unhide(hidden)
	if t := in.t; list >= 0 {
		if !t.isList(list) {
			return complain(list, "a list of parameters is needed here, like () or ((x Int) (y Int))")
		}
		in.defs++
		for i := list + 1; i < t.skip(list); i = t.skip(i) {
			if !t.isList(i) || t.children(i) != 2 {
				return complain(i, "a parameter has a name and a sort: (x Int)")
			}
			if err := in.wantSymbol(i+1, "the name of a parameter"); err != nil {
				return err
			}
			s, err := in.sort(t.skip(i + 1))
			if err != nil {
				return err
			}
			p := in.tab.symbol(t.atom(i + 1))
			if p.mark == in.defs {
				return complain(i, "there are two parameters %s", smt.Symbol(p.text))
			}
			p.mark = in.defs
			// Symbols of a script contain no bar, so the name is new.
			v := in.b.Fresh("|"+p.text, s)
			in.hide(p, v)
			d.params, d.vars = append(d.params, s), append(d.vars, v)
		}
	}
	if d.result, err = in.sort(result); err != nil {
		return err
	}
	in.unnamed = len(d.params) > 0
	v, err := in.term(body)
	in.unnamed = false
	if err != nil {
		return err
	}
	switch {
	case v.Sort() == d.result:
	case v.Sort().Kind == smt.Int && d.result.Kind == smt.Real:
		v = in.b.ToReal(v)
	default:
		return complain(body, "the body has sort %s, not %s", sortName(v.Sort()), sortName(d.result))
	}
	d.value = v
	in.tab.declare(n, d)
	in.forget()
	return nil
}

// Assertions.

// start makes the solver, if it does not exist yet.
func (in *Interpreter) start() {
	if in.solver != nil {
		return
	}
	o := in.cfg.Options
	o.Proofs = o.Proofs || in.cfg.CheckProofs || in.set.cores || in.set.assumptions || in.set.proofs || in.set.interpolants
	if in.set.seed != 0 {
		o.Seed = uint64(in.set.seed)
	}
	if in.set.resource != 0 {
		o.Conflicts = int64(in.set.resource)
	}
	in.solver = in.cfg.New(in.b, o)
}

// assert asserts a formula, together with the meaning of the quotients in it.
func (in *Interpreter) assert() *complaint {
	i := in.args[0]
	f, err := in.formula(i)
	if err != nil {
		return err
	}
	a := assertion{f: in.defined(f), name: in.topName(i)}
	if in.set.assertions {
		a.text = string(in.t.write(nil, i, 0))
	}
	in.start()
	in.solver.Assert(a.f)
	in.stack = append(in.stack, a)
	in.forget()
	return nil
}

// topName returns the name of the term (! … :named n) at token i, or "".
func (in *Interpreter) topName(i int) string {
	t := in.t
	if !t.isList(i) || !t.is(i+1, "!") {
		return ""
	}
	for k := t.skip(i + 2); k+1 < t.skip(i); k = t.skip(k) {
		if t.is(k, ":named") {
			return in.tab.symbol(t.atom(k + 1)).text
		}
	}
	return ""
}

// depth returns the argument of push or pop, 1 if it is missing.
func (in *Interpreter) depth() (int, *complaint) {
	if len(in.args) == 0 {
		return 1, nil
	}
	return in.natural(in.args[0], 1<<20)
}

// push opens levels.
func (in *Interpreter) push() *complaint {
	n, err := in.depth()
	if err != nil {
		return err
	}
	in.start()
	for range n {
		in.levels = append(in.levels, level{in.tab.mark(), len(in.stack), in.refused})
		in.solver.Push()
	}
	in.forget()
	return nil
}

// pop drops the last levels.
func (in *Interpreter) pop() *complaint {
	n, err := in.depth()
	if err != nil {
		return err
	}
	if n > len(in.levels) {
		return complain(0, "%s to pop, but only %d pushed", count(n, "level"), len(in.levels))
	}
	if n > 0 {
		in.dropTo(len(in.levels) - n)
		in.solver.Pop(n)
	}
	in.forget()
	return nil
}

// dropTo drops all levels but the first n, with their assertions and, unless declarations are global, their
// declarations.
func (in *Interpreter) dropTo(n int) {
	l := in.levels[n]
	in.levels = in.levels[:n]
	clear(in.stack[l.assertions:])
	in.stack = in.stack[:l.assertions]
	in.refused = l.refused
	if !in.set.global {
		in.tab.back(l.undo)
	}
}

// resetAll returns the interpreter to its initial state.
func (in *Interpreter) resetAll() *complaint {
	in.closeFiles()
	in.reset()
	return nil
}

// resetAssertions drops all levels and assertions, and all declarations unless they are global.
func (in *Interpreter) resetAssertions() *complaint {
	in.levels = nil
	in.stack = nil
	in.refused = 0
	if !in.set.global {
		in.tab.back(0)
	}
	in.solver = nil
	in.forget()
	return nil
}

// Checks.

// checkSat checks the assertions.
func (in *Interpreter) checkSat() *complaint { return in.check(nil) }

// checkSatAssuming checks the assertions together with a list of formulas.
func (in *Interpreter) checkSatAssuming() *complaint {
	t, list := in.t, in.args[0]
	if !t.isList(list) {
		return complain(list, "a list of formulas is needed here, like (p (not q))")
	}
	var all []assumption
	for i := list + 1; i < t.skip(list); i = t.skip(i) {
		f, err := in.formula(i)
		if err != nil {
			return err
		}
		all = append(all, assumption{in.defined(f), string(t.write(nil, i, 0))})
	}
	return in.check(all)
}

// check calls the solver and prints its answer. It writes earlier answers first, since the solver can take long. An
// answer sat becomes unknown if an assertion was refused.
func (in *Interpreter) check(assumed []assumption) *complaint {
	in.out.Flush() //nolint:errcheck // the writer keeps its error
	in.start()
	ctx, cancel := in.limited()
	defer cancel()
	in.forget()
	in.assumed = assumed
	fs := make([]*smt.Term, len(assumed))
	for i, a := range assumed {
		fs[i] = a.f
	}
	in.status = in.solver.Check(ctx, fs...)
	in.mode = answered
	if in.status == solver.Unknown {
		in.reason = in.solver.Reason()
	}
	if in.status == solver.Unsat && in.cfg.CheckProofs {
		if err := in.accept(); err != nil {
			in.status, in.reason = solver.Unknown, err
			in.say("%v", in.status)
			return complain(0, "the proof is not accepted: %v", err)
		}
	}
	if in.status == solver.Sat && in.refused > 0 {
		in.status, in.reason = solver.Unknown, errRefused
	}
	in.say("%v", in.status)
	return nil
}

var errRefused = errors.New("an assertion was refused: see the error before")

// limited returns the context of one check, with the time limit if there is one.
func (in *Interpreter) limited() (context.Context, context.CancelFunc) {
	limit := in.cfg.Timeout
	if in.set.timeout > 0 {
		limit = time.Duration(in.set.timeout) * time.Millisecond
	}
	if limit > 0 {
		return context.WithTimeoutCause(in.ctx, limit, errTimeout)
	}
	return context.WithCancel(in.ctx)
}

var errTimeout = errors.New("timeout")

// accept checks the proof of the last answer, whose inputs must be assertions and assumptions.
func (in *Interpreter) accept() error {
	p, err := in.solver.Proof()
	if err != nil {
		return err
	}
	var inputs []*smt.Term
	for _, a := range in.stack {
		inputs = append(inputs, a.f)
	}
	for _, a := range in.assumed {
		inputs = append(inputs, a.f)
	}
	return proof.CheckUntil(in.b, inputs, p, in.stop)
}
