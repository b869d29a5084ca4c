// Options and information: set-option, get-option, set-info, get-info, and the output channels.

package smtlib

import (
	"io"
	"math"
	"strconv"
)

// settings are the values of the options.
type settings struct {
	printSuccess, models, cores, minimal, assumptions, proofs, interpolants, assignments, assertions, global bool

	timeout, resource, seed, verbosity int // timeout in milliseconds; resource bounds the conflicts of each check
	regular, diagnostic                string
}

// newSettings returns the default values of the options.
func newSettings() settings {
	return settings{models: true, regular: "stdout", diagnostic: "stderr"}
}

// option gives access to one setting; exactly one of its functions is not nil.
type option struct {
	flag   func(s *settings) *bool
	number func(s *settings) *int
	text   func(s *settings) *string
	early  bool // set if the option can be set only before the first assertion
}

var options = map[string]option{
	":print-success":               {flag: func(s *settings) *bool { return &s.printSuccess }},
	":produce-models":              {flag: func(s *settings) *bool { return &s.models }},
	":produce-unsat-cores":         {flag: func(s *settings) *bool { return &s.cores }, early: true},
	":minimal-unsat-cores":         {flag: func(s *settings) *bool { return &s.minimal }},
	":produce-unsat-assumptions":   {flag: func(s *settings) *bool { return &s.assumptions }, early: true},
	":produce-proofs":              {flag: func(s *settings) *bool { return &s.proofs }, early: true},
	":produce-interpolants":        {flag: func(s *settings) *bool { return &s.interpolants }, early: true},
	":produce-assignments":         {flag: func(s *settings) *bool { return &s.assignments }},
	":produce-assertions":          {flag: func(s *settings) *bool { return &s.assertions }, early: true},
	":interactive-mode":            {flag: func(s *settings) *bool { return &s.assertions }, early: true},
	":global-declarations":         {flag: func(s *settings) *bool { return &s.global }, early: true},
	":timeout":                     {number: func(s *settings) *int { return &s.timeout }},
	":reproducible-resource-limit": {number: func(s *settings) *int { return &s.resource }, early: true},
	":random-seed":                 {number: func(s *settings) *int { return &s.seed }, early: true},
	":verbosity":                   {number: func(s *settings) *int { return &s.verbosity }},
	":regular-output-channel":      {text: func(s *settings) *string { return &s.regular }},
	":diagnostic-output-channel":   {text: func(s *settings) *string { return &s.diagnostic }},
}

// setOption sets an option.
func (in *Interpreter) setOption() *complaint {
	t, key := in.t, in.args[0]
	name := string(t.atom(key))
	if name[0] != ':' {
		return complain(key, "an option is a keyword, like :produce-models")
	}
	o, ok := options[name]
	if !ok {
		return unsupported
	}
	if len(in.args) < 2 {
		return complain(key, "%s needs a value", name)
	}
	at := in.args[1]
	if o.early && (in.solver != nil || len(in.stack) > 0) {
		return complain(key, "%s is set before the first assertion, push or check", name)
	}
	switch {
	case o.flag != nil:
		if !t.is(at, "true") && !t.is(at, "false") {
			return complain(at, "%s is true or false", name)
		}
		*o.flag(&in.set) = t.is(at, "true")
	case o.number != nil:
		n, err := in.natural(at, math.MaxInt32)
		if err != nil {
			return err
		}
		*o.number(&in.set) = n
	default:
		text := t.atom(at)
		if text[0] != '"' {
			return complain(at, "%s needs a string: \"stdout\", \"stderr\" or a file", name)
		}
		if err := in.redirect(name == ":regular-output-channel", unquote(text)); err != nil {
			return complain(at, "%v", err)
		}
		*o.text(&in.set) = unquote(text)
	}
	return nil
}

// getOption prints the value of an option.
func (in *Interpreter) getOption() *complaint {
	name := string(in.t.atom(in.args[0]))
	if name[0] != ':' {
		return complain(in.args[0], "an option is a keyword, like :produce-models")
	}
	o, ok := options[name]
	switch {
	case !ok:
		return unsupported
	case o.flag != nil:
		in.say("%t", *o.flag(&in.set))
	case o.number != nil:
		in.say("%d", *o.number(&in.set))
	default:
		in.say("%s", quote(*o.text(&in.set)))
	}
	return nil
}

// redirect sends answers, if regular is set, or else diagnostics, to path.
func (in *Interpreter) redirect(regular bool, path string) error {
	var w io.Writer
	var file io.Closer
	switch {
	case path == "stdout":
		w = in.cfg.Out
	case path == "stderr":
		w = in.cfg.Err
	case in.cfg.Create == nil:
		return errNoFiles
	default:
		f, err := in.cfg.Create(path)
		if err != nil {
			return err
		}
		w, file = f, f
	}
	if !regular {
		if in.errFile != nil {
			in.errFile.Close()
		}
		in.err, in.errFile = w, file
		return nil
	}
	err := in.out.Flush()
	in.out.Reset(w)
	if in.outFile != nil {
		in.outFile.Close()
	}
	in.outFile = file
	return err
}

// closeFiles returns to the initial channels.
func (in *Interpreter) closeFiles() {
	in.redirect(true, "stdout")  //nolint:errcheck // Run has seen the writer's error
	in.redirect(false, "stderr") //nolint:errcheck // opens nothing
}

// setInfo checks the key of an annotation of the script; the value is ignored.
func (in *Interpreter) setInfo() *complaint {
	t, key := in.t, in.args[0]
	if t.atom(key)[0] != ':' {
		return complain(key, "the key is a keyword, like :status")
	}
	return nil
}

// getInfo prints information about the solver or the last answer.
func (in *Interpreter) getInfo() *complaint {
	key := string(in.t.atom(in.args[0]))
	if key[0] != ':' {
		return complain(in.args[0], "the key is a keyword, like :name")
	}
	switch key {
	case ":name":
		in.say(`(:name "whet")`)
	case ":version":
		in.say("(:version %s)", quote(in.cfg.Version))
	case ":authors":
		in.say(`(:authors "the authors of whet")`)
	case ":error-behavior":
		in.say("(:error-behavior continued-execution)")
	case ":assertion-stack-levels":
		in.say("(:assertion-stack-levels %s)", strconv.Itoa(len(in.levels)))
	case ":reason-unknown":
		if in.mode != answered || in.reason == nil {
			return complain(0, "the last command that could answer unknown did not")
		}
		in.say("(:reason-unknown %s)", quote(in.reason.Error()))
	case ":all-statistics":
		in.statistics()
	default:
		return unsupported
	}
	return nil
}
