package cpp

import (
	"bytes"
	"strings"
)

// The output is C11 with GNU's extensions, as the parser reads it. Constructs of C23 that the parser does not know
// are replaced by ones that it does:
//
//	bool, true, static_assert, alignas, …  _Bool, ((_Bool)1), _Static_assert, _Alignas
//	nullptr                                ((void *)0)
//	typeof_unqual                          __typeof, which the scan of files leaves to this package
//	constexpr                              const __attribute__((__whet_constexpr))
//	[[gnu::packed]]                        __attribute__((packed)), if it has the same meaning
//	1'000                                  1000
//
// A construct without a replacement is an error.

// tail describes the tokens that were written last.
type tail struct {
	prev token   // the token that was written last
	held []token // the tokens of the attribute that is being read, from its [
	// attributes that wait for the token after them, and the token at which they begin
	waiting []attribute
	at      token
	// depth of the parentheses after _Static_assert and _Generic
	assert, generic nested
}

// nested counts the parentheses in word( … ).
type nested struct {
	depth int // the depth of the parentheses; -1: the first ( has yet to come
	comma bool
}

// An attribute is an element of a list [[a, b]].
type attribute struct {
	vendor, name string
	args         []token
}

// write appends a token to the output.
func (p *expander) write(t *token) {
	w := &p.tail
	if len(w.held) > 0 {
		if len(w.held) == 1 && !t.is("[") {
			first := w.held[0]
			w.held = w.held[:0]
			p.translated(&first)
		} else {
			p.hold(t)
			return
		}
	}
	if t.is("[") {
		w.held = append(w.held, *t)
		return
	}
	p.translated(t)
}

// hold keeps a token of an attribute, and reads the attribute when it is complete.
func (p *expander) hold(t *token) {
	w := &p.tail
	w.held = append(w.held, *t)
	depth := 0
	for _, u := range w.held {
		switch {
		case u.is("["), u.is("("), u.is("{"):
			depth++
		case u.is("]"), u.is(")"), u.is("}"):
			depth--
		}
	}
	if depth > 0 {
		if len(w.held) > 1000 {
			p.failAt(&w.held[0], "an attribute does not end", "")
		}
		return
	}
	toks := w.held
	w.held = nil
	if n := len(toks); n < 4 || !toks[n-2].is("]") {
		p.failAt(&toks[0], "an attribute does not end", "")
	}
	if len(w.waiting) == 0 {
		w.at = toks[0]
	}
	w.waiting = append(w.waiting, p.attributes(toks[2:len(toks)-2])...)
}

// flush writes the tokens that were held back.
func (p *expander) flush() {
	w := &p.tail
	if len(w.held) == 1 {
		first := w.held[0]
		w.held = nil
		p.translated(&first)
	} else if len(w.held) > 1 {
		p.failAt(&w.held[0], "an attribute does not end", "")
	}
}

// attributes splits a list at its commas.
func (p *expander) attributes(toks []token) (list []attribute) {
	for len(toks) > 0 {
		if toks[0].is(",") {
			toks = toks[1:]
			continue
		}
		if toks[0].kind != ident {
			p.failAt(&toks[0], "an attribute has no name", "")
		}
		name, rest := embedParam(toks)
		a := attribute{name: name}
		if v, n, ok := strings.Cut(name, "::"); ok {
			a.vendor, a.name = v, n
		}
		if args, after, ok := parenthesised(rest); ok {
			a.args, rest = args, after
			if a.args == nil {
				a.args = []token{}
			}
		}
		if len(rest) > 0 && !rest[0].is(",") {
			p.failAt(&rest[0], "attributes are not separated by a comma", "")
		}
		list = append(list, a)
		toks = rest
	}
	return list
}

// ignored are the attributes that do not change what a run does.
var ignored = map[string]bool{
	"nodiscard": true, "maybe_unused": true, "deprecated": true, "fallthrough": true, "unsequenced": true, "reproducible": true,
	"gnu::unused": true, "gnu::fallthrough": true, "gnu::deprecated": true, "gnu::warn_unused_result": true,
	"clang::fallthrough": true, "gnu::likely": true, "gnu::unlikely": true, "clang::likely": true, "clang::unlikely": true,
}

// hasAttribute returns the value of __has_c_attribute.
func hasAttribute(toks []token) string {
	name, _ := embedParam(toks)
	switch name {
	case "nodiscard", "maybe_unused", "fallthrough", "noreturn", "_Noreturn":
		return "202003L"
	case "deprecated":
		return "201904L"
	}
	if v, _, ok := strings.Cut(name, "::"); ok && v == "gnu" {
		return "1"
	}
	return "0"
}

// attributed writes the waiting attributes before the token `next`.
func (p *expander) attributed(next *token) {
	w := &p.tail
	list, at := w.waiting, w.at
	w.waiting = nil
	prev := string(w.prev.text)
	// GNU's form has the same meaning before a declaration, after struct, or after the declared name. After a type it
	// has not: there [[…]] applies to the type.
	start := w.prev.kind == eof || prev == ";" || prev == "{" || prev == "}" || prev == "(" || prev == "," || prev == ":"
	tag := prev == "struct" || prev == "union"
	named := w.prev.kind == ident && !keywords[prev] && (next.is(";") || next.is(",") || next.is("=") || next.is("["))
	for _, a := range list {
		full := a.name
		if a.vendor != "" {
			full = a.vendor + "::" + a.name
		}
		switch {
		case ignored[full]:
			continue
		case full == "noreturn" || full == "_Noreturn" || full == "gnu::noreturn":
			if !start {
				p.failAt(&at, "the attribute noreturn is read in front of a declaration only", "write it there")
			}
			p.emitText(&at, "_Noreturn")
		case a.vendor == "gnu" || a.vendor == "clang":
			if !start && !tag && !named {
				p.failAt(&at, "the attribute [["+full+"]] is not read at this place", "write __attribute__((…))")
			}
			text := "__attribute__((" + a.name
			if a.args != nil {
				text += "("
				for _, t := range a.args {
					text += " " + string(t.text)
				}
				text += ")"
			}
			p.emitText(&at, text+"))")
		case a.vendor == "":
			p.failAt(&at, "the attribute [["+full+"]] is not known", "")
		}
	}
}

// keywords are words that cannot be the name that a declaration declares.
var keywords = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`void char short int long float double signed unsigned _Bool bool _Complex __int128 const volatile
		restrict static extern inline register auto typedef _Atomic _Thread_local thread_local enum typeof __typeof__ return`) {
		m[w] = true
	}
	return m
}()

// emitText writes text at the place of a token.
func (p *expander) emitText(at *token, text string) {
	t := *at
	t.kind, t.text, t.fixed, t.space, t.bol = ident, []byte(text), true, true, false
	p.emit(&t)
	p.tail.prev = t
}

// words maps keywords of C23 to their replacements.
var words = map[string]string{
	"bool": "_Bool", "true": "((_Bool)1)", "false": "((_Bool)0)", "nullptr": "((void *)0)",
	"static_assert": "_Static_assert", "alignas": "_Alignas", "alignof": "_Alignof", "thread_local": "_Thread_local",
	"typeof_unqual": "__typeof", "constexpr": "const __attribute__((__whet_constexpr))",
}

// translated writes a token in the form that the parser reads.
func (p *expander) translated(t *token) {
	w := &p.tail
	if len(w.waiting) > 0 {
		p.attributed(t)
	}
	p.follow(&w.generic, t)
	if w.assert.depth == 1 && t.is(")") && !w.assert.comma {
		p.emitText(t, `,""`)
	}
	p.follow(&w.assert, t)
	switch t.kind {
	case ident:
		if t.name == nil {
			break
		}
		word := t.name.text
		if word == "_Static_assert" || word == "static_assert" && p.cfg.C23 {
			w.assert = nested{depth: -1}
		}
		if word == "_Generic" && w.generic.depth == 0 {
			w.generic.depth = -1
		}
		if !p.cfg.C23 {
			break
		}
		if (word == "nullptr" || word == "nullptr_t") && w.generic.depth > 0 {
			p.failAt(t, word+" in _Generic is not read", "")
		}
		if text, ok := words[word]; ok {
			prev := w.prev
			if prev.is(".") || prev.is("->") {
				p.failAt(t, word+" is a word of C23", "")
			}
			u := *t
			u.text, u.fixed = []byte(text), true
			p.emit(&u)
			w.prev = *t
			return
		}
	case number:
		if p.cfg.C23 && bytes.IndexByte(t.text, '\'') >= 0 {
			u := *t
			u.text, u.fixed = bytes.ReplaceAll(t.text, []byte("'"), nil), true
			t = &u
		}
	case str:
		if p.cfg.C23 && bytes.HasPrefix(t.text, []byte("u8'")) {
			u := *t
			u.text, u.fixed = []byte("((unsigned char)"+string(t.text[2:])+")"), true
			t = &u
		}
	}
	p.emit(t)
	w.prev = *t
}

// follow counts the parentheses after a word.
func (p *expander) follow(n *nested, t *token) {
	switch {
	case n.depth == 0:
	case n.depth < 0:
		if *n = (nested{}); t.is("(") {
			n.depth = 1
		}
	case t.is("(") || t.is("[") || t.is("{"):
		n.depth++
	case t.is(")") || t.is("]") || t.is("}"):
		n.depth--
	case t.is(",") && n.depth == 1:
		n.comma = true
	}
}
