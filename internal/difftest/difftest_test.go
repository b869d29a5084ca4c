package difftest

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	text := strings.Repeat("a\n", 9)
	if d := Text(text, text); d != "" {
		t.Error(d)
	}
	for got, says := range map[string]string{
		text + "b":                         `+ "b"`,
		text[:len(text)-1]:                 `- "a\n"`,
		"":                                 "line 1:",
		strings.Replace(text, "a", "c", 1): `+ "c\n"`,
	} {
		if d := Text(text, got); !strings.Contains(d, says) {
			t.Errorf("%q is not in\n%s", says, d)
		}
	}
}

func TestValues(t *testing.T) {
	type pair struct {
		a  int
		bs []string
	}
	if d := Values(&pair{1, []string{"x"}}, &pair{1, []string{"x"}}); d != "" {
		t.Error(d)
	}
	if d := Values(&pair{1, []string{"x"}}, &pair{2, []string{"y"}}); !strings.Contains(d, "a: 1 != 2") || !strings.Contains(d, `bs[0]: "x" != "y"`) {
		t.Error(d)
	}
}
