// This file writes witnesses as YAML.

package witness

import (
	"cmp"
	"crypto/sha256"
	"fmt"
	"io"
	"time"

	"go.yaml.in/yaml/v3"
)

// Formats are the versions of the format that can be written; the first is the default.
var Formats = []string{"2.0", "2.1", "2.2"}

type yamlEntry struct {
	Type     string       `yaml:"entry_type"`
	Metadata yamlMetadata `yaml:"metadata"`
	Content  []any        `yaml:"content"`
}

type yamlMetadata struct {
	Format   string       `yaml:"format_version"`
	UUID     string       `yaml:"uuid"`
	Created  string       `yaml:"creation_time"`
	Producer yamlProducer `yaml:"producer"`
	Task     yamlTask     `yaml:"task"`
}

type yamlProducer struct {
	Name          string `yaml:"name"`
	Version       string `yaml:"version"`
	Configuration string `yaml:"configuration,omitempty"`
}

type yamlTask struct {
	Files         []string          `yaml:"input_files"`
	Hashes        map[string]string `yaml:"input_file_hashes"`
	Specification string            `yaml:"specification"`
	DataModel     string            `yaml:"data_model"`
	Language      string            `yaml:"language"`
}

type yamlLocation struct {
	File   string `yaml:"file_name"`
	Line   int    `yaml:"line"`
	Column int    `yaml:"column,omitempty"`
	Func   string `yaml:"function,omitempty"`
}

type yamlConstraint struct {
	Value  string `yaml:"value"`
	Format string `yaml:"format,omitempty"`
}

type yamlWaypoint struct {
	Waypoint struct {
		Type       string          `yaml:"type"`
		Action     string          `yaml:"action"`
		Constraint *yamlConstraint `yaml:"constraint,omitempty"`
		Location   yamlLocation    `yaml:"location"`
	} `yaml:"waypoint"`
}

type yamlSegment struct {
	Segment []yamlWaypoint `yaml:"segment"`
}

type yamlInvariant struct {
	Invariant struct {
		Type     string       `yaml:"type"`
		Location yamlLocation `yaml:"location"`
		Requires string       `yaml:"requires,omitempty"`
		Ensures  string       `yaml:"ensures,omitempty"`
		Value    string       `yaml:"value,omitempty"`
		Format   string       `yaml:"format"`
	} `yaml:"invariant"`
}

// YAML writes the witness in its version of the format, without ghost variables. The UUID is computed from the
// content, so that it differs if and only if the witness does.
func (w *Witness) YAML(out io.Writer, p Producer) error {
	e := yamlEntry{Type: "invariant_set", Content: []any{}, Metadata: yamlMetadata{
		Format: cmp.Or(w.Format, Formats[0]), Created: p.Time.Format(time.RFC3339),
		Producer: yamlProducer{p.Name, p.Version, p.Configuration},
		Task:     yamlTask{w.Task.Files, w.Task.Hashes, w.Task.Specification, w.Task.DataModel, "C"},
	}}
	if w.Violation {
		e.Type = "violation_sequence"
		for _, s := range w.Segments {
			var seg yamlSegment
			for _, a := range s.Avoid {
				seg.Segment = append(seg.Segment, waypoint(a, "avoid"))
			}
			if s.Follow.Type != "" {
				seg.Segment = append(seg.Segment, waypoint(s.Follow, "follow"))
			}
			e.Content = append(e.Content, seg)
		}
	}
	for _, inv := range w.Invariants {
		var y yamlInvariant
		y.Invariant.Type = "location_invariant"
		if inv.Loop {
			y.Invariant.Type = "loop_invariant"
		}
		y.Invariant.Location = yamlLocation{inv.Pos.File, inv.Pos.Line, inv.Pos.Col, inv.Func}
		y.Invariant.Value, y.Invariant.Format = inv.Value, "c_expression"
		if inv.Contract {
			y.Invariant.Type, y.Invariant.Value, y.Invariant.Format = "function_contract", "", "acsl_expression"
			y.Invariant.Requires, y.Invariant.Ensures = inv.Requires, inv.Value
		}
		e.Content = append(e.Content, y)
	}
	e.Metadata.UUID = uuid(e)
	enc := yaml.NewEncoder(out)
	enc.SetIndent(2)
	if err := enc.Encode([]yamlEntry{e}); err != nil {
		return err
	}
	return enc.Close()
}

func waypoint(w Waypoint, action string) yamlWaypoint {
	var y yamlWaypoint
	y.Waypoint.Type, y.Waypoint.Action = w.Type, action
	y.Waypoint.Location = yamlLocation{w.Pos.File, w.Pos.Line, w.Pos.Col, w.Func}
	if w.Value != "" {
		y.Waypoint.Constraint = &yamlConstraint{w.Value, "c_expression"}
		switch w.Type {
		case Branching:
			y.Waypoint.Constraint.Format = ""
		case FunctionReturn:
			y.Waypoint.Constraint.Format = "ext_c_expression"
		}
	}
	return y
}

// uuid returns a UUID of version 8, a hash.
func uuid(e yamlEntry) string {
	text, err := yaml.Marshal(e)
	if err != nil {
		text = []byte(err.Error())
	}
	h := sha256.Sum256(text)
	h[6] = h[6]&0x0f | 0x80
	h[8] = h[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", h[0:4], h[4:6], h[6:8], h[8:10], h[10:16])
}
