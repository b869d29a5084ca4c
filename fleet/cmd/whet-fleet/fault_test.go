//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// The test's own binary is the command, where the environment says so.
func TestMain(m *testing.M) {
	switch os.Getenv("WHET_FLEET_TEST") {
	case "command":
		main()
		return
	case "nats":
		serveNats()
		return
	}
	status := m.Run()
	os.RemoveAll(binaries)
	os.Exit(status)
}

// build makes the command whet, once for all tests.
func build(t *testing.T) string {
	t.Helper()
	built.Do(func() {
		var err error
		if binaries, err = os.MkdirTemp("", "whet-fleet-test-"); err != nil {
			t.Fatal(err)
		}
		if out, err := exec.Command("go", "-C", "../../..", "build", "-trimpath", "-o", binaries, "./cmd/whet").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	})
	return filepath.Join(binaries, "whet")
}

var (
	built    sync.Once
	binaries string
)

// A verifier between worker and whet. What it does to a task is said by a shell command, which runs
// where a worker verifies; $program is the bundle, $evidence what is to be written, $PPID the worker, $only
// the properties that are asked for, if not all are.
const between = `#!/bin/sh
for a; do case $a in --packed=*) program=${a#*=};; --evidence=*) evidence=${a#*=};; --only=*) only=${a#*=};; esac; done
if [ -n "$program" ]; then
FAULT
fi
exec WHET "$@"
`

func command(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), "WHET_FLEET_TEST=command")
	return cmd
}

// times are what may differ from run to run.
var times = regexp.MustCompile(` +\d+\.\d+( s|\n)`)

// allFaults names the variable with which all cases run: they take minutes, most of which is waiting.
//
//	WHET_FLEET_FAULTS=all go test ./cmd/whet-fleet
const allFaults = "WHET_FLEET_FAULTS"

// programs are where the tasks of the tests are.
const programs = "../../../testdata"

// sampleTasks is a manifest, and the table that one machine makes of it.
func sampleTasks(t *testing.T, whet string, lines ...string) (manifest, want string) {
	t.Helper()
	dir, err := filepath.Abs(programs)
	if err != nil {
		t.Fatal(err)
	}
	manifest = filepath.Join(t.TempDir(), "m.csv")
	text := "path,expected,set\n"
	for _, line := range lines {
		text += dir + "/" + line + ",all\n"
	}
	if err := os.WriteFile(manifest, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command(whet, "bench", manifest).Output()
	if len(out) == 0 {
		t.Fatal(err)
	}
	return manifest, string(out)
}

// TestFaults has real processes killed, and workers lie, and compares with the table of one machine.
// Two of the cases always run.
func TestFaults(t *testing.T) {
	whet := build(t)
	all, wantAll := sampleTasks(t, whet, "door.c,safe", "door-bug.c,unsafe", "bits.c,safe", "overdraw.c,unsafe", "door.c,safe", "none.c,safe")
	changed, wantChanged := sampleTasks(t, whet, "lock.c,safe", "overdraw.c,unsafe", "door.c,unsafe")
	const aboutDoor = `grep -q '"Path":"[^"]*/door.c"' $program`
	for _, test := range []struct {
		name, fault string
		// kill is called while the task waits that the fault keeps, nil: it keeps none
		kill   func(t *testing.T, run *exec.Cmd, worker int)
		differ bool // the table is another than that of one machine
		always bool
	}{
		{name: "none", fault: ":"},
		{name: "worker", always: true, fault: aboutDoor + ` && mv DIR/hold DIR/held && echo $PPID >DIR/pid.new && mv DIR/pid.new DIR/pid && exec sleep 60`,
			kill: func(t *testing.T, _ *exec.Cmd, worker int) { kill(t, worker) }},
		{name: "coordinator and server", fault: `mv DIR/hold DIR/held && echo $PPID >DIR/pid.new && mv DIR/pid.new DIR/pid && exec sleep 60`,
			kill: func(t *testing.T, run *exec.Cmd, _ int) { kill(t, run.Process.Pid) }},
		{name: "another manifest", fault: `mv DIR/hold DIR/held && echo $PPID >DIR/pid.new && mv DIR/pid.new DIR/pid && exec sleep 60`,
			kill: func(t *testing.T, run *exec.Cmd, _ int) { kill(t, run.Process.Pid) }},
		{name: "murder", fault: aboutDoor + ` && kill -9 $PPID`, differ: true},
		{name: "lie", always: true, fault: aboutDoor + ` || { cp DIR/safe $evidence && echo 'VERDICT: safe'; exit 0; }`},
		{name: "once", always: true, fault: `echo >>DIR/calls`},
		{name: "nonsense", fault: `echo '{"schema":"whet.evidence/1","told":{},"basis":{"schema":"whet.cache/3","verdict":"unsafe","inputs":[1,2]}}' >$evidence; echo 'VERDICT: unsafe'; exit 1`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !test.always && os.Getenv(allFaults) != "all" {
				t.Skip("set " + allFaults + "=all")
			}
			dir, manifest, want := t.TempDir(), all, wantAll
			if out, err := exec.Command(whet, "verify", "--evidence", filepath.Join(dir, "safe"), filepath.Join(programs, "door.c")).CombinedOutput(); err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			write := func(name, text string) string {
				path := filepath.Join(dir, name)
				if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
					t.Fatal(err)
				}
				return path
			}
			write("hold", "")
			script := write("whet", strings.NewReplacer("WHET", whet, "DIR", dir).Replace(strings.Replace(between, "FAULT", test.fault, 1)))
			start := func() (*exec.Cmd, *bytes.Buffer) {
				cmd := command("run", "--whet="+script, "--store="+filepath.Join(dir, "store"), "--wait=1s", "--workers=2", manifest)
				out := &bytes.Buffer{}
				cmd.Stdout, cmd.Stderr = out, os.Stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				return cmd, out
			}
			cmd, out := start()
			if test.kill != nil {
				test.kill(t, cmd, waitFor(t, filepath.Join(dir, "pid")))
			}
			err := cmd.Wait()
			if test.name == "once" { // also in another run
				cmd, out = start()
				err = cmd.Wait()
				if calls, err := os.ReadFile(filepath.Join(dir, "calls")); err != nil || len(calls) != 4 {
					t.Errorf("four programs were verified %d times (%v)", len(calls), err)
				}
			}
			if test.name == "coordinator and server" || test.name == "another manifest" {
				if err == nil {
					t.Fatal("the coordinator was not killed")
				}
				if test.name == "another manifest" {
					manifest, want = changed, wantChanged
				}
				cmd, out = start()
				if err = cmd.Wait(); want == wantChanged && cmd.ProcessState.ExitCode() == 1 {
					err = nil // a verdict is another than the one that is expected there
				}
			}
			if err != nil {
				t.Errorf("%v", err)
			}
			if got := out.String(); test.differ {
				if !strings.Contains(got, "crash") || !strings.Contains(got, "killed its worker twice") || strings.Count(got, "unsafe  unsafe") != 2 || strings.Count(got, "safe    crash") != 2 {
					t.Errorf("got\n%s", got)
				}
			} else {
				same(t, "table", got, want)
			}
		})
	}
}

func kill(t *testing.T, pid int) {
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
}

// waitFor reads a number from a file, as soon as that is there.
func waitFor(t *testing.T, path string) int {
	for range 3000 {
		if text, err := os.ReadFile(path); err == nil {
			n, err := strconv.Atoi(strings.TrimSpace(string(text)))
			if err != nil {
				t.Fatal(err)
			}
			return n
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("no task was begun")
	return 0
}
