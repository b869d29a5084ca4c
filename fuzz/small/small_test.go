package small

import (
	"regexp"
	"strings"
	"testing"

	"github.com/whet-mc/whet/lang"
	"github.com/whet-mc/whet/lang/read"
)

func TestDeterministic(t *testing.T) {
	for seed := range uint64(300) {
		p, q := New(seed), New(seed)
		if p.Text != q.Text {
			t.Fatalf("seed %d: two programs", seed)
		}
		if p.Truth == "" && p.Sees == 0 {
			t.Errorf("seed %d: nothing is shown", seed)
		}
		if strings.ContainsAny(strings.NewReplacer("movl $7", "", "//@", "", "/*@", "").Replace(p.Text), "$@«»") { // the first is a number of the assembler
			t.Errorf("seed %d: marks are left\n%s", seed, p.Text)
		}
	}
}

// Where something runs after main, no run on inputs out of their range comes there.
func TestNothingRunsAfterOtherInputs(t *testing.T) {
	met := 0
	for seed := range uint64(4000) {
		p := New(seed)
		if strings.Contains(p.Text, "destructor") {
			met++
			if strings.Contains(p.Text, ")) return 0;") {
				t.Fatalf("seed %d:\n%s", seed, p.Text)
			}
		}
	}
	if met < 20 {
		t.Errorf("only %d programs have a destructor", met)
	}
}

// Every idiom and every contract is made by some seed.
func TestAllAreMade(t *testing.T) {
	made := map[string]bool{}
	for seed := range uint64(20_000) {
		for _, n := range New(seed).Parts {
			made[n] = true
		}
	}
	seen := map[string]bool{}
	for _, n := range append(Names(), Contracts()...) {
		if !made[n] {
			t.Errorf("%s: never made", n)
		}
		if seen[n] {
			t.Errorf("%s: twice in the table", n)
		}
		seen[n] = true
	}
}

// Claims have the truth that the values have, whatever they look like, and both truths come up.
func TestClaim(t *testing.T) {
	p := &Program{Sees: 2, Text: "extern void reach_error(void);\nint main(void) {\n  SEE(0, a);\n  { SEE(1, (int)(b)); }\n}\n"}
	seen := []Seen{{1: true, 2: true, 5: true}, {-3: true, 9: true}}
	forms := map[string]bool{}
	condition := regexp.MustCompile(`if \((\(.*)\) reach_error\(\);`)
	count := map[string]int{}
	for seed := range uint64(400) {
		p.Seed = seed
		c := p.Claim(seed%4, seen)
		if c != p.Claim(seed%4, seen) {
			t.Fatal("two claims of one number")
		}
		if strings.Contains(c.Text, "SEE") {
			t.Fatalf("a place is left\n%s", c.Text)
		}
		count[c.Truth]++
		want := map[uint64]string{0: "unsafe", 1: "safe"}[seed%2]
		if c.Truth != want {
			t.Errorf("claim %d is %s\n%s", seed%4, c.Truth, c.Text)
		}
		if m := condition.FindStringSubmatch(c.Text); m != nil {
			forms[regexp.MustCompile(`-?[0-9]+`).ReplaceAllString(m[1], "n")] = true
			got := "safe"
			for x := range seen[strings.Index("ab", m[1][strings.IndexAny(m[1], "ab"):][:1])] {
				if holds(t, m[1], x) {
					got = "unsafe"
				}
			}
			if got != c.Truth {
				t.Errorf("%s is called %s", m[1], c.Truth)
			}
		}
	}
	if len(forms) < 8 || count["safe"] == 0 || count["unsafe"] == 0 {
		t.Errorf("%d forms, %v", len(forms), count)
	}
}

// holds evaluates a condition such as "((int)(b)) >= 9" or "(a) != 1 && (a) != 5".
func holds(t *testing.T, cond string, x int64) bool {
	for _, c := range strings.Split(cond, " && ") {
		f := strings.Fields(c)
		n, sign := int64(0), int64(1)
		for _, d := range f[len(f)-1] {
			if d == '-' {
				sign = -1
			} else {
				n = n*10 + int64(d-'0')
			}
		}
		n *= sign
		ok := false
		switch f[len(f)-2] {
		case "==":
			ok = x == n
		case "!=":
			ok = x != n
		case ">=":
			ok = x >= n
		case "<=":
			ok = x <= n
		case ">":
			ok = x > n
		case "<":
			ok = x < n
		default:
			t.Fatalf("the condition %q", cond)
		}
		if !ok {
			return false
		}
	}
	return true
}

// Most programs are read by the front end: otherwise they say nothing.
func TestRead(t *testing.T) {
	bad, all := map[string]int{}, 0
	for seed := range uint64(400) {
		p := New(seed)
		seen := make([]Seen, p.Sees)
		for i := range seen {
			seen[i] = Seen{1: true}
		}
		all++
		model := lang.LP64
		if p.Only == "" && seed%2 == 1 {
			model = lang.ILP32
		}
		if _, err := read.LoadBytes("p.c", []byte(p.Claim(seed, seen).Text), read.Options{Model: model}); err != nil {
			bad[strings.SplitN(err.Error(), "\n", 2)[0]+": "+strings.Join(p.Parts, "; ")]++
		}
	}
	if len(bad) > all/20 {
		t.Errorf("%d of %d are not read: %v", len(bad), all, bad)
	}
	for b := range bad {
		t.Log(b)
	}
}

// What is in two files is split into two that the front end reads together, with what both have.
func TestFiles(t *testing.T) {
	for _, name := range Names() {
		if !strings.HasPrefix(name, "files: ") {
			continue
		}
		p := Of(name, 1)
		files := Split(p.Text)
		if len(files) != 2 || strings.Contains(files[1], bothFiles) || !strings.Contains(files[0], "int main(") || strings.Contains(files[1], "int main(") {
			t.Errorf("%s:\n%s", name, p.Text)
		}
	}
}

// An annotation and what is said of it in C are the same choice, and a place where that fails makes the
// program unsafe.
func TestMust(t *testing.T) {
	p := &Program{Sees: 2, Text: "  //@ assert 1 / x > 0;\n  MUST(0, x != 0 && 1 / x > 0); f(); MUST(1, g(x));\n"}
	for i, want := range map[int]string{0: "unsafe", 1: "unsafe", 2: "safe"} {
		seen := []Seen{{1: true}, {1: true}, {}}
		seen[i][0] = true
		c := p.Claim(1, seen)
		if c.Truth != want || c.Text != "  //@ assert 1 / x > 0;\n  ; f(); ;\n" {
			t.Errorf("%s\n%s", c.Truth, c.Text)
		}
	}
	same := regexp.MustCompile(`//@ assert (x\d+ >=? 0) (&&|==>) 9 % (x\d+) != (\d);\n +MUST\(\d+, !?\((x\d+ >=? 0)\) `)
	for seed := range uint64(50) {
		m := same.FindStringSubmatch(Of("annotation: a remainder behind a guard", seed).Text)
		if m != nil && m[1] != m[5] {
			t.Errorf("%q", m)
		}
	}
}
