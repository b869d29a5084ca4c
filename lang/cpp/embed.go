package cpp

import (
	"path/filepath"
	"strconv"
)

// #embed of C23 (6.10.4): the bytes of a file as a list of numbers.

// maxEmbed bounds the number of bytes of one #embed.
const maxEmbed = 1 << 20

// An embedding is the contents and the parameters of an #embed.
type embedding struct {
	data                    []byte
	found                   bool
	prefix, suffix, ifEmpty []token
}

// embed handles #embed at the token `at`. The resulting tokens are read next.
func (p *expander) embed(r *reader, at *token) {
	if p.cfg.Embed == nil || p.cfg.Strict {
		p.failAt(at, "the directive #embed is not known", "it is one of C23")
	}
	e := p.embedding(at, r.tokens())
	if !e.found {
		p.failAt(at, "there is no such file to embed", "")
	}
	var out []token
	if len(e.data) == 0 {
		out = e.ifEmpty
	} else {
		out = append(out, e.prefix...)
		for i, b := range e.data {
			if i > 0 {
				out = append(out, token{kind: punct, text: []byte(",")})
			}
			out = append(out, token{kind: number, text: strconv.AppendInt(nil, int64(b), 10), space: true})
		}
		out = append(out, e.suffix...)
	}
	out = p.placed(at, out)
	for i := len(out) - 1; i >= 0; i-- {
		out[i].bol, out[i].space = false, true
		p.ahead = append(p.ahead, out[i])
	}
}

// embedding reads the name of the file and the parameters.
func (p *expander) embedding(at *token, toks []token) *embedding {
	if len(toks) > 0 && toks[0].kind != str && !toks[0].is("<") {
		toks = p.expanded(toks)
	}
	name := ""
	rest := toks
	switch {
	case len(toks) > 0 && toks[0].kind == str:
		name, rest = string(toks[0].text), toks[1:]
	case len(toks) > 0 && toks[0].is("<"):
		for i := 1; i < len(toks); i++ {
			if toks[i].is(">") {
				for _, t := range toks[:i+1] {
					name += string(t.text)
				}
				rest = toks[i+1:]
				break
			}
		}
	}
	if name == "" {
		p.failAt(at, "#embed without the name of a file", "")
	}
	e := &embedding{}
	e.data, e.found = p.embedded(name)
	limit, offset := -1, 0
	for len(rest) > 0 {
		var param string
		param, rest = embedParam(rest)
		args, after, ok := parenthesised(rest)
		if param == "" || !ok {
			p.failAt(at, "the parameters of #embed", "")
		}
		rest = after
		switch param {
		case "limit":
			limit = p.embedNumber(at, args)
		case "gnu::offset", "clang::offset":
			offset = p.embedNumber(at, args)
		case "prefix":
			e.prefix = args
		case "suffix":
			e.suffix = args
		case "if_empty":
			e.ifEmpty = args
		default:
			p.failAt(at, "the parameter "+param+" of #embed is not known", "")
		}
	}
	e.data = e.data[min(offset, len(e.data)):]
	if limit >= 0 && limit < len(e.data) {
		e.data = e.data[:limit]
	}
	if len(e.data) > maxEmbed {
		p.failAt(at, "#embed of more than "+strconv.Itoa(maxEmbed>>20)+" MB", "bound it with limit(…)")
	}
	return e
}

// embedParam reads the name of a parameter, without underscores around it.
func embedParam(toks []token) (string, []token) {
	plain := func(t token) string {
		s := string(t.text)
		if len(s) > 4 && s[:2] == "__" && s[len(s)-2:] == "__" {
			s = s[2 : len(s)-2]
		}
		return s
	}
	switch {
	case len(toks) > 3 && toks[0].kind == ident && toks[1].is(":") && toks[2].is(":") && toks[3].kind == ident:
		return plain(toks[0]) + "::" + plain(toks[3]), toks[4:]
	case len(toks) > 0 && toks[0].kind == ident:
		return plain(toks[0]), toks[1:]
	}
	return "", toks
}

// parenthesised splits ( … ) from the front of a list.
func parenthesised(toks []token) (in, after []token, ok bool) {
	if len(toks) == 0 || !toks[0].is("(") {
		return nil, toks, false
	}
	depth := 0
	for i, t := range toks {
		switch {
		case t.is("("):
			depth++
		case t.is(")"):
			if depth--; depth == 0 {
				return toks[1:i], toks[i+1:], true
			}
		}
	}
	return nil, toks, false
}

// embedNumber evaluates the argument of limit or offset.
func (p *expander) embedNumber(at *token, toks []token) int {
	p.condition = true
	toks = p.expanded(toks)
	p.condition = false
	e := evaluator{p: p, toks: toks, live: true}
	v := e.conditional()
	if e.i != len(toks) || len(toks) == 0 || !v.unsigned && int64(v.v) < 0 {
		p.failAt(at, "a number of #embed", "")
	}
	return int(min(v.v, 1<<40))
}

// embedded returns the contents of the file with the given name, which includes its quotes.
func (p *expander) embedded(name string) ([]byte, bool) {
	dirs := p.cfg.Angle
	if name[0] == '"' {
		dirs = p.cfg.Quote
	}
	for _, d := range dirs {
		if d == "" {
			d, _ = filepath.Split(p.cur.path)
			d = filepath.Clean(d)
		}
		if b, ok := p.cfg.Embed(filepath.Join(d, name[1:len(name)-1])); ok {
			return b, true
		}
	}
	return nil, false
}

// hasEmbed returns the value of __has_embed: 0 if there is no such file, 2 if it is empty, else 1.
func (p *expander) hasEmbed(toks []token) string {
	if p.cfg.Embed == nil {
		p.fail("__has_embed")
	}
	at := token{}
	if len(toks) > 0 {
		at = toks[0]
	}
	switch e := p.embedding(&at, toks); {
	case !e.found:
		return "0"
	case len(e.data) == 0:
		return "2"
	}
	return "1"
}
