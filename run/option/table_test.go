package option

import (
	"errors"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/whet-mc/whet/refine/engines"
)

// without are the fields of Options that are no flags.
var without = []string{"Bodies", "History", "Only", "Progress", "SoFar", "Vacuous"}

// TestOptionTable: the table has each field of Options once, and each name.
func TestOptionTable(t *testing.T) {
	names, fields := map[string]bool{}, map[string]bool{}
	for _, o := range Table() {
		if names[o.Name] || fields[o.Field] || o.Help == "" {
			t.Errorf("--%s: twice, or without help", o.Name)
		}
		names[o.Name], fields[o.Field] = true, true
	}
	all := reflect.TypeFor[Options]()
	for i := range all.NumField() {
		if f := all.Field(i); f.IsExported() && fields[f.Name] == slices.Contains(without, f.Name) {
			t.Errorf("the field %s has a flag: %v", f.Name, fields[f.Name])
		}
		delete(fields, all.Field(i).Name)
	}
	if len(fields) > 0 {
		t.Errorf("there are no fields %v", fields)
	}
}

// others are options with one that is not the default: each choice but the default, a number, a
// switch.
func others(t Option) []Options {
	var list []Options
	set := func(value any) {
		var o Options
		f := reflect.ValueOf(&o).Elem().FieldByName(t.Field)
		f.Set(reflect.ValueOf(value).Convert(f.Type()))
		list = append(list, o)
	}
	switch kind := t.of(Options{}).Kind(); {
	case kind == reflect.Bool:
		set(true)
	case kind == reflect.Int || kind == reflect.Int64 || kind == reflect.Uint64:
		set(7)
	case kind == reflect.Slice && t.Choices != nil:
		for _, c := range t.Choices {
			set([]string{c.Name})
		}
	case kind == reflect.Slice:
		set([]string{"x"})
	case t.Choices == nil:
		set("x")
	default:
		for _, c := range t.Choices[1:] {
			set(c.Name)
		}
	}
	return list
}

// TestOptionsOfEngines: an option is accepted for the engines that the table names, of each of
// which it makes another engine, and for auto; for others it is an error, and nothing would come of
// it.
func TestOptionsOfEngines(t *testing.T) {
	for _, line := range Table() {
		if line.Engines == nil || line.Name == "engine" {
			if err := line.Missing("value"); err != nil {
				t.Errorf("--%s: %v", line.Name, err)
			}
			continue
		}
		for _, e := range engines.Engines() {
			named := slices.Contains(line.Engines, e.Name)
			for _, o := range others(line) {
				o.Engine = e.Name
				err := o.Check()
				var missing *OptionError
				if refused := errors.As(err, &missing); refused == (named || e.Name == "auto") || err != nil && !refused {
					t.Errorf("--engine %s --%s: %v", e.Name, line.Name, err)
				}
				if err != nil && (missing.Option != line.Name || missing.Engine != e.Name || len(missing.Engines) == 0) {
					t.Errorf("%+v", missing)
				}
				plain := engines.Must(e.Name, Options{Jobs: 1}.Settings().Engine)
				o.Jobs = 1
				if told := engines.Must(e.Name, o.Settings().Engine); reflect.DeepEqual(plain, told) == (named || e.Name == "auto") {
					t.Errorf("--engine %s --%s: the engine is %+v, without the option %+v", e.Name, line.Name, told, plain)
				}
			}
		}
		for _, name := range line.Engines {
			if !slices.Contains(names(Choices("engine")), name) {
				t.Errorf("--%s: there is no engine %s", line.Name, name)
			}
		}
	}
}

// A value that an option cannot have is an error that names the option.
func TestValues(t *testing.T) {
	for _, line := range Table() {
		if line.Choices == nil && line.of(Options{}).Kind() != reflect.Int {
			continue
		}
		var o Options
		switch f := reflect.ValueOf(&o).Elem().FieldByName(line.Field); f.Kind() {
		case reflect.Int:
			f.SetInt(-1)
		case reflect.Slice:
			f.Set(reflect.ValueOf([]string{"nonsense"}))
		default:
			f.SetString("nonsense")
		}
		var wrong *ValueError
		if err := o.Check(); !errors.As(err, &wrong) || wrong.Option != line.Name {
			t.Errorf("--%s: %v", line.Name, err)
		}
	}
	if err := (Options{Timeout: time.Second, Memory: 1 << 30, Checks: []string{"bounds"}}).Check(); err != nil {
		t.Error(err)
	}
	for _, method := range []string{"backward", "heap"} {
		if (Options{Engine: "quantified", Domain: "box", Method: method}).Check() == nil {
			t.Errorf("the method %s takes a domain", method)
		}
		// each engine of auto takes what it has
		if err := (Options{Domain: "box", Method: method}).Check(); err != nil {
			t.Error(err)
		}
	}
}
