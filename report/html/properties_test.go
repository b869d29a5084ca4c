package html

import (
	"bytes"
	"strings"
	"testing"

	"github.com/whet-mc/whet/report"
	"github.com/whet-mc/whet/report/reporttest"
)

func TestReason(t *testing.T) {
	long := strings.Repeat("x", 200)
	for in, want := range map[string]reason{
		"out of\n time":          {Short: "out of time"},
		"out of time; " + long:   {"out of time …", "out of time; " + long},
		long:                     {long[:longReason-1] + "…", long},
		long + "; " + "too late": {long[:longReason-1] + "…", long + "; too late"},
	} {
		if got := newReason(in); got != want {
			t.Errorf("%q: %+v", in, got)
		}
	}
}

// Why properties are open is said once for all of them, and folds where it is long.
func TestReasonOnce(t *testing.T) {
	r := reporttest.Unknown()
	r.Reason = "out of time; " + strings.Repeat("and so on ", 30)
	for range 3 {
		r.Checked = append(r.Checked, r.Checked[0])
		r.Checked[len(r.Checked)-1].Pos.Line += len(r.Checked)
	}
	page := write(t, r)
	if n := strings.Count(page, "<details class=\"why\"><summary>out of time …</summary>out of time; and so on"); n != 2 { // of the whole, and of the properties
		t.Errorf("%d times", n)
	}
	if !strings.Contains(page, "<h1>not decided</h1>") || strings.Count(page, `<li id="p`) != 4 {
		t.Error("what is open is not listed")
	}
	r.Checked[1].Reason = "a reason of its own"
	r.Checked[0].Status = report.Holds
	page = write(t, r)
	if strings.Count(page, "a reason of its own") != 1 || strings.Count(page, `<div class="reason">`) != 2 {
		t.Error("reasons are mixed up")
	}
}

func TestCommands(t *testing.T) {
	for in, want := range map[string]string{
		"--engine bmc, which only":                "<code>--engine bmc</code>, which only",
		"whet explain --engine value, to see <x>": "<code>whet explain --engine value</code>, to see &lt;x&gt;",
		"a longer --timeout":                      "a longer <code>--timeout</code>",
		"--timeout 2m30s, a longer one":           "<code>--timeout 2m30s</code>, a longer one",
		"whet explain, to see":                    "<code>whet explain</code>, to see",
		"--check none, which -- does":             "<code>--check none</code>, which -- does",
	} {
		if got := string(commands(in)); got != want {
			t.Errorf("%q is %q", in, got)
		}
	}
	if got := hints([]string{"a", "--html report.html, to see", "whet explain, or --html report.html, to see"}); len(got) != 2 || got[1] != "whet explain, to see" {
		t.Errorf("%q: the page leads to itself", got)
	}
}

// Each line is markup of its own, also where a comment goes over several, and nothing is lost.
func TestHighlight(t *testing.T) {
	text := []byte("int a; /* x <b>\n\n&y */ \"s\\\nt\" // \xff\r\n#if 1\n")
	var got []string
	for _, l := range highlight(text) {
		got = append(got, string(l))
	}
	want := []string{
		"<i class=t>int</i> a; <i class=c>/* x &lt;b&gt;</i>", "", "<i class=c>&amp;y */</i> <i class=s>&#34;s\\</i>",
		"<i class=s>t&#34;</i> <i class=c>// \ufffd</i>", "<i class=d>#if</i> <i class=n>1</i>", "",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") || len(got) != bytes.Count(text, []byte("\n"))+1 {
		t.Errorf("got %q", got)
	}
}
