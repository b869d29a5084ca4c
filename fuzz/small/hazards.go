package small

import (
	"slices"
	"strings"
)

// Hazards are idioms that break a rule of C on some inputs, on none, or on all. Sanitizers decide which, one rule at
// a time (brute.Violations). Their texts are written like those of other idioms. A hazard must not break the rule in
// a way that sanitizers do not see: indexes stay near their arrays, so that they hit a red zone; uninitialized values
// decide a branch at once, since the memory sanitizer checks only branches.

// A hazard is an idiom about one rule, with the name of whet's check.
type hazard struct {
	rule string
	idiom
}

var hazards []hazard

func hazardous(rule string, list ...idiom) {
	for _, d := range list {
		d.name = rule + ": " + d.name
		hazards = append(hazards, hazard{rule, d})
	}
}

// Hazards lists the names of all hazards.
func Hazards() []string {
	var out []string
	for _, h := range hazards {
		out = append(out, h.name)
	}
	return out
}

// Plain returns the text of a program without its places, for a verifier.
func Plain(text string) string {
	return musts(allLine.ReplaceAllString(seeLine.ReplaceAllString(text, "(void)($2);"), ";"), func(int) {})
}

// Hazardous returns a program with one or two hazards of a rule, and perhaps an idiom without hazards. It states no
// claim: the question is whether a run breaks the rule.
func Hazardous(rule string, seed uint64) *Program {
	return special(seed, func(b *builder) {
		var list []*idiom
		for i := range hazards {
			if hazards[i].rule == rule {
				list = append(list, &hazards[i].idiom)
			}
		}
		for range 1 + b.n(2) {
			b.input()
		}
		if b.chance(30) {
			// Choose no idiom that states a claim, and none that leaves its member.
			d := &idioms[b.n(len(idioms))]
			if area, _, _ := strings.Cut(d.name, ":"); !slices.Contains([]string{"annotation", "contract", "walk"}, area) {
				b.place(d)
			}
		}
		for range 1 + b.n(2) {
			b.place(pick(b, list))
		}
		b.line("if (%s) return 1;", b.cond())
	})
}
