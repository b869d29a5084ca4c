// This file handles pragmas.

package parse

import (
	"strconv"
	"strings"

	"modernc.org/cc/v4"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
)

// pragmas records the pragmas of a program, in the order of preprocessing. The parser lags behind the preprocessor by
// an unknown small number of tokens, so the pragmas that apply to a declaration are found by comparing positions in
// one file.
type pragmas struct {
	packs     []packEvent
	packStack []int64
	layouts   []layoutEvent
	Weaks     []weakPragma
	// files with a #pragma once that the current pass over the text has entered
	once map[string]bool
	// RefusedPragmas are notes of the pragmas that the table does not allow.
	RefusedPragmas []lang.Note
}

type packEvent struct {
	pos  lang.Pos
	pack int64 // the value from here on
}

// layoutEvent is a pragma that changes the layout of the records after it in a way that is not modelled.
type layoutEvent struct {
	pos  lang.Pos
	kind string
	on   bool
}

// pragmaName returns the key of a pragma in the table: its first word, or its first two words if the first is a
// family.
func pragmaName(words []string) string {
	if len(words) == 0 {
		return ""
	}
	if len(words) > 1 && (words[0] == "GCC" || words[0] == "STDC" || words[0] == "clang") {
		return words[0] + " " + words[1]
	}
	return words[0]
}

// pragma handles one pragma. It is called in the order of preprocessing.
func (s *Sources) pragma(toks []cc.Token) error {
	if len(toks) == 0 {
		return nil
	}
	var words []string
	for _, t := range toks {
		if w := strings.TrimSpace(t.SrcStr()); w != "" {
			words = append(words, w)
		}
	}
	pos := s.Pos(toks[0].Position())
	name := pragmaName(words)
	row, ok := gnu.PragmaTable()[name]
	text := "#pragma " + strings.Join(words, " ")
	if ok && row.Class == gnu.PragmaHarmless && inexactPragma(text) {
		s.refusePragma(pos, text, "which changes what floating operations give")
		return nil
	}
	if name == "" || ok && row.Class == gnu.PragmaHarmless {
		return nil
	}
	switch {
	case s.Files[pos.File] == nil:
		// The place of an operator _Pragma is not known.
		s.refusePragma(pos, text, "which is not read as an operator")
	case !ok:
		s.refusePragma(pos, text, "which is not in the table of pragmas")
	case name == "once" && pos.File == s.Main: // ignored: preprocessed text also contains the #pragma once of its headers
	case name == "once":
		if s.once[pos.File] {
			return cc.SkipSource
		}
		s.once[pos.File] = true
	case name == "pack":
		var args []string
		for _, w := range words[1:] {
			if w != "(" && w != ")" && w != "," {
				args = append(args, w)
			}
		}
		s.packPragma(pos, args)
	case name == "weak" && len(words) == 2:
		s.Weaks = append(s.Weaks, weakPragma{pos: pos, Name: words[1]})
	case name == "weak" && len(words) == 4 && words[2] == "=":
		s.Weaks = append(s.Weaks, weakPragma{pos: pos, Name: words[1], Target: words[3]})
	case row.Class == gnu.PragmaLayout:
		s.layouts = append(s.layouts, layoutEvent{pos, text, !row.IsOff(words)})
	default:
		s.refusePragma(pos, text, row.Why)
	}
	return nil
}

// inexactPragma reports whether a pragma has options that InexactOptions reports.
func inexactPragma(text string) bool {
	for _, p := range []string{"#pragma GCC optimize", "#pragma GCC target", "#pragma clang fp", "#pragma optimize", "#pragma float_control"} {
		if strings.HasPrefix(text, p) {
			return InexactOptions(text)
		}
	}
	return false
}

func (s *Sources) refusePragma(pos lang.Pos, text, why string) {
	for _, n := range s.RefusedPragmas {
		if n.Pos == pos && strings.HasPrefix(n.What, text) {
			return // already noted, in an earlier pass over the text
		}
	}
	s.RefusedPragmas = append(s.RefusedPragmas, lang.UnmodelledNote(pos, text+", "+why))
}

// LayoutPragma returns the pragma that gives a record ending at pos a layout that is not modelled, or "".
func (s *Sources) LayoutPragma(pos lang.Pos) string {
	on := map[string]string{}
	for _, e := range s.layouts {
		// A pragma that is switched on in another file may still be in force here.
		if e.pos.File == pos.File && e.pos.Line > pos.Line {
			continue
		}
		word, _, _ := strings.Cut(strings.TrimPrefix(e.kind, "#pragma "), " ")
		if e.on {
			on[word] = e.kind
		} else if e.pos.File == pos.File {
			delete(on, word)
		}
	}
	for _, w := range []string{"ms_struct", "scalar_storage_order"} {
		if on[w] != "" {
			return on[w]
		}
	}
	return ""
}

// packPragma handles #pragma pack: (n), (), (push), (push, n), (pop). Names in the list are ignored.
func (s *Sources) packPragma(pos lang.Pos, args []string) {
	cur := int64(0)
	if n := len(s.packs); n > 0 {
		cur = s.packs[n-1].pack
	}
	push, pop := false, false
	value := int64(-1)
	for _, a := range args {
		switch a {
		case "push":
			push = true
		case "pop":
			pop = true
		default:
			if n, err := strconv.ParseInt(a, 0, 32); err == nil {
				value = n
			} else if !isIdent(a) {
				s.refusePragma(pos, "#pragma pack", "with an argument that is not read")
			}
		}
	}
	switch {
	case push:
		s.packStack = append(s.packStack, cur)
	case pop:
		cur = 0
		if n := len(s.packStack); n > 0 {
			cur = s.packStack[n-1]
			s.packStack = s.packStack[:n-1]
		}
	case value < 0:
		cur = 0 // #pragma pack()
	}
	if value >= 0 {
		cur = value
	}
	if cur < 0 || cur > 16 || cur&(cur-1) != 0 {
		return
	}
	s.packs = append(s.packs, packEvent{pos, cur})
}

// PackAt returns the value of #pragma pack for a record that ends at pos. Only pragmas of the same file count,
// because included headers usually restore the value; Unbalanced refuses headers that do not.
func (s *Sources) PackAt(pos lang.Pos) int64 {
	v := int64(0)
	for _, e := range s.packs {
		if e.pos.File == pos.File && e.pos.Line <= pos.Line {
			v = e.pack
		}
	}
	return v
}

// Unbalanced refuses pack pragmas that are still in force at the end of their file, or where another file is
// included.
func (s *Sources) Unbalanced() {
	last := map[string]int{} // by file: its last event
	for i, e := range s.packs {
		last[e.pos.File] = i
	}
	for f, i := range last {
		if e := s.packs[i]; f != s.Main && e.pack != 0 {
			s.refusePragma(e.pos, "#pragma pack", "in force beyond the end of its file")
		}
	}
	// A pragma in force where a file is included also applies to the records of that file.
	for i, e := range s.packs {
		if i > 0 && e.pos.File != s.packs[i-1].pos.File && s.packs[i-1].pack != 0 {
			s.refusePragma(s.packs[i-1].pos, "#pragma pack", "in force where a file is included")
		}
	}
}

// weakPragma is #pragma weak name, or weak name = target.
type weakPragma struct {
	pos          lang.Pos
	Name, Target string
}

// InexactOptions reports whether compiler options, as an attribute or a pragma names them, allow floating operations
// that are not computed one by one in their types: reordered, contracted, or with more bits (gcc: Options That
// Control Optimization, x86 Options).
func InexactOptions(text string) bool {
	for _, word := range []string{"fast", "unsafe", "associative", "reciprocal", "finite", "signed-zeros", "excess", "contract", "fma", "avx512", "arch=", "387", "fpmath"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}
