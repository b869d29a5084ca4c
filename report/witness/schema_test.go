package witness_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/report/witness"
)

// fits checks a witness against docs/witness.schema.json.
func fits(t *testing.T, text []byte) error {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../docs/witness.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := yaml.Unmarshal(text, &v); err != nil {
		return err
	}
	plain, err := json.Marshal(v)
	if err != nil {
		return err
	}
	back, err := jsonschema.UnmarshalJSON(bytes.NewReader(plain))
	if err != nil {
		return err
	}
	return schema.Validate(back)
}

// What is written is what the schema says, in each version; what lacks something is not.
func TestWhatIsWrittenFitsTheSchema(t *testing.T) {
	at := lang.Pos{File: "p.c", Line: 3, Col: 5}
	task := witness.Task{Files: []string{"p.c"}, Hashes: map[string]string{"p.c": "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"}, Specification: "CHECK( init(main()), LTL(G ! overflow) )", DataModel: "LP64"}
	for _, format := range append(witness.Formats, "") {
		for _, w := range []*witness.Witness{
			{},
			{Invariants: []witness.Invariant{{Loop: true, Pos: at, Func: "main", Value: "x > 0"}, {Pos: at, Value: "1"}, {Contract: true, Pos: at, Func: "f", Value: `\result > 0`}}},
			{Violation: true, Segments: []witness.Segment{
				{Avoid: []witness.Waypoint{{Type: witness.Branching, Pos: at, Value: "true"}}, Follow: witness.Waypoint{Type: witness.FunctionReturn, Pos: at, Value: `\result == 1`}},
				{Avoid: []witness.Waypoint{{Type: witness.Assumption, Pos: at, Value: "x == 1"}}},
				{Follow: witness.Waypoint{Type: witness.Target, Pos: at, Func: "main"}},
			}},
		} {
			w.Task, w.Format = task, format
			var b bytes.Buffer
			if err := w.YAML(&b, producer); err != nil {
				t.Fatal(err)
			}
			if err := fits(t, b.Bytes()); err != nil {
				t.Errorf("%v\n%s", err, b.String())
			}
		}
	}
	for _, bad := range []string{"[]", "a: b", "- entry_type: other", entry("invariant_set", "    []\n")} {
		if fits(t, []byte(bad)) == nil {
			t.Errorf("fits: %s", bad)
		}
	}
}
