package small

import (
	"strings"
	"testing"
)

// Every hazard is made by some seed, the same program each time, and nothing of the notation is left.
func TestHazards(t *testing.T) {
	made := map[string]bool{}
	rules := map[string]bool{}
	for _, n := range Hazards() {
		rule, _, _ := strings.Cut(n, ":")
		rules[rule] = true
	}
	for rule := range rules {
		for seed := range uint64(400) {
			p := Hazardous(rule, seed)
			if p.Text != Hazardous(rule, seed).Text {
				t.Fatalf("%s %d: two programs", rule, seed)
			}
			if text := Plain(p.Text); strings.ContainsAny(text, "$@«»") || strings.Contains(text, "SEE(") {
				t.Fatalf("%s %d: marks are left\n%s", rule, seed, text)
			}
			for _, n := range p.Parts {
				made[n] = true
			}
		}
	}
	for _, n := range Hazards() {
		if !made[n] {
			t.Errorf("%s: never made", n)
		}
	}
}
