// Reading and lowering without verification.

package run

import (
	"fmt"
	"runtime/debug"

	"github.com/whet-mc/whet/cfa"
	"github.com/whet-mc/whet/cfa/lower"
	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/pointsto"
	"github.com/whet-mc/whet/run/option"
	"github.com/whet-mc/whet/run/source"
)

// Lower reads a program and returns its control-flow automata, as Verify would explore them. It returns the errors of
// Verify.
func Lower(src source.Source, o option.Options) (*cfa.Program, error) {
	return read(src, o, func(u *lang.Unit, o option.Options) (*cfa.Program, error) { return lower.Lower(u, o.Settings().Lower) })
}

// PointsTo reads a program and returns what its pointers may point to, as the lowering uses it. It returns the errors
// of Verify.
func PointsTo(src source.Source, o option.Options) (*pointsto.Analysis, error) {
	return read(src, o, func(u *lang.Unit, _ option.Options) (*pointsto.Analysis, error) {
		return pointsto.Analyze(u, pointsto.Options{}), nil
	})
}

// Read reads a program and returns its typed syntax. The program need not have its entry. Of a build (Source.Build)
// only the files that the source names are read, as the build compiles them. It returns the errors of Verify.
func Read(src source.Source, o option.Options) (*lang.Unit, error) {
	return Guarded(o, func() (*lang.Unit, error) {
		in, err := source.Open(src, o)
		if err != nil {
			return nil, err
		}
		in.Options.Listed = true
		if in.Build {
			in.Named()
		}
		return in.Load()
	})
}

// read reads a program and calls use with it and with the options that its task definition has completed.
func read[T any](src source.Source, o option.Options, use func(*lang.Unit, option.Options) (*T, error)) (*T, error) {
	return Guarded(o, func() (*T, error) {
		in, err := source.Open(src, o)
		if err != nil {
			return nil, err
		}
		u, err := in.Load()
		if err != nil {
			return nil, err
		}
		return use(u, in.Asked)
	})
}

// Guarded calls f if the options are valid, and turns a panic into an error.
func Guarded[T any](o option.Options, f func() (*T, error)) (result *T, err error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	defer func() {
		if v := recover(); v != nil {
			result, err = nil, &InternalError{v, debug.Stack()}
		}
	}()
	return f()
}

// InternalError is the error of a run in which whet itself failed. It says nothing
// about the program.
type InternalError struct {
	Panic any    // value of the panic
	Stack []byte // stack trace of the panic
}

func (e *InternalError) Error() string { return fmt.Sprintf("internal error: %v", e.Panic) }
