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

// The user asks the question: which program, with which arithmetic, data model, entry and checks. The answer, a
// certificate or a witness, comes from somebody else and may belong to another question. So the question is never
// taken from the answer.

// QuestionError is the error for an answer to another question.
type QuestionError struct {
	What string // the kind of answer: "certificate" or "witness"
	// the differing option, as on the command line: "arith", "data-model", "entry" or "check"
	Option string
	Answer string // value of the option in the file
	Asked  string // value of the option for the user, possibly the default
}

func (e *QuestionError) Error() string {
	if !plainWord.MatchString(e.Answer) {
		return fmt.Sprintf("the %s is for --%s %q, but %s was asked for", e.What, e.Option, e.Answer, e.Asked)
	}
	return fmt.Sprintf("the %s is for --%s %s, but %s was asked for; pass --%s %s to ask that", e.What, e.Option, e.Answer, e.Asked, e.Option, e.Answer)
}

// checksOf returns the checks that properties consist of.
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

// plainWord matches text that can be an argument as it is; other text from a file is shown in quotes.
var plainWord = lazyregexp.New(`^[A-Za-z_][A-Za-z0-9_,-]*$`)

// answers compares the task that a certificate states with the requested one. Fields that it does not state are not
// compared: soundness does not depend on them, since the proof is checked for the requested program.
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

// checksText names checks. Certificates of earlier versions do not name the check that is always on.
func checksText(checks []string) string {
	switch {
	case len(checks) == 0:
		return option.Assert
	case !slices.Contains(checks, option.Assert) && checks[0] != option.None:
		return strings.Join(checks, ",") + " without assert"
	}
	return strings.Join(checks, ",")
}

// witnessAnswers compares the task that a witness states with the requested one. An unknown data model or property is
// a doubt, and the request is used; a property that is not checked leaves the witness undecided.
func witnessAnswers(w *witness.Task, model lang.DataModel, entry string, asked option.Options) (doubts []string, undecided string, err error) {
	switch m := strings.ToLower(w.DataModel); {
	case m == "" || m == model.String():
	case m == lang.ILP32.String() || m == lang.LP64.String():
		return nil, "", &QuestionError{"witness", "data-model", m, model.String()}
	default:
		doubts = append(doubts, fmt.Sprintf("the witness names the data model %q, which is none; it is read for %s", w.DataModel, model))
	}
	var other *QuestionError // a property of which nothing is requested
	some := false            // whether another property is requested
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
			// the short form that some tools write, which know only one entry
			p, _ = task.PropertyOf("CHECK( init(main()), LTL(" + spec + ") )")
		}
		if p == nil || p.Asks == nil {
			return doubts, fmt.Sprintf("the witness is for the property %q, which is not checked", spec), nil
		}
		if p.Entry != entry {
			return nil, "", &QuestionError{"witness", "entry", p.Entry, entry}
		}
		// Of a property that consists of several checks, some may be requested: a tool that checked only these cannot
		// express that in a witness.
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
