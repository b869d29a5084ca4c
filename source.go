package whet

import (
	"cmp"
	"os"
	"path/filepath"
	"strings"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report"
)

// Source says what to verify. Use File or Text.
type Source struct {
	Path string // a .c or .i file, or a task definition (.yml, .yaml)
	Name string // with Text: what positions call it
	Text []byte // the program itself, where it is not in a file
}

// File is the program in a file, or the one that a task definition names.
func File(path string) Source { return Source{Path: path} }

// Text is a program held in memory.
func Text(name string, text []byte) Source { return Source{Name: name, Text: text} }

// input is a source that was found, with the options to read it by.
type input struct {
	path     string // to read
	shown    string // what people call it
	options  lang.Options
	asked    Options // with what the task definition asks
	expected string
	text     []byte // instead of the file at path
}

// open finds a source, and reads its task definition where it has one.
func open(src Source, o Options) (*input, error) {
	in := &input{path: src.Path, shown: src.Path, asked: o}
	in.options = lang.Options{Entry: o.Entry, Include: o.Include, Defines: o.Defines}
	in.options.Model = o.settings().model
	switch ext := strings.ToLower(filepath.Ext(src.Path)); {
	case src.Text != nil:
		in.path, in.text = cmp.Or(src.Name, "input.c"), src.Text
		in.shown = in.path
	case ext == ".yml" || ext == ".yaml":
		task, err := lang.ReadTask(src.Path)
		if err != nil {
			return nil, err
		}
		if err := in.ofTask(task); err != nil {
			return nil, err
		}
		in.path = task.File()
		if _, err := os.Stat(in.path); err != nil {
			return nil, &lang.Errors{List: []lang.Diagnostic{{
				Pos: lang.Pos{File: src.Path}, Msg: "the task names a file that cannot be opened: " + in.path,
				Hint: "input_files counts from the directory of the task definition",
			}}}
		}
	}
	return in, nil
}

// task says what is asked of the source.
func (in *input) task() report.Task {
	o := in.asked
	return report.Task{
		File: in.shown, Entry: cmp.Or(in.options.Entry, "main"), Engine: or(o.Engine, "engine"), Arith: or(o.Arith, "arith"),
		DataModel: in.options.Model.String(), Expected: in.expected, Checks: o.EffectiveChecks(),
	}
}

func (in *input) load() (*lang.Unit, error) {
	if in.text != nil {
		return lang.LoadBytes(in.path, in.text, in.options)
	}
	return lang.Load(in.path, in.options)
}

// ofTask takes from a task definition what it says and the options do not: the data model, and what
// is checked. It is an error if the task asks for things only that are not checked.
func (in *input) ofTask(t *lang.Task) error {
	if in.asked.DataModel == "" && t.HasModel {
		in.options.Model = t.Model
	}
	asks, others := t.Asks()
	if len(asks) == 0 && len(others) > 0 {
		return &lang.Errors{List: []lang.Diagnostic{{
			Pos:  lang.Pos{File: t.Path},
			Msg:  "the task asks for " + strings.Join(others, ", ") + ", which is not checked yet",
			Hint: "whet checks unreach-call, valid-memsafety, valid-memcleanup and no-overflow; to check those, verify the program itself: " + t.File(),
		}}}
	}
	if in.asked.Checks == nil && !in.asked.NoAsserts && len(asks) > 0 {
		in.asked = in.asked.Ask(asks)
	} else {
		asks = in.asked.asks(asks)
	}
	if e := t.Expected(asks); e != nil {
		in.expected = string(Unsafe)
		if *e {
			in.expected = string(Safe)
		}
	}
	return nil
}
