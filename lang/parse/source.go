// This file has the files of a unit, as the preprocessor sees them.

package parse

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/gnu"
	"modernc.org/cc/v4"
	"modernc.org/token"
)

// HeaderFiles has the embedded headers: the parts of the C library's and POSIX's headers that programs use.
//
//go:embed headers
var HeaderFiles embed.FS

const (
	// MaxTotal bounds the text of all files together, each counted as often as it is included.
	MaxTotal = 64 << 20
	// maxIncludes bounds the number of inclusions of files.
	maxIncludes = 5000

	// Names in positions of texts that belong to no file.
	PredefName  = "<predefined>"
	EndName     = "<end>"
	DefinesName = "<command line>"
)

// MachineHeaders are the directories of the machine's own headers. They are searched last, for headers that are not
// embedded, such as <linux/input.h>: a verdict should depend on the machine only where it must.
var MachineHeaders = []string{"/usr/local/include", "/usr/include/x86_64-linux-gnu", "/usr/include"}

// Sources are the files of a unit, and the file system that the preprocessor uses. Every file is scanned when it is
// opened.
type Sources struct {
	Opt    Options
	Files  map[string]*file
	Order  []string
	Main   string
	opens  int
	clear  bool // the error of package cpp is readable for users
	embeds bool // the text contains #embed
	total  int
	pragmas
	// the text that the parser reads; nil: it reads the files
	Expanded *Expanded
	// found by the scan, or when files were opened
	diags []lang.Diagnostic

	Macros   map[string]*cc.Macro
	last     string // the file that Pos used last
	lastFile *file
}

type file struct {
	Raw     []byte
	Scanned scanned
}

// NewSources returns Sources without files.
func NewSources(opt Options) *Sources {
	return &Sources{Opt: opt, Files: map[string]*file{}}
}

// Add scans the file name with content raw, and returns the text for the parser.
func (s *Sources) Add(name string, raw []byte) []byte {
	if f := s.Files[name]; f != nil {
		return f.Scanned.text
	}
	f := &file{Raw: raw, Scanned: Scan(name, raw)}
	// The parser's scanner does not terminate on a text that ends in a string after a backslash.
	f.Scanned.text = append(f.Scanned.text[:len(f.Scanned.text):len(f.Scanned.text)], "\n\n"...)
	s.Files[name] = f
	s.Order = append(s.Order, name)
	s.diags = append(s.diags, f.Scanned.diags...)
	if len(f.Scanned.includes) > 0 && s.Main != "" {
		if in := s.cycle(true); in != "" {
			s.diags = append(s.diags, selfInclude(in))
		}
	}
	return f.Scanned.text
}

// Pos returns the position in the original file of a position of the parser.
func (s *Sources) Pos(p token.Position) lang.Pos {
	if p.Filename == ExpandedName {
		at := s.Expanded.Place(p.Offset)
		if at.File < 0 {
			return lang.Pos{}
		}
		p.Filename, p.Line, p.Column = s.Expanded.Files[at.File], at.Line, at.Col
	}
	out := lang.Pos{File: p.Filename, Line: p.Line, Col: p.Column}
	if p.Filename != s.last || s.lastFile == nil {
		s.last, s.lastFile = p.Filename, s.Files[p.Filename]
	}
	if f := s.lastFile; f != nil && f.Scanned.edits != nil {
		out.Col = f.Scanned.column(p.Line, p.Column)
	}
	if p.Filename == PredefName || p.Filename == DefinesName || p.Filename == EndName {
		return lang.Pos{}
	}
	return out
}

// text returns the content of the main file.
func (s *Sources) text() []byte {
	if f := s.Files[s.Main]; f != nil {
		return f.Raw
	}
	return nil
}

func selfInclude(name string) lang.Diagnostic {
	return lang.Diagnostic{Pos: lang.Pos{File: name}, Msg: "the file includes itself without end",
		Hint: "guard it: #ifndef NAME, #define NAME, …, #endif"}
}

// cycle returns a file that includes itself, directly or indirectly, or "". Guards make a cycle harmless, so it is a
// mistake only if it explains a failure, or if none of the files has an #if; with bare, only such files are searched.
func (s *Sources) cycle(bare bool) string {
	state := map[string]int{} // 1: on the way, 2: done
	var visit func(name string) string
	visit = func(name string) string {
		if bare && !s.Files[name].Scanned.bare {
			return ""
		}
		state[name] = 1
		for _, inc := range s.Files[name].Scanned.includes {
			for _, other := range s.Order {
				if other != inc && !strings.HasSuffix(filepath.ToSlash(other), "/"+inc) {
					continue
				}
				if state[other] == 1 {
					return other
				}
				if state[other] == 0 {
					if c := visit(other); c != "" {
						return c
					}
				}
			}
		}
		state[name] = 2
		return ""
	}
	return visit(s.Main)
}

// Line returns the source line at p, for messages.
func (s *Sources) Line(p lang.Pos) string {
	f := s.Files[p.File]
	if f == nil || p.Line < 1 {
		return ""
	}
	b := f.Raw
	for n := 1; n < p.Line; n++ {
		i := bytes.IndexByte(b, '\n')
		if i < 0 {
			return ""
		}
		b = b[i+1:]
	}
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		b = b[:i]
	}
	return string(b)
}

// Config returns the parser's configuration.
func (s *Sources) Config() *cc.Config {
	arch := "amd64"
	if s.Opt.Model == lang.ILP32 {
		arch = "386"
	}
	abi, err := cc.NewABI("linux", arch)
	if err != nil {
		panic(err) // both exist
	}
	s.once, s.opens, s.total = map[string]bool{}, 0, 0 // start a new pass
	size := len(s.text())
	if s.Expanded != nil {
		size = len(s.Expanded.Text)
	}
	cfg := &cc.Config{
		ABI:            abi,
		FS:             s,
		FSOnly:         true,
		IncludePaths:   []string{""},
		ExpansionLimit: 8<<20 + size,
		PragmaHandler:  s.pragma,
		HasBuiltin:     gnu.HasBuiltin,
	}
	for _, d := range s.Opt.Quote {
		cfg.IncludePaths = append(cfg.IncludePaths, filepath.Clean(d))
	}
	for _, d := range slices.Concat(s.Opt.Include, s.Opt.System) {
		cfg.IncludePaths = append(cfg.IncludePaths, filepath.Clean(d))
		cfg.SysIncludePaths = append(cfg.SysIncludePaths, filepath.Clean(d))
	}
	// The parser joins the name of a header, even an absolute one, with each of these directories; "/" is for
	// absolute names.
	last := slices.Concat([]string{lang.HeaderRoot}, MachineHeaders, []string{"/"})
	cfg.IncludePaths = append(cfg.IncludePaths, last...)
	cfg.SysIncludePaths = append(cfg.SysIncludePaths, last...)
	return cfg
}

// OfMachine names the machine's own headers that were read although no option asks for their directories. It returns
// "" if no such header was read.
func (s *Sources) OfMachine() string {
	first, more := "", 0
	for _, n := range s.Order {
		k := slices.IndexFunc(MachineHeaders, func(d string) bool { return strings.HasPrefix(n, d+"/") })
		if k < 0 || slices.Contains(s.Opt.Include, MachineHeaders[k]) || slices.Contains(s.Opt.System, MachineHeaders[k]) {
			continue
		}
		if first == "" {
			first = n
		} else {
			more++
		}
	}
	switch {
	case first == "":
		return ""
	case more == 0:
		return "this machine's header " + first
	}
	return fmt.Sprintf("this machine's header %s, and %d more", first, more)
}

// Open opens a file for the parser's preprocessor.
func (s *Sources) Open(name string) (fs.File, error) {
	text, err := s.open(name)
	if err != nil {
		return nil, err
	}
	return newMemFile(name, text), nil
}

// open returns the text of a file for the parser.
func (s *Sources) open(name string) ([]byte, error) {
	if f := s.Files[name]; f != nil {
		if err := s.count(name, len(f.Raw)); err != nil {
			return nil, err
		}
		return f.Scanned.text, nil
	}
	if rest, ok := strings.CutPrefix(name, lang.HeaderRoot+"/"); ok {
		b, err := HeaderFiles.ReadFile("headers/" + rest)
		if err != nil {
			return nil, err
		}
		if err := s.count(name, len(b)); err != nil {
			return nil, err
		}
		return s.Add(name, b), nil
	}
	if lang.OwnHeader(name) || name == "" {
		return nil, fs.ErrNotExist
	}
	b, ok := s.Opt.Only[name]
	if s.Opt.Only == nil {
		if fi, err := os.Stat(name); err != nil || !fi.Mode().IsRegular() {
			return nil, fs.ErrNotExist
		}
		var e *lang.Errors
		if b, e = lang.ReadFile(name); e != nil {
			s.diags = append(s.diags, e.List...)
			return nil, errors.New(e.List[0].Msg)
		}
	} else if !ok {
		return nil, fs.ErrNotExist
	}
	if err := s.count(name, len(b)); err != nil {
		return nil, err
	}
	text := s.Add(name, b)
	if len(s.diags) > 0 {
		return nil, errors.New(s.diags[0].Msg)
	}
	return text, nil
}

// count counts an inclusion, and refuses it if there are too many.
func (s *Sources) count(name string, size int) error {
	s.opens++
	s.total += size
	if s.opens == maxIncludes+1 || s.opens <= maxIncludes && s.total > MaxTotal && s.total-size <= MaxTotal {
		s.diags = append(s.diags, lang.Diagnostic{
			Pos:  lang.Pos{File: s.Main},
			Msg:  fmt.Sprintf("too many files are included, at last %s", name),
			Hint: "does a header include itself without a guard?",
		})
	}
	if s.opens > maxIncludes || s.total > MaxTotal {
		return errors.New("too many files are included")
	}
	return nil
}

// memFile is a file in memory.
type memFile struct {
	*bytes.Reader
	name string
	size int
}

func newMemFile(name string, b []byte) *memFile {
	return &memFile{bytes.NewReader(b), name, len(b)}
}

func (m *memFile) Close() error               { return nil }
func (m *memFile) Stat() (fs.FileInfo, error) { return m, nil }
func (m *memFile) Name() string               { return m.name }
func (m *memFile) Size() int64                { return int64(m.size) }
func (m *memFile) Mode() fs.FileMode          { return 0o444 }
func (m *memFile) ModTime() time.Time         { return time.Time{} }
func (m *memFile) IsDir() bool                { return false }
func (m *memFile) Sys() any                   { return nil }

// MacroText returns the replacement of the last definition of a macro without parameters, if that is the same
// wherever the macro is used.
func (s *Sources) MacroText(name string) (string, bool) {
	if s.Expanded != nil {
		return s.Expanded.Constant(name)
	}
	m := s.Macros[name]
	if m == nil || m.IsFnLike || !m.IsConst {
		return "", false
	}
	var b strings.Builder
	for _, t := range m.ReplacementList() {
		b.Write(t.Sep())
		b.Write(t.Src())
	}
	return strings.TrimSpace(b.String()), true
}
