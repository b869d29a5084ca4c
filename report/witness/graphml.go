// This file writes violation witnesses as GraphML.

package witness

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"sort"
	"strings"
	"time"
)

// GraphML writes a violation witness in version 1.0 of the format: an automaton with an edge for each call that
// returns a value, in order, and a last edge for the error. On other steps of the program, the automaton stays in its
// state.
func (w *Witness) GraphML(out io.Writer, p Producer) error {
	if !w.Violation {
		return fmt.Errorf("GraphML is written for violations only; a proof is written as YAML")
	}
	var b bytes.Buffer
	b.WriteString(xml.Header)
	b.WriteString(`<graphml xmlns="http://graphml.graphdrawing.org/xmlns" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` + "\n")
	keys := []struct{ id, of, kind string }{
		{"witness-type", "graph", "string"}, {"sourcecodelang", "graph", "string"}, {"producer", "graph", "string"},
		{"specification", "graph", "string"}, {"programfile", "graph", "string"}, {"programhash", "graph", "string"},
		{"architecture", "graph", "string"}, {"creationtime", "graph", "string"},
		{"entry", "node", "boolean"}, {"violation", "node", "boolean"},
		{"originfile", "edge", "string"}, {"startline", "edge", "int"}, {"assumption", "edge", "string"}, {"assumption.scope", "edge", "string"}, {"assumption.resultfunction", "edge", "string"},
	}
	for _, k := range keys {
		fmt.Fprintf(&b, ` <key id="%s" attr.name="%[1]s" attr.type="%s" for="%s">`, k.id, k.kind, k.of)
		if k.kind == "boolean" {
			b.WriteString("<default>false</default>")
		}
		b.WriteString("</key>\n")
	}
	b.WriteString(" <graph edgedefault=\"directed\">\n")
	data := func(indent, key, value string) {
		fmt.Fprintf(&b, `%s<data key="%s">`, indent, key)
		xml.EscapeText(&b, []byte(value)) //nolint:errcheck // into memory
		b.WriteString("</data>\n")
	}
	architecture := "64bit"
	if w.Task.DataModel == "ILP32" {
		architecture = "32bit"
	}
	data("  ", "witness-type", "violation_witness")
	data("  ", "sourcecodelang", "C")
	data("  ", "producer", p.Name+" "+p.Version)
	data("  ", "specification", w.Task.Specification)
	data("  ", "programfile", strings.Join(w.Task.Files, " "))
	var hashes []string
	for _, h := range w.Task.Hashes {
		hashes = append(hashes, h)
	}
	sort.Strings(hashes)
	data("  ", "programhash", strings.Join(hashes, " "))
	data("  ", "architecture", architecture)
	data("  ", "creationtime", p.Time.Format(time.RFC3339))
	for i := 0; i <= len(w.Segments); i++ {
		fmt.Fprintf(&b, `  <node id="n%d">`, i)
		switch i {
		case 0:
			b.WriteString(`<data key="entry">true</data>`)
		case len(w.Segments):
			b.WriteString(`<data key="violation">true</data>`)
		}
		b.WriteString("</node>\n")
	}
	for i, s := range w.Segments {
		fmt.Fprintf(&b, "  <edge source=\"n%d\" target=\"n%d\">\n", i, i+1)
		f := s.Follow
		if len(w.Task.Files) > 1 {
			data("   ", "originfile", f.Pos.File)
		}
		data("   ", "startline", fmt.Sprint(f.Pos.Line))
		if f.Value != "" {
			data("   ", "assumption", f.Value+";")
			data("   ", "assumption.scope", f.Func)
			if f.Called != "" {
				data("   ", "assumption.resultfunction", f.Called)
			}
		}
		b.WriteString("  </edge>\n")
	}
	b.WriteString(" </graph>\n</graphml>\n")
	_, err := out.Write(b.Bytes())
	return err
}
