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
	Inputs  lang.Inputs // of an entry function other than main
	// Contracts are the functions whose contracts stand for them where they are called; "all" stands
	// for all that have one. That of the entry is proved.
	Contracts []string
	// Vacuous asks instead whether inputs are there that the entry's contract allows: the claim that
	// there are none fails then.
	Vacuous bool
	// Bodies: contracts do not stand for calls; what they say is claimed of these.
	Bodies bool
	// Listed: the program is not run, and need not have its entry.
	Listed bool

	// What compilers have flags for, besides.
	Quote    []string // directories searched for headers in quotes, before Include
	System   []string // directories searched after Include
	Undefine []string // macros that are not predefined
	Prefix   []string // files that are included before the text
	// Standard is the dialect of C by its name in gcc: "c99", "gnu89". "" is GNU C11.
	Standard     string
	UnsignedChar bool // plain char is unsigned
	ShortEnums   bool // enumerations are as small as they can be
	Clang        bool // where gcc and clang differ, clang's meaning counts
	GNUInline    bool // inline means what it did before C99
	Freestanding bool // __STDC_HOSTED__ is 0
	// Only are the files that may be included, by their paths; nil: those of the disk.
	Only map[string][]byte
	// Notes are what is not followed of how the text is to be read.
	Notes []lang.Note
}

// plain reports whether the text is read as it stands, without anything of the options before it.
func (o *Options) plain() bool {
	return len(o.Include)+len(o.Defines)+len(o.Prefix)+len(o.Quote)+len(o.System) == 0
}

// EntryName returns the name of the function that a run starts in.
func (opt Options) EntryName() string {
	if opt.Entry == "" {
		return "main"
	}
	return opt.Entry
}

// With are the options with more of them behind.
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
