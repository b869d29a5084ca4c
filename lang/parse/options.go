// This file has the options for reading source.

package parse

import (
	"slices"

	"github.com/whet-mc/whet/lang"
)

// Options say how source is to be read.
type Options struct {
	Model   lang.DataModel
	Entry   string      // the function that a run starts in; "" is main
	Include []string    // directories searched for headers, before the embedded ones
	Defines []string    // NAME or NAME=VALUE
	Inputs  lang.Inputs // the rules for the inputs of an entry function other than main
	// Contracts are the functions whose contracts replace their bodies where they are called; "all" is all functions
	// with a contract. The entry's own contract is proved.
	Contracts []string
	// Vacuous checks instead whether any input satisfies the entry's contract: the claim that no input does must
	// fail.
	Vacuous bool
	// Bodies: contracts do not replace bodies; calls claim what the contracts say.
	Bodies bool
	// Listed: the program is not run, and need not have its entry function.
	Listed bool

	// The other options that compilers have flags for.
	Quote    []string // directories searched for headers in quotes, before Include
	System   []string // directories searched after Include
	Undefine []string // macros that are not predefined
	Prefix   []string // files that are included before the text
	// Standard is gcc's name of the dialect of C: "c99", "gnu89". "" is GNU C11.
	Standard     string
	UnsignedChar bool // plain char is unsigned
	ShortEnums   bool // enumerations have the smallest type that fits
	Clang        bool // where gcc and clang differ, follow clang
	GNUInline    bool // inline has its meaning from before C99
	Freestanding bool // __STDC_HOSTED__ is 0
	// Only has the files that may be included, by path; nil: files are read from disk.
	Only map[string][]byte
	// Notes are options for reading the text that are not followed.
	Notes []lang.Note
}

// plain reports whether the options add neither text to the program nor directories to the search for headers.
func (o *Options) plain() bool {
	return len(o.Include)+len(o.Defines)+len(o.Prefix)+len(o.Quote)+len(o.System) == 0
}

// EntryName returns the name of the function in which a run starts.
func (opt Options) EntryName() string {
	if opt.Entry == "" {
		return "main"
	}
	return opt.Entry
}

// With returns the options o extended by the options `more`: the lists of both are joined, and a standard in `more`
// replaces o's.
func (o Options) With(more *Options) Options {
	o.Include, o.Quote = slices.Concat(o.Include, more.Include), slices.Concat(o.Quote, more.Quote)
	o.System, o.Prefix = slices.Concat(o.System, more.System), slices.Concat(o.Prefix, more.Prefix)
	o.Defines, o.Undefine = slices.Concat(o.Defines, more.Defines), slices.Concat(o.Undefine, more.Undefine)
	if more.Standard != "" {
		o.Standard = more.Standard
	}
	o.Notes = slices.Concat(o.Notes, more.Notes)
	return o
}
