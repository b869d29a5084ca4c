// This file makes flags from the library's table of options.

package main

import (
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/whet-mc/whet"
)

// optionFlags are flags for options of the library. They are made from its table, and kong parses them.
type optionFlags struct {
	kong.Plugins // a struct with a field for each option, named as in whet.Options
	list         []whet.Option
}

// flagsFor makes the flags of a command for the options that the function `take` accepts. `take` may change an option's
// help.
func flagsFor(take func(*whet.Option) bool) optionFlags {
	var f optionFlags
	var fields []reflect.StructField
	for _, t := range whet.OptionTable() {
		if take(&t) {
			f.list = append(f.list, t)
			fields = append(fields, flagOf(t))
		}
	}
	f.Plugins = kong.Plugins{reflect.New(reflect.StructOf(fields)).Interface()}
	return f
}

// everyOption and readingOption select options for flagsFor.
func everyOption(*whet.Option) bool { return true }

func readingOption(t *whet.Option) bool { return t.Use == whet.Reading }

// flagOf returns the struct field that kong turns into a flag.
func flagOf(t whet.Option) reflect.StructField {
	tag := fmt.Sprintf("name:%q help:%q", t.Name, describe(t))
	if t.Value != "" {
		tag += fmt.Sprintf(" placeholder:%q", t.Value)
	} else if t.On() {
		tag += ` negatable:""`
	}
	if t.Hidden {
		tag += ` hidden:""`
	}
	if t.Short != "" {
		tag += fmt.Sprintf(" short:%q", t.Short)
	}
	field, _ := reflect.TypeFor[whet.Options]().FieldByName(t.Field)
	of := field.Type
	switch {
	case of == reflect.TypeFor[time.Duration]():
		of = reflect.TypeFor[duration]()
	case of.Kind() == reflect.Uint64:
		of = reflect.TypeFor[size]()
	case of.Kind() == reflect.Bool:
		of = reflect.TypeFor[*bool]() // nil: not given
	case of.Kind() == reflect.Slice && t.Choices == nil:
		tag += ` sep:"none"`
	}
	return reflect.StructField{Name: t.Field, Type: of, Tag: reflect.StructTag(tag)}
}

// describe returns the help of an option: its meaning, its values, and the engines that have it.
func describe(t whet.Option) string {
	s := t.Help
	if len(t.Choices) > 0 {
		var parts []string
		for i, c := range t.Choices {
			by := ""
			if i == 0 && !t.Several() {
				by = "the default: "
			}
			parts = append(parts, fmt.Sprintf("%s (%s%s)", c.Name, by, c.Help))
		}
		s += ": " + strings.Join(parts, ", ") + "."
	}
	if t.On() {
		s += " On by default."
	}
	switch len(t.Engines) {
	case 0:
	case 1:
		s += " For the engine " + t.Engines[0] + "."
	default:
		s += " For the engines " + strings.Join(t.Engines, ", ") + "."
	}
	return s
}

// options returns the options that the flags set. engine is the default engine, "" for the library's default. It is
// an error if an option was given that the engine does not have, even if it was given its default value.
func (f optionFlags) options(engine string) (whet.Options, error) {
	o := whet.Options{Engine: engine}
	var given []whet.Option
	from, to := reflect.ValueOf(f.Plugins[0]).Elem(), reflect.ValueOf(&o).Elem()
	for _, t := range f.list {
		v, field := from.FieldByName(t.Field), to.FieldByName(t.Field)
		if v.IsZero() {
			continue
		}
		given = append(given, t)
		if v.Kind() == reflect.Pointer {
			field.SetBool(v.Elem().Bool() != t.On())
		} else {
			field.Set(v.Convert(field.Type()))
		}
	}
	if err := o.Check(); err != nil {
		return o, err
	}
	for _, t := range given {
		if err := t.Missing(o.Engine); err != nil {
			return o, err
		}
	}
	return o, nil
}

// limited sets budgets that are missing, and passes the memory budget to the runtime.
func limited(o *whet.Options) {
	o.Timeout = timeBudget(o.Timeout)
	if o.Memory == 0 {
		o.Memory = memoryBudget()
	}
	setMemory(o.Memory)
}

var formats = []string{"text", "json"}

// formatFlag selects the format of what is printed.
type formatFlag struct {
	Format string `default:"text" placeholder:"NAME" help:"What to print: text or json."`
}

// check returns the exit status if the format does not exist, else 0.
func (f formatFlag) check(e env) (status int) {
	if contains(formats, f.Format) {
		return 0
	}
	return fail(e, fmt.Sprintf("--format has no value %q%s", f.Format, didYouMean(f.Format, formats)), "--format is one of: "+strings.Join(formats, ", "))
}

type colorFlag struct {
	NoColor bool `help:"Print no colours (they are also off if NO_COLOR is set, and in files and pipes)."`
}
