// Package lazyregexp provides regular expressions that are compiled on first use. Compiling the expressions of all
// packages at every start of the command would take a millisecond.
package lazyregexp

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression. It has the methods of regexp.Regexp with the same names.
type Regexp struct{ compiled func() *regexp.Regexp }

// New returns the regular expression expr. If expr is not valid, its first use panics.
func New(expr string) *Regexp {
	return &Regexp{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expr) })}
}

func (r *Regexp) MatchString(s string) bool            { return r.compiled().MatchString(s) }
func (r *Regexp) FindStringSubmatch(s string) []string { return r.compiled().FindStringSubmatch(s) }
func (r *Regexp) FindAllString(s string, n int) []string {
	return r.compiled().FindAllString(s, n)
}

func (r *Regexp) FindAllStringIndex(s string, n int) [][]int {
	return r.compiled().FindAllStringIndex(s, n)
}

func (r *Regexp) ReplaceAllString(s, by string) string { return r.compiled().ReplaceAllString(s, by) }
