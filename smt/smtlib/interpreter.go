// The interpreter: it reads commands, runs them, writes their answers, and goes on after errors. If an assertion, or a
// command that may have been meant as one, is answered with an error, no later check answers sat until the level is
// popped, since the accepted assertions may be satisfiable when the script is not.

package smtlib

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/whet-mc/whet/internal/effort"
	"github.com/whet-mc/whet/smt"
	"github.com/whet-mc/whet/smt/proof"
	"github.com/whet-mc/whet/smt/solver"
)

// Solver decides formulas. It has the methods of [solver.Solver], which documents them.
type Solver interface {
	Assert(f *smt.Term)
	Push()
	Pop(n int)
	Check(ctx context.Context, assumptions ...*smt.Term) solver.Status
	Reason() error
	Model() *smt.Model
	Core() []*smt.Term
	MinimalCore(ctx context.Context) ([]*smt.Term, error)
	Proof() (*proof.Proof, error)
	Interpolants(ctx context.Context, groups ...[]*smt.Term) ([]*smt.Term, error)
}

// Config is the environment of an interpreter. The zero value writes nothing anywhere.
type Config struct {
	File string    // the name of the script in error messages
	Out  io.Writer // the regular output channel
	Err  io.Writer // the diagnostic output channel

	// Create opens a file for :regular-output-channel and :diagnostic-output-channel. If it is nil, files are refused.
	Create func(path string) (io.WriteCloser, error)
	// Builder makes the terms until a (reset), which makes a new builder. Nil means a new one from the start.
	Builder *smt.Builder
	// New makes the solver. Nil means solver.New.
	New func(b *smt.Builder, o solver.Options) Solver
	// Options are the solver's options before the script sets any.
	Options solver.Options
	// Timeout bounds each check; 0 means no bound. The option :timeout overrides it.
	Timeout time.Duration
	// Limits bound what is read; the zero value means no bounds.
	Limits Limits
	// CheckProofs makes the interpreter check the proof of every unsat. A proof that is not accepted is an error.
	CheckProofs bool
	// Version is the answer to (get-info :version).
	Version string
}

// Interpreter answers scripts.
type Interpreter struct {
	cfg     Config
	ctx     context.Context
	out     *bufio.Writer
	outFile io.Closer
	err     io.Writer
	errFile io.Closer
	errors  int  // number of commands answered with an error
	ended   bool // the command exit was read

	parser
	set    settings
	logic  string
	solver Solver // nil until the first command that needs it
	stack  []assertion
	levels []level
	// refused counts assertions that were answered with an error. If there are any, the accepted assertions may be
	// satisfiable when the script is not, so check does not answer sat.
	refused int

	status  solver.Status
	mode    mode
	reason  error
	assumed []assumption // the assumptions of the last check
	args    []int        // the tokens of the present command
}

// mode is the mode of the standard, figure 4.1: the last command decides which commands can follow.
type mode uint8

const (
	starting  mode = iota // no logic, nothing declared
	asserting             // something has changed since the last check
	answered              // a check has set status
)

// assertion is a formula on the stack.
type assertion struct {
	f    *smt.Term // the formula that the solver has, which also defines the quotients in it
	name string    // the name of the assertion, or ""
	text string    // the formula as it was written, if :produce-assertions is set
}

// assumption is a formula with its text in the script.
type assumption struct {
	f    *smt.Term
	text string
}

// level is the state before a push.
type level struct {
	undo       int // the mark of the table to go back to; see table.mark
	assertions int // the length of the stack
	refused    int
}

// New returns an interpreter for one script or session.
func New(cfg Config) *Interpreter {
	if cfg.Out == nil {
		cfg.Out = io.Discard
	}
	if cfg.Err == nil {
		cfg.Err = io.Discard
	}
	if cfg.File == "" {
		cfg.File = "<stdin>"
	}
	if cfg.New == nil {
		cfg.New = func(b *smt.Builder, o solver.Options) Solver { return solver.New(b, o) }
	}
	in := &Interpreter{cfg: cfg, out: bufio.NewWriter(cfg.Out), err: cfg.Err}
	in.ctx = context.Background()
	in.stop = func() bool { return effort.Done(in.ctx) }
	in.reset()
	if cfg.Builder != nil {
		in.b = cfg.Builder
	}
	return in
}

// reset restores the initial state, except for the output channels.
func (in *Interpreter) reset() {
	in.b, in.tab = smt.NewBuilder(), newTable()
	in.reals, in.nonlinear = false, false
	in.limits, in.used = in.cfg.Limits, 0
	in.set = newSettings()
	in.logic, in.solver, in.stack, in.levels, in.refused = "", nil, nil, nil, 0
	in.forget()
	in.mode = starting
}

// forget discards the last answer.
func (in *Interpreter) forget() {
	in.status, in.reason, in.assumed = solver.Unknown, nil, nil
	in.mode = asserting
}

// Run answers the commands of r until the end of r, exit, or the end of the context. It writes each answer as soon as
// it is known. Errors in the script are answered and counted (see Errors). The error that Run returns is an error of
// reading or writing, or the cause of the context's end.
func (in *Interpreter) Run(ctx context.Context, r io.Reader) error {
	in.ctx = ctx
	defer in.closeFiles()
	var broken error
	flush := func() {
		if err := in.out.Flush(); err != nil && broken == nil {
			broken = fmt.Errorf("cannot write the answers: %w", err)
		}
	}
	rd := &reader{src: r, line: 1, flush: flush, stop: in.stop}
	for !in.ended {
		tape, wrong, err := rd.next()
		flush()
		switch {
		case errors.Is(err, errStopped):
			return context.Cause(ctx)
		case err == io.EOF:
			return broken
		case err != nil:
			return err
		case wrong != nil:
			in.t = tape
			in.fault(wrong.off, wrong.msg)
			in.refuse()
			continue
		}
		in.command(tape)
		if in.out.Buffered() > 0 {
			flush()
		}
		if broken != nil {
			return broken
		}
		if effort.Done(ctx) {
			return context.Cause(ctx)
		}
	}
	return broken
}

// refuse records that an assertion, or a command that may have been meant as one, was answered with an error.
func (in *Interpreter) refuse() {
	in.refused++
	in.forget()
}

// Errors returns the number of commands that were answered with an error.
func (in *Interpreter) Errors() int { return in.errors }

// fault prints an error at byte off of the tape.
func (in *Interpreter) fault(off int, msg string) {
	line, col := in.t.place(off)
	in.errors++
	fmt.Fprintf(in.out, "(error %s)\n", quote((&Error{File: in.cfg.File, Line: line, Col: col, Msg: msg}).Error()))
}

// quote returns s as a string literal of SMT-LIB.
func quote(s string) string { return `"` + strings.ReplaceAll(s, `"`, `""`) + `"` }

// say prints a line.
func (in *Interpreter) say(format string, args ...any) {
	fmt.Fprintf(in.out, format+"\n", args...)
}

// unsupported is the complaint that is answered with unsupported.
var unsupported = &complaint{msg: "unsupported"}

// command runs one command and prints its answer. If it fails, names that it introduced are removed.
func (in *Interpreter) command(t *tape) {
	in.t = t
	in.args = in.args[:0]
	end := len(t.toks)
	if end < 2 || t.isList(1) {
		in.fault(int(t.toks[0].off), "a command starts with its name, like (check-sat)")
		in.refuse()
		return
	}
	for i := 2; i < end; i = t.skip(i) {
		in.args = append(in.args, i)
	}
	c := commands[string(t.atom(1))]
	mark := in.tab.mark()
	var wrong *complaint
	switch {
	case c == nil:
		name := string(t.atom(1))
		wrong = complain(1, "there is no command %s%s", shown(name), didYouMean(name, commandNames))
	case len(in.args) < c.min || c.max >= 0 && len(in.args) > c.max:
		wrong = complain(0, "%s is written (%s)", t.atom(1), strings.TrimSpace(string(t.atom(1))+" "+c.usage))
	default:
		wrong = c.run(in)
	}
	switch {
	case wrong == nil:
		if in.set.printSuccess && c.silent {
			in.say("success")
		}
	case wrong == unsupported:
		in.say("unsupported")
	default:
		if mark <= in.tab.mark() {
			in.tab.back(mark) // names within a term that was not accepted
		}
		if name := string(t.atom(1)); strings.HasPrefix(name, "assert") || c == nil {
			in.refuse()
		}
		in.fault(int(t.toks[wrong.tok].off), wrong.msg)
	}
}

// Term reads one term. It may use what has been declared so far.
func (in *Interpreter) Term(text string) (*smt.Term, error) {
	rd := &reader{src: strings.NewReader("(term " + text + ")"), line: 1, col: -len("(term "), stop: in.stop}
	t, wrong, err := rd.next()
	if err != nil {
		return nil, err
	}
	in.t = t
	if wrong == nil && (t.children(0) != 2 || rd.pos != len(rd.buf)) {
		wrong = &fail{0, "one term is needed"}
	}
	undeclared := false
	if wrong == nil {
		f, c := in.term(2)
		if c == nil {
			return f, nil
		}
		wrong = &fail{int(t.toks[c.tok].off), c.msg}
		undeclared = c.undeclared
	}
	line, col := t.place(wrong.off)
	return nil, &Error{File: "term", Line: line, Col: col, Msg: wrong.msg, Undeclared: undeclared}
}

// Builder returns the builder of the interpreter's terms. A (reset) makes a new one.
func (in *Interpreter) Builder() *smt.Builder { return in.b }

// Declare makes a function or constant known to scripts, like declare-fun.
func (in *Interpreter) Declare(f *smt.Func) {
	d := &decl{name: f.Name, params: f.Params, result: f.Result, fn: f}
	if len(f.Params) == 0 {
		d.value = in.b.App(f)
	}
	in.tab.declare(in.tab.at(f.Name), d)
}
