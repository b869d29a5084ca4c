package task

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet/internal/lazyregexp"
	"github.com/whet-mc/whet/lang"
)

// YAML documents with error messages that have places.

// A Document is a YAML file, read as nodes with places. It collects the errors that its reader finds.
type Document struct {
	Path  string
	Root  *yaml.Node // a node without content if the file is empty
	lines []string
	errs  []lang.Diagnostic
}

// ReadDocument reads a YAML file. Messages call the file by the name kind. An error is an *lang.Errors.
func ReadDocument(path, kind string) (*Document, error) {
	b, err := lang.ReadShort(path, kind)
	if err != nil {
		return nil, err
	}
	return parseDocument(path, b)
}

func parseDocument(path string, b []byte) (*Document, error) {
	d := &Document{Path: path, lines: strings.Split(string(b), "\n")}
	var doc yaml.Node
	if err := unmarshal(b, &doc); err != nil {
		return nil, d.yamlError(err)
	}
	if d.Root = &doc; len(doc.Content) == 1 {
		d.Root = doc.Content[0]
	}
	return d, nil
}

// unmarshal reads b into doc. It turns panics of the YAML library into errors.
func unmarshal(b []byte, doc *yaml.Node) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = errors.New("the parser failed: " + firstLine(fmt.Sprint(r)))
		}
	}()
	return yaml.Unmarshal(b, doc)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(strings.TrimSpace(s), "\n")
	return s
}

// Fail records an error at a node.
func (d *Document) Fail(n *yaml.Node, hint, format string, args ...any) {
	e := lang.Diagnostic{Pos: lang.Pos{File: d.Path, Line: n.Line, Col: n.Column}, Msg: fmt.Sprintf(format, args...), Hint: hint}
	if n.Line >= 1 && n.Line <= len(d.lines) {
		e.Line = d.lines[n.Line-1]
	}
	d.errs = append(d.errs, e)
}

// Err returns the recorded errors as an *lang.Errors, or nil if nothing was recorded.
func (d *Document) Err() error {
	if len(d.errs) == 0 {
		return nil
	}
	return lang.NewErrors(d.errs)
}

var yamlLine = lazyregexp.New(`line (\d+): (.*)`)

func (d *Document) yamlError(err error) error {
	msg := firstLine(strings.TrimPrefix(err.Error(), "yaml: "))
	var te *yaml.TypeError
	if errors.As(err, &te) && len(te.Errors) > 0 {
		msg = te.Errors[0]
	}
	n := &yaml.Node{}
	if m := yamlLine.FindStringSubmatch(msg); m != nil {
		n.Line, _ = strconv.Atoi(m[1])
		msg = m[2]
	}
	d.Fail(n, "", "this is no YAML: %s", msg)
	return d.Err()
}
