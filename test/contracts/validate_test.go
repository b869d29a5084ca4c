package contracts_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/cert"
)

const twoContracts = `/*@ requires 0 <= n < 10; assigns \nothing; ensures \result == n + 1; */ int up(int n) { return n + 1; }
/*@ requires 0 <= n < 10; assigns \nothing; ensures \result == n / 2; */
int down(int n) { int h = 0; while (n > 1) { n -= 2; h++; } return h; }
int main(void) { /*@ assert 1 == 1; */ return up(3) + down(6) == 7 ? 0 : 1 / 0; }`

// A certificate of contracts has a proof for each; whatever is changed about them is found out.
func TestContractCertificate(t *testing.T) {
	src, o := whet.Text("program.c", []byte(twoContracts)), whet.Options{Contracts: []string{"all"}, Engine: "predicate"}
	r, err := whet.Verify(context.Background(), src, o)
	if err != nil || r.Certificate() == nil {
		t.Fatalf("%v, %v", r, err)
	}
	var file bytes.Buffer
	if err := cert.Write(&file, r.Certificate()); err != nil {
		t.Fatal(err)
	}
	if _, err := cert.Check(context.Background(), r.Program, r.Certificate()); err == nil {
		t.Error("Check takes proofs of several programs for one")
	}
	const up, down, start = 0, 1, 2
	cases := []struct {
		name   string
		change func(c *cert.Certificate, o *whet.Options)
		why    string // in the error, or in the reason of an unknown verdict; "": it is right
	}{
		{"as it is", func(c *cert.Certificate, o *whet.Options) {}, ""},
		{"in another order", func(c *cert.Certificate, o *whet.Options) { slices.Reverse(c.Obligations) }, ""},
		{"names exchanged", func(c *cert.Certificate, o *whet.Options) {
			a, b := &c.Obligations[up].Task, &c.Obligations[down].Task
			a.Entry, b.Entry = b.Entry, a.Entry
		}, "contract of up: the certificate is of another program"},
		{"names and programs exchanged", func(c *cert.Certificate, o *whet.Options) {
			a, b := c.Obligations[up], c.Obligations[down]
			a.Task, b.Task = b.Task, a.Task
		}, "did not check"},
		{"one under another name", func(c *cert.Certificate, o *whet.Options) {
			task := c.Obligations[down].Task
			again := *c.Obligations[up]
			again.Task = task
			c.Obligations[down] = &again
		}, "did not check"},
		{"one is missing", func(c *cert.Certificate, o *whet.Options) { c.Obligations = slices.Delete(c.Obligations, down, start) }, `no proof of "contract of down"`},
		{"the entry is missing", func(c *cert.Certificate, o *whet.Options) { c.Obligations = c.Obligations[:start] }, `no proof of "main"`},
		{"one twice", func(c *cert.Certificate, o *whet.Options) {
			c.Obligations = append(c.Obligations, c.Obligations[up])
		}, `two proofs of "contract of up"`},
		{"one of something else", func(c *cert.Certificate, o *whet.Options) { c.Obligations[up].Task.Entry = "sideways" }, `a proof of "contract of sideways"`},
		{"the contract of the entry", func(c *cert.Certificate, o *whet.Options) { c.Obligations[start].Task.Contract = true }, `a proof of "contract of main"`},
		{"a run from the function", func(c *cert.Certificate, o *whet.Options) { c.Obligations[up].Task.Contract = false }, `a proof of "up"`},
		{"an empty proof", func(c *cert.Certificate, o *whet.Options) {
			c.Obligations[up] = &cert.Certificate{Task: c.Obligations[up].Task, Builder: c.Obligations[up].Builder, Targets: []int{}}
		}, "did not check"},
		{"proofs inside of one", func(c *cert.Certificate, o *whet.Options) {
			c.Obligations[up] = &cert.Certificate{Task: c.Obligations[up].Task, Obligations: c.Obligations}
		}, "did not check"},
		{"fewer contracts are asked for", func(c *cert.Certificate, o *whet.Options) { o.Contracts = []string{"up"} }, "does not ask for"},
		{"none is asked for", func(c *cert.Certificate, o *whet.Options) { o.Contracts = nil }, "pass --contracts all"},
		{"other checks are asked for", func(c *cert.Certificate, o *whet.Options) { o.Checks = []string{"none"} }, "pass --check"},
		{"one that is of a program", func(c *cert.Certificate, o *whet.Options) { *c = *c.Obligations[start] }, "without contracts"},
	}
	for _, k := range cases {
		t.Run(k.name, func(t *testing.T) {
			c, err := cert.Read(bytes.NewReader(file.Bytes()))
			if err != nil {
				t.Fatal(err)
			}
			o := o
			k.change(c, &o)
			r, err := whet.Validate(context.Background(), src, c, o)
			said := ""
			if err != nil {
				said = err.Error()
			} else if r.Verdict != whet.Safe {
				said = r.Reason
			}
			if (said == "") != (k.why == "") || !strings.Contains(said, k.why) {
				t.Errorf("it says %q, not %q", said, k.why)
			}
		})
	}
	// Of the same names in a program that promises more.
	more := whet.Text("program.c", []byte(strings.Replace(twoContracts, `\result == n + 1`, `\result == n + 2`, 1)))
	c, _ := cert.Read(bytes.NewReader(file.Bytes()))
	if _, err := whet.Validate(context.Background(), more, c, o); err == nil || !strings.Contains(err.Error(), "another program") {
		t.Errorf("a contract that says more: %v", err)
	}
}

// What explain says is what verify says: nothing is taken for granted of contracts that fail.
func TestExplainContracts(t *testing.T) {
	src := whet.Text("program.c", []byte(`/*@ requires n > 0; assigns \nothing; ensures \result > 5; */ int f(int n) { return n; }
int main(void) { int r = f(1); /*@ assert r > 5; */ return 0; }`))
	runs := map[string]int{}
	r, err := whet.Explain(context.Background(), src, whet.Options{Contracts: []string{"all"}, Engine: "arrays"}, whet.ExplainOptions{Brief: true},
		func(it *whet.Iteration) { runs[it.Run]++ })
	if err != nil || r.Verdict != whet.Unsafe || r.Property.Kind != "postcondition" {
		t.Errorf("%v, %v", r, err)
	}
	if runs["main"] == 0 || runs[""] > 0 {
		t.Errorf("iterations are of the runs %v", runs)
	}
}
