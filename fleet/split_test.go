//go:build unix

package fleet

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/whet-mc/whet/bench"
)

// A verifier whose engine auto knows nothing. Of the first program the engine "quick" has a proof, while
// "slow" takes for ever, and "liar" claims one that it does not have; of the second none knows anything.
const divided = `#!/bin/sh
engine=auto
for a; do case $a in --engine=*) engine=${a#*=};; esac; done
for a; do
	case $a in
	--pack=*) for last; do case $last in *.c) program=$last;; esac; done; echo "$program $engine" >${a#*=}; exit 0;;
	--recall=*) grep -q '^proof$' ${a#*=} && { echo 'VERDICT: safe'; exit 0; }; echo 'VERDICT: unknown (the evidence does not check)'; exit 3;;
	--packed=*) task=$(cat ${a#*=});;
	--evidence=*) evidence=${a#*=};;
	esac
done
case $task in
"1.c quick") echo proof >$evidence; echo 'VERDICT: safe'; exit 0;;
*liar) echo trust me >$evidence; echo 'VERDICT: safe'; exit 0;;
"1.c slow") echo x >>DIR/slow; exec sleep 600;;
esac
echo 'VERDICT: unknown (nothing is known)'
exit 3
`

// TestSplit has tasks split by engines.
func TestSplit(t *testing.T) {
	_, nc := testServer(t)
	ctx, stop := context.WithCancel(t.Context())
	dir := t.TempDir()
	verifier := filepath.Join(dir, "verify")
	if err := os.WriteFile(verifier, []byte(strings.ReplaceAll(divided, "DIR", dir)), 0o755); err != nil {
		t.Fatal(err)
	}
	command := []string{"/bin/sh", verifier}
	ended := make(chan error, 1)
	w := Worker{Conn: nc, Verify: command, Version: "1", Name: "w", Wait: 2 * time.Second, Jobs: 2}
	go func() { ended <- w.Run(ctx) }()
	c := Coordinator{Conn: nc, Version: "1", Again: 100 * time.Millisecond, Engines: []string{"slow", "liar", "quick"},
		Local: bench.Runner{Command: command, Timeout: 500 * time.Second, Jobs: 2}}
	tasks := []bench.Task{{Name: "1.c", Path: "1.c"}, {Name: "2.c", Path: "2.c"}, {Name: "named", Path: "1.c", Flags: []string{"--engine=quick"}}}
	var got []string
	if err := c.Run(ctx, tasks, func(r bench.Result) error {
		got = append(got, r.Task.Name+" "+string(r.Status)+" "+r.Note)
		return nil
	}); err != nil {
		t.Error(err)
	}
	want := []string{"1.c safe ", "2.c unknown (nothing is known)", "named safe "}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("got %q, want %q", got, want)
			break
		}
	}
	// The slow engine is left alone, and its worker is free again.
	if err := c.Run(ctx, []bench.Task{{Name: "3.c", Path: "3.c"}, {Name: "4.c", Path: "4.c"}}, func(bench.Result) error { return nil }); err != nil {
		t.Error(err)
	}
	s, err := openStore(ctx, nc, "1", nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; ; i++ { // until the worker has heard of it
		info, err := s.tasks.Info(ctx)
		if err == nil && info.State.Msgs == 0 {
			break
		}
		if i == 600 {
			t.Fatalf("%v, %v", info, err)
		}
		time.Sleep(50 * time.Millisecond)
	}
	stop()
	<-ended
}
