//go:build unix

package fleet

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/whet-mc/whet/bench"
)

// A verifier that believes one text alone, and that takes all programs for unsafe where it is asked
// itself.
const credulous = `#!/bin/sh
for a; do
	case $a in
	--pack=*) for last; do :; done; echo "bundle of $last" >${a#*=}; exit 0;;
	--recall=*) grep -q '^proof$' ${a#*=} && { echo 'VERDICT: safe'; exit 0; }; echo 'VERDICT: unknown (the evidence does not check)'; exit 3;;
	esac
done
echo 'VERDICT: unsafe'
exit 1
`

// TestHostile has everything but proofs written to the server by somebody who may write there. The
// coordinator ends, and has its own verdicts.
func TestHostile(t *testing.T) {
	defer func(d time.Duration) { maxSilence = d }(maxSilence)
	maxSilence = time.Second
	s, nc := testServer(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	dir := t.TempDir()
	verifier := filepath.Join(dir, "verify")
	if err := os.WriteFile(verifier, []byte(credulous), 0o755); err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("x", 3<<20)
	// What is answered to the tasks in their order, again and again.
	answers := []string{
		`{"format":"whet.fleet/1","status":"safe","evidence":"PROOF"}`, // the honest one
		`{"format":"whet.fleet/1","status":"safe","evidence":"NONSENSE"}`,
		`{"format":"whet.fleet/1","status":"safe"}`,
		`{"format":"whet.fleet/1","status":"safe","evidence":"../../../etc/passwd"}`,
		`{"format":"whet.fleet/1","status":"safe","evidence":"` + sum([]byte("nowhere")) + `"}`,
		`{"format":"whet.fleet/1","status":"safe","evidence":"BROKEN"}`,
		`{"format":"whet.fleet/1","status":"input-error","note":"no C"}`,
		`{"format":"whet.fleet/1","status":"SAFE\n","evidence":"PROOF"}`,
		`{"format":"whet.fleet/2","status":"safe","evidence":"PROOF"}`,
		`{"format":"whet.fleet/1","status":"unknown","cpu":-5,"wall":-5,"note":"\u001b[2Jgone\nVERDICT: safe","output":"` + long + `"}`,
		`{`, ``, `[]`, `null`, long,
	}
	want := []bench.Status{bench.Safe, "", "", "", "", "", "", "", bench.Crash, bench.Unknown, bench.Crash, bench.Crash, bench.Crash, bench.Crash, bench.Crash}
	keepText := func(text string) string {
		if err := keep(ctx, s.evidence, sum([]byte(text)), []byte(text)); err != nil {
			t.Fatal(err)
		}
		return sum([]byte(text))
	}
	proof, nonsense, broken := keepText("proof\n"), keepText("proof?\n"), keepText("gone\n")
	// The parts of an object are not what its description says.
	stream, err := s.js.Stream(ctx, "OBJ_"+bucketOfEvidence)
	if err != nil {
		t.Fatal(err)
	}
	info, err := s.evidence.GetInfo(ctx, broken)
	if err != nil {
		t.Fatal(err)
	}
	if err := stream.Purge(ctx, jetstream.WithPurgeSubject("$O."+bucketOfEvidence+".C."+info.NUID)); err != nil {
		t.Fatal(err)
	}
	if _, err := s.js.Publish(ctx, "$O."+bucketOfEvidence+".C."+info.NUID, []byte("proof\n")); err != nil {
		t.Fatal(err)
	}
	var tasks []bench.Task
	for i := range answers {
		name := fmt.Sprintf("%d.c", i)
		tasks = append(tasks, bench.Task{Name: name, Path: name})
		m := Task{Format: Format, Bundle: sum([]byte("bundle of " + name + "\n")), Timeout: time.Minute}
		answers[i] = strings.NewReplacer("PROOF", proof, "NONSENSE", nonsense, "BROKEN", broken).Replace(answers[i])
		go func() {
			for ctx.Err() == nil {
				if _, err := s.answers.Get(ctx, m.Address()); err != nil {
					s.answers.Create(ctx, m.Address(), []byte(answers[i])) //nolint:errcheck // it is tried again
				}
				time.Sleep(20 * time.Millisecond)
			}
		}()
	}
	c := Coordinator{Conn: nc, Version: "1", Again: 100 * time.Millisecond, Local: bench.Runner{Command: []string{"/bin/sh", verifier}, Timeout: time.Minute, Jobs: 2}}
	i := 0
	err = c.Run(ctx, tasks, func(r bench.Result) error {
		if w := want[i]; w != r.Status && !(w == "" && r.Status == bench.Unsafe) {
			t.Errorf("%.80s: %s (%s)", answers[i], r.Status, r.Note)
		}
		if r.CPU < 0 || r.Wall < 0 || strings.ContainsAny(r.Note, "\x1b\n") {
			t.Errorf("%.80s: %v, %v, %q", answers[i], r.CPU, r.Wall, r.Note)
		}
		i++
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// TestQueue has messages in the queue that are no tasks, tasks that are somebody else's, and one whose
// bundle is another: a worker verifies what is right, and nothing else.
func TestQueue(t *testing.T) {
	s, nc := testServer(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	dir := t.TempDir()
	var calls atomic.Int64
	verifier := filepath.Join(dir, "verify")
	script := "#!/bin/sh\necho >>" + dir + "/calls\nfor a; do case $a in --packed=*) grep -q right ${a#*=} || exit 9;; esac; done\necho 'VERDICT: unknown (why not)'\nexit 3\n"
	if err := os.WriteFile(verifier, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"", "{", `{"format":"whet.fleet/1","bundle":"../../x"}`, `{"format":"whet.fleet/9"}`, strings.Repeat("y", 3<<20)} {
		if _, err := s.js.Publish(ctx, s.subject(fmt.Sprintf("x%d", i)), []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	task := func(text string) Task { return Task{Format: Format, Bundle: sum([]byte(text)), Timeout: time.Minute} }
	right, wrong, other := task("right"), task("wrong"), task("other")
	other.Timeout = time.Hour
	for _, b := range []struct{ name, text string }{{right.Bundle, "right"}, {wrong.Bundle, "right, but not its name"}} {
		if _, err := s.bundles.PutBytes(ctx, b.name, []byte(b.text)); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := *s
	elsewhere.version = "other"
	for _, p := range []struct {
		s *store
		t Task
	}{{&elsewhere, right}, {s, wrong}, {s, other}, {s, right}, {s, right}} {
		if err := p.s.publish(ctx, p.t); err != nil {
			t.Fatal(err)
		}
	}
	w := Worker{Conn: nc, Verify: []string{"/bin/sh", verifier}, Version: "1", Name: "w", Wait: 4 * time.Second, Log: func(string) { calls.Add(1) }}
	ended := make(chan error, 1)
	go func() { ended <- w.Run(ctx) }()
	var a Answer
	for range 600 {
		var err error
		if a, _, err = s.answerTo(ctx, right.Address()); err != nil || a.Status != "" {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	<-ended
	if a.Status != bench.Unknown || a.Note != "(why not)" {
		t.Errorf("%+v", a)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "calls")); err != nil || len(text) != 1 {
		t.Errorf("the verifier was called %d times, %v", len(text), err)
	}
	if calls.Load() == 0 {
		t.Error("nothing is said of what is no task")
	}
}

// TestSweep fills the server, and has it made room on.
func TestSweep(t *testing.T) {
	s, _ := testServer(t)
	ctx := t.Context()
	for i := range 10 {
		text := bytes.Repeat([]byte{byte(i)}, 10_000)
		in := s.bundles
		if i%2 == 0 {
			in = s.evidence
		}
		if err := keep(ctx, in, sum(text), text); err != nil {
			t.Fatal(err)
		}
	}
	count := func() (n int) {
		for _, in := range []jetstream.ObjectStore{s.bundles, s.evidence} {
			list, err := in.List(ctx)
			if err != nil && err != jetstream.ErrNoObjectsFound {
				t.Fatal(err)
			}
			n += len(list)
		}
		return n
	}
	for _, test := range []struct {
		limit     uint64
		min, most int
	}{{0, 10, 10}, {1 << 30, 10, 10}, {60_000, 1, 5}} {
		if err := s.sweep(ctx, test.limit); err != nil {
			t.Fatal(err)
		}
		if n := count(); n < test.min || n > test.most {
			t.Errorf("with room for %d bytes %d of 10 objects are left", test.limit, n)
		}
	}
	last := sum(bytes.Repeat([]byte{9}, 10_000))
	if _, err := s.bundles.GetInfo(ctx, last); err != nil {
		t.Errorf("the newest is gone: %v", err)
	}
}

// TestBegin has many begin at the same time on a server that has nothing yet.
func TestBegin(t *testing.T) {
	server, err := StartServer(t.TempDir(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	var wait sync.WaitGroup
	for i := range 12 {
		wait.Go(func() {
			nc, err := nats.Connect(server.URL(), nats.Token("secret"))
			if err != nil {
				t.Error(err)
				return
			}
			defer nc.Close()
			if i%2 == 0 {
				c := Coordinator{Conn: nc, Version: "1", Log: func(s string) { t.Log(s) }}
				_, answers, err := c.begin(t.Context())
				if err != nil {
					t.Error(err)
					return
				}
				answers.Stop() //nolint:errcheck // it was there
				return
			}
			ctx, stop := context.WithTimeout(t.Context(), 200*time.Millisecond)
			defer stop()
			w := Worker{Conn: nc, Version: "1", Wait: time.Second, Log: func(s string) { t.Log(s) }}
			if err := w.Run(ctx); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}

func testServer(t *testing.T) (*store, *nats.Conn) {
	t.Helper()
	server, err := StartServer(t.TempDir(), "secret")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Stop)
	nc, err := nats.Connect(server.URL(), nats.Token("secret"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	s, err := openStore(t.Context(), nc, "1", &Keep{})
	if err != nil {
		t.Fatal(err)
	}
	return s, nc
}
