// Validation of options.

package option

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/whet-mc/whet/internal/nearest"
)

// ValueError is the error for a value that an option cannot have.
type ValueError struct {
	Option  string // the name of its flag
	Value   string
	Choices []Choice // the possible values; nil: a number, which must not be negative
	Nearest string   // the most similar value, or ""
}

func (e *ValueError) Error() string {
	name := strings.ReplaceAll(e.Option, "-", " ")
	if e.Choices == nil {
		return fmt.Sprintf("%s must not be negative: %s", name, e.Value)
	}
	s := fmt.Sprintf("unknown %s %q", name, e.Value)
	if e.Nearest != "" {
		s += fmt.Sprintf(", did you mean %q?", e.Nearest)
	}
	return s + " (one of: " + strings.Join(names(e.Choices), ", ") + ")"
}

// OptionError is the error for an option that the chosen engine does not have.
type OptionError struct {
	Option  string // the name of its flag
	Engine  string
	Engines []string // engines that have the option
}

func (e *OptionError) Error() string {
	return fmt.Sprintf("the engine %s has no option %s; %s", e.Engine, e.Option, e.Having())
}

// Having lists the engines that have the option.
func (e *OptionError) Having() string {
	return "engines that have it: " + strings.Join(e.Engines, ", ")
}

// Check reports invalid options: a value that does not exist, as a *ValueError, or an option that the engine does not
// have, as an *OptionError.
func (o Options) Check() error {
	for _, t := range table {
		if err := t.check(t.of(o)); err != nil {
			return err
		}
	}
	if len(o.Checks) > 1 && slices.Contains(o.Checks, None) {
		return fmt.Errorf("the check %q cannot be combined with others, but the checks are: %s", None, strings.Join(o.Checks, ", "))
	}
	if o.Engine == "quantified" && cmp.Or(o.Domain, "auto") != "auto" && (o.Method == "backward" || o.Method == "heap") {
		return fmt.Errorf("the method %s has no numeric domains to choose from: the option domain is for the method cells", o.Method)
	}
	if len(o.Contracts) > 0 && o.NoAsserts {
		return fmt.Errorf("contracts are what a program asserts: they cannot be combined with no-asserts")
	}
	if len(o.Contracts) > 0 && o.Only != nil {
		return fmt.Errorf("with contracts there are several programs, each with properties of its own: no numbers of properties can be given")
	}
	if _, err := o.Inputs(); err != nil {
		return err
	}
	for _, t := range table {
		if err := t.Missing(o.Engine); err != nil && !t.of(o).IsZero() {
			return err
		}
	}
	return nil
}

// Missing returns an *OptionError if the engine does not have the option; "" means auto.
func (t Option) Missing(engine string) error {
	if t.Engines == nil || engine == "" || engine == "auto" || slices.Contains(t.Engines, engine) {
		return nil
	}
	return &OptionError{t.Name, engine, t.Engines}
}

// check reports a value that the option does not have. "" selects the default, but is not a valid element of a list.
func (t Option) check(v reflect.Value) error {
	switch {
	case v.Kind() == reflect.Int && v.Int() < 0:
		return &ValueError{Option: t.Name, Value: fmt.Sprint(v.Int())}
	case t.Choices == nil:
		return nil
	}
	for _, n := range t.names(v) {
		if err := t.choose(n); err != nil {
			return err
		}
	}
	return nil
}

// names returns the values of an option that has choices; none if it has its default.
func (t Option) names(v reflect.Value) []string {
	switch list, ok := v.Interface().([]string); {
	case ok:
		return list
	case t.Choices != nil && v.String() != "":
		return []string{v.String()}
	}
	return nil
}

func (t Option) choose(value string) error {
	all := names(t.Choices)
	if slices.Contains(all, value) {
		return nil
	}
	return &ValueError{Option: t.Name, Value: value, Choices: t.Choices, Nearest: nearest.Name(value, all)}
}

func names(choices []Choice) []string {
	list := make([]string, len(choices))
	for i, c := range choices {
		list[i] = c.Name
	}
	return list
}
