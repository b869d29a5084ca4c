package sarif

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/refine"
	"github.com/whet-mc/whet/refine/engines"
	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
	"github.com/whet-mc/whet/rule"
)

// Every rule of C is described, and where the link leads there is a section.
func TestRules(t *testing.T) {
	doc, err := os.ReadFile("../../SOUNDNESS.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(doc), -1) {
		// As GitHub makes anchors of titles.
		sections[strings.ReplaceAll(regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(m[1]), ""), " ", "-")] = true
	}
	for _, kind := range append(rule.Names(), "assertion", "reach_error", "label ERROR", "precondition", "postcondition") {
		r := ruleOf(kind)
		_, anchor, _ := strings.Cut(r.HelpURI, "#")
		if !sections[anchor] {
			t.Errorf("%s: there is no section %s", kind, anchor)
		}
		if !regexp.MustCompile(`^[A-Z]\w*$`).MatchString(r.Name) {
			t.Errorf("%s: the name is %s", kind, r.Name)
		}
	}
	if got := markdown("--check x, room for <=; a*b_c < __builtin_x."); got != "`--check` x, room for `<=`; a\\*b\\_c `<` `__builtin_x`." {
		t.Error(got)
	}
}

// What GitHub's code scanning asks of a log: docs.github.com, "SARIF support for code scanning".
func TestGitHub(t *testing.T) {
	r := reporttest.Several(t, reporttest.Failing, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000)
	var log struct {
		Runs []struct {
			Tool struct {
				Driver struct {
					Name  string
					Rules []struct {
						ID                                string
						ShortDescription, FullDescription struct{ Text string }
						Help                              struct{ Text, Markdown string }
						HelpURI                           string
						DefaultConfiguration              struct{ Level string }
						Properties                        struct {
							Tags      []string
							Precision string
							Severity  string `json:"problem.severity"`
						}
					}
				}
			}
			Results []struct {
				RuleID, Kind        string
				RuleIndex           int
				Message             struct{ Text string }
				PartialFingerprints map[string]string
				Locations           []place
				CodeFlows           []struct {
					ThreadFlows []struct {
						Locations []struct{ Location place }
					}
				}
			}
		}
	}
	var b bytes.Buffer
	if err := Write(&b, r); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b.Bytes(), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	for _, rule := range run.Tool.Driver.Rules {
		p := rule.Properties
		if rule.ID == "" || rule.ShortDescription.Text == "" || rule.FullDescription.Text == "" || rule.Help.Text == "" || !strings.Contains(rule.Help.Markdown, "**What often helps:**") ||
			rule.HelpURI == "" || rule.DefaultConfiguration.Level != "error" || p.Precision != "very-high" || p.Severity != "error" || len(p.Tags) == 0 {
			t.Errorf("the rule %+v lacks something", rule)
		}
	}
	seen := map[string]bool{}
	for _, res := range run.Results {
		if run.Tool.Driver.Rules[res.RuleIndex].ID != res.RuleID || res.Message.Text == "" || len(res.Locations) != 1 || !res.Locations[0].known() {
			t.Errorf("the result %+v lacks something", res)
		}
		if res.Kind != "fail" {
			continue
		}
		print := res.PartialFingerprints[githubName]
		if !regexp.MustCompile(`^[0-9a-f]{32}:1$`).MatchString(print) || seen[print] {
			t.Errorf("the fingerprint %s", print)
		}
		seen[print] = true
		if len(res.CodeFlows) != 1 || len(res.CodeFlows[0].ThreadFlows) != 1 {
			t.Fatal("no path")
		}
		steps, values := res.CodeFlows[0].ThreadFlows[0].Locations, false
		for _, s := range steps {
			if !s.Location.known() || s.Location.Message.Text == "" {
				t.Errorf("a step without place or words: %+v", s)
			}
			values = values || strings.Contains(s.Location.Message.Text, " = ")
		}
		if !values || steps[len(steps)-1].Location.PhysicalLocation.Region.StartLine != res.Locations[0].PhysicalLocation.Region.StartLine {
			t.Error("the path says no values, or ends elsewhere")
		}
	}
}

type place struct {
	PhysicalLocation struct {
		ArtifactLocation struct{ URI string }
		Region           struct{ StartLine int }
	}
	Message struct{ Text string }
}

func (p *place) known() bool {
	return p.PhysicalLocation.ArtifactLocation.URI != "" && p.PhysicalLocation.Region.StartLine > 0
}

// What is undecided says why, once for each property, and what may help is told once.
func TestUndecided(t *testing.T) {
	r := reporttest.Unknown()
	r.Hints = []string{"a longer --timeout"}
	r.Stuck = []report.Stuck{{Func: "main", Pos: r.Checked[0].Pos, States: 7}}
	run := toSARIF(t, r).Runs[0]
	if got := *run.Results[0].Message.Text; strings.Count(got, "out of time") != 1 {
		t.Error(got)
	}
	var notes []string
	for _, n := range run.Invocations[0].ToolExecutionNotifications {
		notes = append(notes, *n.Message.Text)
	}
	text := strings.Join(notes, "\n")
	if strings.Count(text, "try: a longer --timeout") != 1 || strings.Count(text, "stuck at the loop in main, line") != 1 {
		t.Error(text)
	}
}

// Fingerprints stay when lines move, when a file is laid out anew, and when others come in front;
// another condition is another finding.
func TestFingerprintsStay(t *testing.T) {
	prints := func(src string) string {
		l := logOf(t, reporttest.Several(t, src, refine.Options{Engine: engines.Must("value", engines.Options{Selection: true})}, 200_000))
		var out []string
		for _, f := range l.Findings() {
			out = append(out, f.Fingerprint)
		}
		return strings.Join(out, " ")
	}
	before := prints(reporttest.Failing)
	if strings.Count(before, " ") != 2 {
		t.Fatal(before)
	}
	moved := strings.Replace(reporttest.Failing, "int a[4];", "/* what\n   comes */\n\nstatic int idle(void) { return 1; }\n\nint a[4];", 1)
	moved = strings.Replace(moved, "\t\ta[y + i - 2] = 0;", "    a[ y+i - 2 ]  =  0; // changed in its looks", 1)
	if got := prints(moved); got != before {
		t.Errorf("moved:\n%s\n%s", before, got)
	}
	if got := prints(strings.Replace(reporttest.Failing, "a[y + i - 2] = 0", "a[y + i - 1] = 0", 1)); got == before {
		t.Error("another expression has the same fingerprint")
	}
}
