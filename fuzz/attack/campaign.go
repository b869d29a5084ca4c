package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/whet-mc/whet"
	"github.com/whet-mc/whet/fuzz"
	"github.com/whet-mc/whet/fuzz/brute"
	"github.com/whet-mc/whet/fuzz/lists"
	"github.com/whet-mc/whet/fuzz/small"
)

// The campaign: batches of programs and of formulas.

// A Campaign is one attack.
type Campaign struct {
	Programs, Formulas int           // the least numbers of programs and of formulas
	Rules              bool          // all programs are about rules of C; otherwise every fourth batch
	Lists              bool          // all programs are about linked structures; otherwise every eighth batch
	Floats             bool          // all programs and scripts have floating numbers
	Jobs               int           // number of batches at the same time
	Timeout            time.Duration // CPU time of one verification
	Keep               string        // directory for finds, "" for none
	First              int           // the number of the first batch
	Log                *Log
	Progress           io.Writer
	Verifier           func() Verifier // makes a verifier for each job
	Minimise           int             // greatest number of finds that are minimised; 0: all are

	mu     sync.Mutex
	kept   map[string]int // the number of finds, by their kind and parts
	large  []*found       // the finds to minimise
	began  time.Time
	shown  time.Time
	next   [2]int // the numbers of the next batches of programs and of formulas
	failed error
}

// batchSize is the number of bodies that are compiled together, claims the number of claims about each body.
const (
	batchSize = 40
	claims    = 4
)

// Run attacks until there are enough programs and formulas, or ctx ends.
func (c *Campaign) Run(ctx context.Context) error {
	c.began = time.Now()
	c.kept = map[string]int{}
	c.next = [2]int{c.First, c.First}
	var wg sync.WaitGroup
	for range max(1, c.Jobs) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			if err := c.work(ctx); err != nil && ctx.Err() == nil {
				c.mu.Lock()
				c.failed = err
				c.mu.Unlock()
			}
		}()
	}
	wg.Wait()
	c.progress(true)
	if c.failed != nil {
		return c.failed
	}
	return c.minimiseAll(context.WithoutCancel(ctx))
}

// desk makes the tools of one worker: a directory and a verifier. done releases them.
func (c *Campaign) desk() (dir string, v Verifier, done func(), err error) {
	if dir, err = os.MkdirTemp("", "attack"); err != nil {
		return "", nil, nil, err
	}
	v = c.Verifier()
	return dir, v, func() {
		if p, ok := v.(*Process); ok {
			p.Close()
		}
		os.RemoveAll(dir)
	}, nil
}

// work processes one batch after another.
func (c *Campaign) work(ctx context.Context) error {
	dir, v, done, err := c.desk()
	if err != nil {
		return err
	}
	defer done()
	for ctx.Err() == nil {
		batch, number := c.take()
		if batch == "" {
			return nil
		}
		start := time.Now()
		e := &Entry{Batch: batch, Version: small.Version, Software: software()}
		var err error
		switch {
		case strings.HasPrefix(batch, "formulas"):
			err = c.formulas(ctx, dir, number, e)
		case c.Lists || !c.Rules && !c.Floats && number%listEvery == 2:
			e.Version = lists.Version
			err = c.lists(ctx, dir, v, number, e)
		case c.Rules || !c.Floats && number%ruleEvery == 1:
			err = c.rules(ctx, dir, v, number, e)
		default:
			err = c.programs(ctx, dir, v, number, e)
		}
		if ctx.Err() != nil {
			c.Log.Sum.Add(e) // the completed part counts, but is not logged
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", batch, err)
		}
		e.Seconds = time.Since(start).Seconds()
		if err := c.Log.Add(e); err != nil {
			return err
		}
		c.progress(false)
	}
	return nil
}

// take chooses the next batch, of the kind that is further from its goal. "" means that none is left.
func (c *Campaign) take() (batch string, number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for {
		p, f := c.Log.Sum.Totals()
		part := func(n, aim int) float64 {
			if aim == 0 {
				return 1
			}
			return float64(n) / float64(aim)
		}
		x, y := part(p, c.Programs), part(f, c.Formulas)
		kind := 0
		switch {
		case x >= 1 && y >= 1:
			return "", 0
		case y < x:
			kind = 1
		}
		number = c.next[kind]
		c.next[kind]++
		if batch = fmt.Sprint([]string{"programs", "formulas"}[kind], " ", number); !c.Log.Done(batch) {
			return batch, number
		}
	}
}

func (c *Campaign) progress(last bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.Progress == nil || !last && time.Since(c.shown) < 5*time.Second {
		return
	}
	c.shown = time.Now()
	fmt.Fprintf(c.Progress, "%5.0f s: %s\n", time.Since(c.began).Seconds(), c.Log.Sum.Line())
}

// A body is a program before its claims.
type body struct {
	kind  string
	seed  uint64
	text  string
	parts []string
	claim func(number uint64, seen []small.Seen) small.Claim
	sees  int
	fixed bool // set if the truth of the program is known
	again bool // set if each run must start the process anew

	include string  // the directory of the headers
	wrong   mistake // says what is wrong with an answer; nil: by the truth of its claims
}

// programs runs a batch of programs.
func (c *Campaign) programs(ctx context.Context, dir string, v Verifier, number int, e *Entry) error {
	model := []string{"lp64", "ilp32"}[number%2]
	ways := brute.Ways(ctx, dir, model, number/2)
	if len(ways) == 0 {
		if ways, model = brute.Ways(ctx, dir, "lp64", number/2), "lp64"; len(ways) == 0 {
			return fmt.Errorf("neither gcc nor clang works here")
		}
	}
	bodies := c.bodies(ctx, number, model)
	var list []brute.Source
	var tried []int
	for i, b := range bodies {
		if !b.fixed {
			list = append(list, brute.Source{Text: b.text, Restarts: b.again, Include: b.include})
			tried = append(tried, i)
		}
	}
	verdicts, err := brute.All(ctx, dir, ways, list)
	if err != nil {
		return err
	}
	e.Bodies, e.Fates = len(bodies), Counts{}
	for _, w := range ways {
		e.Ways = append(e.Ways, w.String())
	}
	good := map[int]*brute.Verdict{}
	for j, i := range tried {
		e.Fates[bodies[i].kind+": "+verdicts[j].Fate.String()]++
		e.Runs += verdicts[j].Runs
		if verdicts[j].Fate == brute.Fine {
			good[i] = &verdicts[j]
		}
	}
	for i, b := range bodies {
		switch {
		case b.fixed:
			e.Fates[b.kind+": by contract"]++
			c.check(ctx, dir, v, &b, b.claim(0, nil), small.Claim{}, 0, model, e)
		case good[i] != nil:
			seen := make([]small.Seen, b.sees)
			for k := range seen {
				seen[k] = small.Seen{}
				for x := range good[i].Seen[k] {
					seen[k][x] = true
				}
			}
			sibling := b.claim(0, seen)
			for n := range uint64(claims) {
				c.check(ctx, dir, v, &b, b.claim(n, seen), sibling, n, model, e)
			}
		}
		if ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// bodies makes the programs of a batch.
func (c *Campaign) bodies(ctx context.Context, number int, model string) []body {
	var out []body
	seed := uint64(number) * batchSize
	if number%20 == 7 && !c.Floats {
		if out = csmith(ctx, seed); len(out) > 0 {
			return out
		}
	}
	for k := range uint64(batchSize) {
		s := seed + k
		if number%10 == 3 && k%4 == 0 && !c.Floats {
			out = append(out, random(s))
			continue
		}
		kind, program := "small", small.New
		if c.Floats {
			kind, program = "float", small.Floating
		}
		if p := program(s); p.Only == "" || p.Only == model {
			out = append(out, body{kind: kind, seed: s, text: p.Text, parts: p.Parts, claim: p.Claim, sees: p.Sees, fixed: p.Truth != "", again: p.Restarts})
		}
	}
	return out
}

// check verifies one program and adds its result to the entry.
func (c *Campaign) check(ctx context.Context, dir string, v Verifier, b *body, claim, sibling small.Claim, n uint64, model string, e *Entry) {
	r := rand.New(rand.NewPCG(b.seed, n<<8|3))
	o := c.options(r, model)
	o.Defines = fuzz.Defines(claim.Text)
	if claim.Quant && r.IntN(2) == 0 {
		o.Engine = "quantified"
	}
	if slices.ContainsFunc(b.parts, func(s string) bool { return strings.HasPrefix(s, "walk: ") }) {
		o.Checks = []string{"none"} // the checks forbid what these programs do
	}
	modular := strings.Contains(claim.Text, "/*@ requires") || strings.Contains(claim.Text, "/*@ assigns")
	if modular { // contracts may say less than what holds in the program
		o.Contracts, o.Engine = []string{"all"}, "auto"
	}
	q := Question{Name: fmt.Sprintf("%s%d.c", b.kind, b.seed), Text: claim.Text, Options: o, Seed: b.seed}
	if b.include != "" {
		q.Options.Include = []string{b.include}
	}
	if claim.Truth == "safe" && sibling.Truth == "unsafe" && r.IntN(6) == 0 {
		q.Sibling = sibling.Text
	}
	a := v.Verify(ctx, q)
	p := Program{
		Seed: b.seed, Claim: n, Kind: b.kind, Parts: b.parts, Model: model, Engine: o.Engine, Checks: strings.Join(o.Checks, ","),
		Truth: claim.Truth, Verdict: a.Verdict, Seconds: a.Seconds, Quant: claim.Quant, Forged: a.Forged, Accepted: a.Accepted,
	}
	if a.Verdict != "safe" && a.Verdict != "unsafe" {
		p.Why = summary(a)
	}
	if o.Engine == "auto" && a.Cause != "time" && a.Cause != "memory" {
		q.Sibling = ""
		p.Jobs = compareJobs(ctx, v, q, a)
	}
	if a.Verdict == "safe" && claim.Truth == "unsafe" || a.Verdict == "unsafe" && claim.Truth == "safe" && !modular {
		p.Wrong = true
		if !b.fixed && !confirmed(ctx, dir, model, b.include, claim) {
			p.Wrong, p.Doubtful = false, true
		}
	}
	if p.Wrong || p.Accepted > 0 || p.Jobs == "different" || p.Verdict == "crash" {
		c.find(ctx, dir, v, b, q, a, &p)
	}
	e.Programs = append(e.Programs, p)
}

// compareJobs verifies again, with two jobs, and compares the result with the result with one: "same" or "different",
// or "" if a budget ended one of them. A budget can end an engine of auto that another engine outlives, and then the
// result does not say so. So a different result is made again, with one job and with two. If there is no difference
// then, the result is "unsteady", which is reported but is no find. A difference is a find at once if both results
// decide and contradict each other.
func compareJobs(ctx context.Context, v Verifier, q Question, first Answer) string {
	decided := func(a Answer) bool { return a.Verdict == "safe" || a.Verdict == "unsafe" }
	// Near its end a budget may have cut off the work after an answer, such as making the inputs of a bug smaller.
	cut := func(a Answer) bool {
		return a.Cause == "time" || a.Cause == "memory" || a.Seconds > 0.7*q.Options.Timeout.Seconds()
	}
	for round := range 2 {
		q.Options.Jobs = 2
		second := v.Verify(ctx, q)
		switch {
		case decided(first) && decided(second) && first.Verdict != second.Verdict:
			return "different"
		case cut(first) || cut(second):
			return ""
		case second.Digest != first.Digest || second.Verdict != first.Verdict:
		case round == 0:
			return "same"
		default:
			return "unsteady"
		}
		q.Options.Jobs = 1
		first = v.Verify(ctx, q)
	}
	return "different"
}

// options chooses how to verify: a random engine, and random values of its other options.
func (c *Campaign) options(r *rand.Rand, model string) whet.Options {
	engines := whet.Choices("engine")
	o := whet.Options{Engine: engines[r.IntN(len(engines))].Name, DataModel: model, Timeout: c.Timeout, Jobs: 1, Checks: []string{"none"}, First: true}
	if r.IntN(8) == 0 {
		o.Engine = "auto"
	}
	if r.IntN(4) == 0 {
		o.Checks = []string{"bounds"} // no run of these programs leaves its objects
	}
	choose := func(name string) string { return whet.Choices(name)[r.IntN(len(whet.Choices(name)))].Name }
	switch {
	case r.IntN(3) > 0:
	case o.Engine == "value":
		o.Scope, o.Order, o.Restart, o.NoSelection = choose("scope"), choose("order"), r.IntN(2) == 0, r.IntN(2) == 0
	case o.Engine == "predicate":
		o.Abstraction, o.Blocks = choose("abstraction"), choose("blocks")
	case o.Engine == "widening":
		o.Explore, o.Widen, o.Domain = choose("explore"), choose("widen"), choose("domain")
	case o.Engine == "quantified":
		o.Method = choose("method")
	}
	o.NoTests = r.IntN(3) == 0 // the engine must find the bugs
	return o
}

var specific = regexp.MustCompile(`[\w$.:]*[0-9][\w.:]*`)

// summary returns the reason why there is no verdict, without names and numbers.
func summary(a Answer) string {
	s := a.Reason
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[:i]
	}
	s = specific.ReplaceAllString(s, "…")
	if len(s) > 90 {
		s = s[:90]
	}
	if a.Cause != "" {
		s = a.Cause + ": " + s
	}
	return strings.ToValidUTF8(s, "")
}

// confirmed reports whether the program, run separately, behaves as the claim says.
func confirmed(ctx context.Context, dir, model, include string, claim small.Claim) bool {
	return alone(ctx, dir, brute.Ways(ctx, dir, model, 0), include, claim.Text) == claim.Truth
}

// alone returns the truth of a program without places, or "" if it is not known.
func alone(ctx context.Context, dir string, ways []brute.Way, include, text string) string {
	if quantified.MatchString(text) {
		text = asLoop(text)
	}
	vs, err := brute.All(ctx, dir, ways, []brute.Source{{Text: text, Restarts: small.Restarts(text), Include: include}})
	if err != nil || vs[0].Fate != brute.Fine {
		return ""
	}
	if len(vs[0].Seen[-1]) > 0 || vs[0].Seen[0][0] > 0 {
		return "unsafe"
	}
	return "safe"
}

var quantified = regexp.MustCompile(`//@ assert \\forall integer (\w+); (.*?) <= \w+ < (.*?) ==> (.*);`)

// asLoop writes claims about all cells in the form that package small uses for compilers.
func asLoop(text string) string { return quantified.ReplaceAllString(text, "ALL(0, $1, $2, $3, $4);") }

// find records a find. Only a few of each kind are minimised.
func (c *Campaign) find(ctx context.Context, dir string, v Verifier, b *body, q Question, a Answer, p *Program) {
	what := "wrong"
	switch {
	case p.Broken != "":
		what = "broken"
	case p.Wrong:
	case p.Accepted > 0:
		what = "forged"
	case p.Verdict == "crash":
		what = "crash"
	default:
		what = "jobs"
	}
	if c.Progress != nil {
		fmt.Fprintf(c.Progress, "FOUND %s: %s %d/%d, %s, %s: truth %s, verdict %s %s %s (%s)\n", what, p.Kind, p.Seed, p.Claim, p.Engine, p.Model, p.Truth, p.Verdict, p.Why, p.Broken, strings.Join(p.Parts, "; "))
	}
	if c.Keep == "" {
		return
	}
	parts := slices.Clone(b.parts)
	slices.Sort(parts)
	c.mu.Lock()
	c.kept[what+strings.Join(parts, ",")]++
	few := c.kept[what+strings.Join(parts, ",")] <= 2
	c.mu.Unlock()
	version := small.Version
	if strings.HasSuffix(p.Kind, "lists") {
		version = lists.Version
	}
	head := fmt.Sprintf("// %s: %s %d, claim %d, generator %d; truth %s, verdict %s %s %s\n// --engine %s --data-model %s --check %s; %+v\n// %s\n", what, p.Kind, p.Seed, p.Claim,
		version, p.Truth, a.Verdict, strings.ReplaceAll(a.Reason, "\n", " "), p.Broken, p.Engine, p.Model, p.Checks, q.Options, strings.Join(b.parts, "; "))
	f := &found{head: head, name: filepath.Join(c.Keep, fmt.Sprintf("%s-%s-%d-%d.c", what, p.Kind, p.Seed, p.Claim)), q: q, include: b.include, wrong: b.wrong}
	if f.wrong == nil && !b.fixed {
		f.wrong = claimMistake(p.Model, b.include, p.Truth)
	}
	if err := f.write(q.Text); err != nil && c.Progress != nil {
		fmt.Fprintln(c.Progress, err)
	}
	if p.Wrong && few && f.wrong != nil {
		c.mu.Lock()
		c.large = append(c.large, f)
		c.mu.Unlock()
	}
}

// A found is a find that was kept unchanged.
type found struct {
	head, name, include string
	q                   Question
	wrong               mistake
}

func (f *found) write(text string) error {
	if err := os.MkdirAll(filepath.Dir(f.name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(f.name, []byte(f.head+text), 0o644)
}

// minimiseAll replaces the finds by shorter versions, after the campaign.
func (c *Campaign) minimiseAll(ctx context.Context) error {
	if len(c.large) == 0 {
		return nil
	}
	dir, v, done, err := c.desk()
	if err != nil {
		return err
	}
	defer done()
	for i, f := range c.large {
		if ctx.Err() != nil || c.Minimise > 0 && i == c.Minimise {
			return nil
		}
		if err := f.write(minimise(ctx, dir, v, f.q, f.include, f.wrong)); err != nil {
			return err
		}
	}
	return nil
}
