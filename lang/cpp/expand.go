package cpp

import (
	"errors"
	"path/filepath"
)

// Expand, and the files that it reads.

// Config says where headers are, and which features exist.
type Config struct {
	// Open returns the text of a file.
	Open func(path string) ([]byte, bool)
	// Quote and Angle are the directories that #include "x" and #include <x> search; "" is the directory of the
	// including file.
	Quote, Angle []string
	HasBuiltin   func(name string) bool
	// Embed returns the bytes of a file that #embed names; nil: #embed is an error.
	Embed func(path string) ([]byte, bool)
	// C23: the keywords and digit separators of C23 are read. Strict: only the directives of C11 are allowed.
	C23, Strict bool
	Limit       int // the number of tokens that expansions may make, in addition to perByte for each byte that is read
	MaxText     int // the largest size of the result, in bytes
}

// An Input is a text to read, after those before it in the list. Only the first may define the macros that the
// standard predefines.
type Input struct {
	Name string
	Text []byte
}

// Unusual says why this package does not handle a text, and where.
type Unusual struct {
	Why, Hint string
	File      string
	Line, Col int
	// Rare: the text is correct, but another preprocessor has to read it. Otherwise it is wrong, or no part of whet
	// can read it.
	Rare bool
	// Clear: Why is readable by users.
	Clear bool
}

func (u *Unusual) Error() string { return u.Why }

// Expand preprocesses the inputs. An error is an *Unusual.
func Expand(in []Input, cfg Config) (r *Result, err error) {
	n := 0
	for _, i := range in {
		n += len(i.Text)
	}
	p := &expander{
		cfg: cfg, names: map[string]*name{}, once: map[string]bool{}, pushed: map[*name][]*macro{},
		out: &Result{Text: make([]byte, 0, n/2)}, index: map[string]int{}, limit: cfg.Limit,
	}
	defer func() {
		if e := recover(); e != nil {
			u, ok := e.(*Unusual)
			if !ok {
				panic(e)
			}
			r, err = nil, errors.Join(u)
		}
	}()
	p.out.names = p.names
	for s, k := range specials {
		p.intern([]byte(s)).kind = k
	}
	p.intern([]byte("defined")).kind = definedOp
	for i := range in {
		p.inputs = append(p.inputs, p.reader(in[i].Name, in[i].Text, ""))
	}
	for _, r := range p.inputs {
		p.files = append(p.files[:0], r)
		p.cur = r
		for {
			t := p.token()
			if t.kind == eof {
				break
			}
			p.write(&t)
		}
		p.flush()
		p.last = written{}
	}
	p.out.Text = append(p.out.Text, '\n')
	return p.out, nil
}

// expander is the state of a run.
type expander struct {
	cfg   Config
	names map[string]*name

	inputs  []*reader
	files   []*reader // the open files, the innermost last
	cur     *reader   // the innermost file
	index   map[string]int
	once    map[string]bool
	pushed  map[*name][]*macro // the definitions that #pragma push_macro has saved
	counter int                // the next value of __COUNTER__
	tail    tail               // the state of the output

	stack      []context
	ahead      []token // tokens that were read but not used yet, in reverse order
	room       []token
	work       int
	limit      int  // the limit on work
	collecting int  // the number of calls of macros whose arguments are being read
	inArgs     int  // the number of nested arguments that are being expanded
	condition  bool // the expression of an #if is being expanded

	out  *Result
	last written
	// a #pragma is being written
	inPragma bool
	apart    bool // the token written last and the next one were separated
}

// fail gives up at the current position.
func (p *expander) fail(why string) { panic(p.unusual(why)) }

// rare gives up for a text that is correct.
func (p *expander) rare(why string) {
	u := p.unusual(why)
	u.Rare = true
	panic(u)
}

// failAt gives up at the token t.
func (p *expander) failAt(t *token, why, hint string) {
	u := p.unusual(why)
	u.Hint, u.Clear = hint, true
	if t.line > 0 && int(t.file) < len(p.out.Files) {
		u.File, u.Line, u.Col = p.out.Files[t.file], int(t.line), int(t.col)
	}
	panic(u)
}

func (p *expander) unusual(why string) *Unusual {
	u := &Unusual{Why: why}
	if r := p.cur; r != nil {
		u.File, u.Line, u.Col = r.path, r.line, r.i-r.bol+1
	}
	return u
}

func (p *expander) intern(text []byte) *name {
	if n := p.names[string(text)]; n != nil {
		return n
	}
	s := string(text)
	n := &name{text: s}
	p.names[s] = n
	return n
}

// perByte is the number of tokens that expansions may make for each byte that is read.
const perByte = 4

func (p *expander) reader(path string, text []byte, dir string) *reader {
	i, ok := p.index[path]
	if !ok {
		i = len(p.out.Files)
		if i > 1<<15-1 {
			p.fail("too many files")
		}
		p.index[path] = i
		p.out.Files = append(p.out.Files, path)
	}
	p.limit += perByte * len(text)
	return &reader{p: p, src: text, line: 1, file: i, path: path, dir: dir, fresh: true}
}

// fileToken returns the next token of the files, after all directives.
func (p *expander) fileToken() token {
	for {
		r := p.cur
		t := r.next()
		switch {
		case t.kind == newline:
			r.endLine()
		case t.kind == eof:
			if len(p.files) == 1 {
				r.closed()
				return t
			}
			if p.collecting > 0 {
				p.fail("the call of a macro does not end in its file")
			}
			p.endFile()
		case t.bol && t.is("#"):
			p.directive(r, &t)
			if n := len(p.ahead); n > 0 { // made by #embed
				t = p.ahead[n-1]
				p.ahead = p.ahead[:n-1]
				return t
			}
		case t.bol && t.is("%:"):
			p.rare("a digraph")
		default:
			t.space = t.space || t.bol
			return t
		}
	}
}

// fileAhead returns the token after the name of a function-like macro. No directive may come between them. It returns
// false at the end of the text.
func (p *expander) fileAhead() (token, bool) {
	for {
		r := p.cur
		t := r.next()
		switch {
		case t.kind == newline:
			r.endLine()
			continue
		case t.kind == eof && len(p.files) == 1:
			return t, false
		case t.kind == eof, t.bol && (t.is("#") || t.is("%:")):
			p.rare("the end of the file, or a directive, behind the name of a macro")
		}
		t.space = t.space || t.bol
		return t, true
	}
}

func (r *reader) closed() {
	if len(r.conds) > 0 {
		r.p.fail("#if without #endif")
	}
}

// endFile returns to the file that included the current one.
func (p *expander) endFile() {
	p.cur.closed()
	p.leave()
}

func (p *expander) leave() {
	n := len(p.files) - 1
	p.files = p.files[:n]
	p.cur = p.files[n-1]
}

const maxDepth = 180 // the deepest nesting of #include

// include reads a file; spelled is its name in the directive, including its quotes. The line has been read.
func (p *expander) include(r *reader, spelled string, next bool) {
	if path, dir, text, ok := p.find(r, spelled, next); ok {
		if len(p.files) > maxDepth {
			p.fail("#include is nested too deep")
		}
		p.cur = p.reader(path, text, dir)
		p.files = append(p.files, p.cur)
		return
	}
	p.fail("there is no header " + spelled)
}

// find searches for a header.
func (p *expander) find(r *reader, spelled string, next bool) (path, dir string, text []byte, ok bool) {
	n := len(spelled)
	if n < 2 || !(spelled[0] == '"' && spelled[n-1] == '"' || spelled[0] == '<' && spelled[n-1] == '>') {
		p.fail("#include of " + spelled)
	}
	dirs := p.cfg.Angle
	switch {
	case next:
		for i, d := range dirs {
			if r.dir != "" && filepath.Clean(d) == filepath.Clean(r.dir) {
				dirs = dirs[i+1:]
				break
			}
		}
	case spelled[0] == '"':
		dirs = p.cfg.Quote
	}
	for _, d := range dirs {
		if d == "" {
			d, _ = filepath.Split(r.path)
			d = filepath.Clean(d)
		}
		path = filepath.Join(d, spelled[1:n-1])
		if text, ok = p.cfg.Open(path); ok {
			return path, d, text, true
		}
	}
	return "", "", nil, false
}
