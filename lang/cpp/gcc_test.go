package cpp

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

// pieces of texts: each line is a directive or text; %d becomes a small number, %s one of a few names.
var gccPieces = []string{
	"#define %s %d", "#define %s", "#define %s %s", "#define %s(x) x + %d", "#define %s(x, y) x ## y", "#define %s(x) #x", "#define %s(x, ...) x, __VA_ARGS__",
	"#undef %s", "#ifdef %s", "#ifndef %s", "#if defined %s && %d", "#if %s > %d", "#elif %s", "#elif defined(%s)", "#elifdef %s", "#elifndef %s", "#else", "#endif", "#endif", "#endif",
	"#line %d", "#line %d \"other.c\"", "#hello", "# ", "#error %s", "# %d \"x.c\"", "#if 0b1%d", "#include \"none.h\"", "#elifdef", "#ident \"x\"",
	"text %s %d", "text %s(%d)", "text %s(%s, %d)", "__LINE__ __FILE__", "__COUNTER__ %s", "%s(\n%s\n)", "'%d' \"%s\" %s", "%s", "__LINE__ %s(__LINE__)", "",
}

var gccNames = []string{"A", "B", "C", "D"}

func gccText(r *rand.Rand) string {
	var b strings.Builder
	for range 3 + r.IntN(12) {
		p := gccPieces[r.IntN(len(gccPieces))]
		for strings.Contains(p, "%s") {
			p = strings.Replace(p, "%s", gccNames[r.IntN(len(gccNames))], 1)
		}
		for strings.Contains(p, "%d") {
			p = strings.Replace(p, "%d", fmt.Sprint(r.IntN(3)), 1)
		}
		fmt.Fprintln(&b, p)
	}
	return b.String()
}

// What gcc -E refuses is refused here, and what is not refused here gives gcc's tokens.
func TestAgainstGCC(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no gcc")
	}
	n := 600
	if testing.Short() {
		n = 100
	}
	same, refused := 0, 0
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		text := gccText(r)
		want, wrong := gccExpands(text)
		got, err := Expand([]Input{{Name: "p", Text: []byte("#define __STDC__ 1\n")}, {Name: "x.c", Text: []byte(text)}}, Config{
			Open: func(string) ([]byte, bool) { return nil, false }, Quote: []string{""}, HasBuiltin: func(string) bool { return false },
			Limit: 1 << 20, MaxText: 1 << 24,
		})
		switch {
		case err != nil:
			if refused++; !wrong {
				same--
			}
			same++
		case wrong:
			t.Errorf("gcc refuses this:\n%s", text)
		case tokens(got.Text) != tokens(want):
			t.Errorf("%s\ngot  %s\nwant %s", text, tokens(got.Text), tokens(want))
		default:
			same++
		}
	}
	if same < n*9/10 {
		t.Errorf("%d of %d texts are read as gcc reads them, or refused as it does", same, n)
	}
	t.Logf("%d texts, %d refused, %d as gcc has it", n, refused, same)
}

// gccExpands is the text behind gcc's preprocessor, and whether gcc finds it wrong.
func gccExpands(text string) ([]byte, bool) {
	cmd := exec.Command("gcc", "-E", "-P", "-std=gnu17", "-x", "c", "-w", "-undef", "-")
	cmd.Stdin = strings.NewReader("#line 1 \"x.c\"\n" + text)
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return out.Bytes(), err != nil
}

// tokens are those of a text without white space outside of strings.
func tokens(text []byte) string {
	var b strings.Builder
	for _, line := range strings.Split(string(text), "\n") {
		if !strings.HasPrefix(line, "#") {
			b.WriteString(strings.Join(strings.Fields(line), ""))
		}
	}
	return b.String()
}
