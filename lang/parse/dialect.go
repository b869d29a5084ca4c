package parse

import (
	"slices"
	"strings"
)

// This file has the dialects of C, by gcc's names for them. The grammar is the same for all: GNU C11 with additions
// of later standards. Dialects differ in predefined macros and in the meaning of inline.

// versions maps standards to their values of __STDC_VERSION__; C89 has none.
var versions = map[string]string{
	"c89": "", "c90": "", "iso9899:1990": "", "iso9899:199409": "199409L",
	"c99": "199901L", "c9x": "199901L", "iso9899:1999": "199901L", "iso9899:199x": "199901L",
	"c11": "201112L", "c1x": "201112L", "iso9899:2011": "201112L",
	"c17": "201710L", "c18": "201710L", "iso9899:2017": "201710L", "iso9899:2018": "201710L",
	"c2x": "202000L", "c23": "202311L", "iso9899:2024": "202311L",
}

// version returns the value of __STDC_VERSION__ in a dialect, and whether the dialect is strict, that is, lacks GNU's
// extensions.
func version(standard string) (version string, strict, ok bool) {
	if base, gnu := strings.CutPrefix(standard, "gnu"); gnu {
		version, ok = versions["c"+base]
		return version, false, ok
	}
	version, ok = versions[standard]
	return version, true, ok
}

// KnownStandard reports whether a dialect of that name exists.
func KnownStandard(name string) bool {
	_, _, ok := version(name)
	return ok
}

// C23 reports whether the dialect is C23 or later.
func (o *Options) C23() bool {
	v, _, ok := version(o.Standard)
	return ok && v > "201710L"
}

// OldInline reports whether inline has its meaning from before C99 in the dialect.
func OldInline(standard string) bool {
	v, _, ok := version(standard)
	return ok && (v == "" || v == "199409L")
}

// PredefinedFor returns the predefined text for the options o. It changes the macros that the preprocessor does not
// allow a program to #undef.
func PredefinedFor(o *Options) string {
	text := Predefined(o.Model)
	if v, _, ok := version(o.Standard); ok {
		line := ""
		if v != "" {
			line = "#define __STDC_VERSION__ " + v + "\n"
		}
		text = strings.Replace(text, "#define __STDC_VERSION__ 201112L\n", line, 1)
	}
	if o.Freestanding {
		text = strings.Replace(text, "#define __STDC_HOSTED__ 1\n", "#define __STDC_HOSTED__ 0\n", 1)
	}
	return text
}

// dialect returns directives that adapt the other predefined macros to the options o.
func dialect(o *Options) string {
	var lines []string
	if _, strict, ok := version(o.Standard); ok && strict {
		lines = append(lines, "#define __STRICT_ANSI__ 1", "#undef linux", "#undef unix")
	}
	if o.GNUInline || OldInline(o.Standard) {
		lines = append(lines, "#undef __GNUC_STDC_INLINE__", "#define __GNUC_GNU_INLINE__ 1")
	}
	if o.UnsignedChar {
		lines = append(lines, "#define __CHAR_UNSIGNED__ 1")
	}
	return strings.Join(slices.Concat(lines, []string{""}), "\n")
}
