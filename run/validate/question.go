package validate

import (
	"cmp"
	"fmt"
	"github.com/whet-mc/whet/run/option"
	"slices"
	"strings"

	"github.com/whet-mc/whet/cert"
	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/task"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/witness"
)

// The question is the user's: which program, with which arithmetic, data model, entry and checks.
// What answers it, a certificate or a witness, comes from somebody else, who may have answered
// another one, so it is never asked what the question is.

// QuestionError is the error for an answer that is not one to what was asked.
type QuestionError struct {
	What string // what answers: "certificate" or "witness"
	// the option in which they differ, as on the command line: "arith", "data-model", "entry" or
	// "check"
	Option string
	Answer string // of the option, by the file
	Asked  string // of the option, by the user, or by default
}

func (e *QuestionError) Error() string {
	if !plainWord.MatchString(e.Answer) {
		return fmt.Sprintf("the %s is for --%s %q, but %s was asked for", e.What, e.Option, e.Answer, e.Asked)
	}
	return fmt.Sprintf("the %s is for --%s %s, but %s was asked for; pass --%s %s to ask that", e.What, e.Option, e.Answer, e.Asked, e.Option, e.Answer)
}

// checksOf are the checks that properties stand for.
func checksOf(asks []string) (list []string) {
	for _, a := range asks {
		for _, c := range cfa.ChecksOf(a) {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		}
	}
	return list
}

// plainWord is what can be an argument as it is; anything else in a file is shown in quotes.
var plainWord = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_,-]*$`)

// answers compares what a certificate says that it was made for with what was asked. What it does
// not say is not compared: nothing rests on any of it, since the proof is checked for the program
// as it was asked for.
func answers(c cert.Task, asked report.Task) error {
	for _, d := range []QuestionError{
		{"certificate", "arith", c.Arith, asked.Arith},
		{"certificate", "data-model", c.DataModel, asked.DataModel},
		{"certificate", "entry", c.Entry, asked.Entry},
		{"certificate", "check", checksText(c.Checks), checksText(asked.Checks)},
	} {
		if d.Answer != "" && d.Answer != d.Asked {
			return &d
		}
	}
	return nil
}

// checksText names checks. Certificates of earlier versions do not name what is always on.
func checksText(checks []string) string {
	switch {
	case len(checks) == 0:
		return option.Assert
	case !slices.Contains(checks, option.Assert) && checks[0] != option.None:
		return strings.Join(checks, ",") + " without assert"
	}
	return strings.Join(checks, ",")
}

// witnessAnswers compares what a witness says that it is about with what was asked. What is no data
// model or no property of any kind is doubtful, and the question is as it was asked; a property that
// is not checked leaves the witness undecided.
func witnessAnswers(w *witness.Task, model lang.DataModel, entry string, asked option.Options) (doubts []string, undecided string, err error) {
	switch m := strings.ToLower(w.DataModel); {
	case m == "" || m == model.String():
	case m == lang.ILP32.String() || m == lang.LP64.String():
		return nil, "", &QuestionError{"witness", "data-model", m, model.String()}
	default:
		doubts = append(doubts, fmt.Sprintf("the witness names the data model %q, which is none; it is read for %s", w.DataModel, model))
	}
	var other *QuestionError // a property of which nothing is asked
	some := false            // another is asked
	for _, line := range strings.Split(strings.ReplaceAll(w.Specification, "CHECK", "\nCHECK"), "\n") {
		spec := strings.Join(strings.Fields(line), " ")
		if spec == "" {
			continue
		}
		if plainWord.MatchString(spec) {
			doubts = append(doubts, fmt.Sprintf("the witness names the property %q, which is none; what is checked is %s", spec, checksText(asked.EffectiveChecks())))
			continue
		}
		p, _ := task.PropertyOf(spec)
		if p == nil {
			// as some write it, who only know one entry
			p, _ = task.PropertyOf("CHECK( init(main()), LTL(" + spec + ") )")
		}
		if p == nil || p.Asks == nil {
			return doubts, fmt.Sprintf("the witness is for the property %q, which is not checked", spec), nil
		}
		if p.Entry != entry {
			return nil, "", &QuestionError{"witness", "entry", p.Entry, entry}
		}
		// Of a property that stands for several checks some may be asked: whoever has looked for these
		// alone has no other way to say so in a witness.
		all := checksOf(p.Asks)
		checked := asked.EffectiveChecks()
		switch n := len(slices.DeleteFunc(slices.Clone(all), func(c string) bool { return !slices.Contains(checked, c) })); {
		case n == 0:
			other = cmp.Or(other, &QuestionError{"witness", "check", strings.Join(all, ","), checksText(checked)})
		case n < len(all):
			doubts = append(doubts, fmt.Sprintf("the witness is for --check %s; what is checked is %s", strings.Join(all, ","), checksText(checked)))
			some = true
		default:
			some = true
		}
	}
	if other != nil && !some {
		return nil, "", other
	}
	if other != nil {
		doubts = append(doubts, fmt.Sprintf("the witness is also for --check %s, which is not checked", other.Answer))
	}
	return doubts, "", nil
}
