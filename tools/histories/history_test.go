package histories

import (
	"strings"
	"testing"
)

const program = `/* Adds one. */
static int inc(int a)
{
	return a + 1;
}

int main(void)
{
	int a = 1;
	return inc(a);
}
`

func TestParse(t *testing.T) {
	list, err := parse("h.txt", program, `# edits
== base safe: as it was
== names safe: a is b in inc
rename a to b in inc

== small unsafe: two edits
---
	int a = 1;
+++
	int a = 2;

===
rename inc to add
== text safe: main first
move main before add
`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, v := range list {
		got = append(got, v.Source)
	}
	inc := "/* Adds one. */\nstatic int inc(int b)\n{\n\treturn b + 1;\n}\n"
	add := strings.Replace(inc, "inc", "add", 1)
	main := "int main(void)\n{\n\tint a = 2;\n\n\treturn add(a);\n}\n"
	want := []string{program, strings.Replace(strings.Replace(program, "int a)", "int b)", 1), "a + 1", "b + 1", 1), add + "\n" + main, main + "\n" + add}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("version %d:\n%s\nnot\n%s", i, got[i], want[i])
		}
	}
	if v := list[2]; v.Safe || v.Kind != Small || v.Title != "two edits" || v.Number != 2 || len(list) != 4 {
		t.Errorf("%+v", v)
	}
}

// What is wrong is said with the line of the script.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ script, want string }{
		{"", "h.txt:1: no version"},
		{"rename a to b\n", "h.txt:1: an edit belongs to a version"},
		{"== small safe: x\n", "h.txt:1: the first version"},
		{"== base safe x\n", "h.txt:1: a version begins with"},
		{"== base fine: x\n", `h.txt:1: the verdict "fine"`},
		{"== huge safe: x\n", `h.txt:1: the kind "huge"`},
		{"== base safe: x\n== text safe: y\n", "h.txt: version 1 (y) is the same as the one before"},
		{"== base safe: x\n== text safe: y\nrename c to d\n", "h.txt:3: there is no c"},
		{"== base safe: x\n== text safe: y\nrename a to main\n", "h.txt:3: there is a main already"},
		{"== base safe: x\n== text safe: y\nrename a to b in f\n", "h.txt:3: 0 definitions of f"},
		{"== base safe: x\n== text safe: y\ninsert\n", `h.txt:3: "insert" is no edit`},
		{"== base safe: x\n== text safe: y\n---\n{\n+++\n===\n", "h.txt:3: the lines to replace stand in the text more than once, in lines 3 and 8"},
		{"== base safe: x\n== text safe: y\n---\n\treturn 0;\n+++\n===\n", "h.txt:3: the lines to replace are not in the text"},
		{"== base safe: x\n== text safe: y\n---\n+++\n===\n", "h.txt:3: no lines to replace"},
		{"== base safe: x\n== text safe: y\n---\n{\n== text safe: z\n", `h.txt:5: "== text safe: z" where "+++" ends`},
		{"== base safe: x\n== text safe: y\n---\n{\n+++\n", `no "===" ends the lines`},
	} {
		if _, err := parse("h.txt", program, c.script); err == nil || !strings.HasPrefix(err.Error(), c.want) && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v, not %s", c.script, err, c.want)
		}
	}
}
