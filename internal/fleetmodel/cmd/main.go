// Command cmd measures a fleet on this machine, and simulates larger ones, for docs/fleet.md:
//
//	go build -o bin/ ./cmd/whet ./cmd/whet-fleet
//	go run ./internal/fleetmodel/cmd times -whet bin/whet examples/*.c testdata/*.c >internal/fleetmodel/times.csv
//	go run ./internal/fleetmodel/cmd throughput -whet bin/whet -update docs/fleet.md testdata/*.c
//	go run ./internal/fleetmodel/cmd model -update docs/fleet.md
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/internal/fleetmodel"
)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: cmd times|throughput|model [flags] [programs]")
		os.Exit(2)
	}
	flags := flag.NewFlagSet(os.Args[1], flag.ExitOnError)
	whet := flags.String("whet", "", "the command whet; whet-fleet is beside it")
	update := flags.String("update", "", "the document to write into")
	table := flags.String("times", "internal/fleetmodel/times.csv", "the measured times, for model")
	rounds := flags.Int("rounds", 3, "how often each is measured, for throughput")
	flags.Parse(os.Args[2:]) //nolint:errcheck // it exits
	if err := run(os.Args[1], *whet, *update, *table, *rounds, flags.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(what, whet, update, table string, rounds int, programs []string) error {
	var text string
	switch what {
	case "times":
		return times(whet, programs)
	case "throughput":
		var err error
		if text, err = throughput(whet, rounds, programs); err != nil {
			return err
		}
	case "model":
		f, err := os.Open(table)
		if err != nil {
			return err
		}
		defer f.Close()
		tasks, err := fleetmodel.Read(f)
		if err != nil {
			return err
		}
		text = fleetmodel.Table(tasks, 10_000, 1) + "\n" + fleetmodel.Table(tasks, 10_000, 50)
	default:
		return fmt.Errorf("%s is none of times, throughput, model", what)
	}
	if update == "" {
		fmt.Print(text)
		return nil
	}
	doc, err := os.ReadFile(update)
	if err != nil {
		return err
	}
	changed, err := fleetmodel.Replace(string(doc), what, text)
	if err != nil {
		return err
	}
	return os.WriteFile(update, []byte(changed), 0o644)
}

// times prints what each program costs: to verify, to pack, and to check what has come of it.
func times(whet string, programs []string) error {
	dir, err := os.MkdirTemp("", "fleetmodel-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	evidence := filepath.Join(dir, "evidence")
	fmt.Println("path,status,cpu_s,pack_s,check_s")
	for _, p := range programs {
		cost := func(flags ...string) bench.Result {
			r := bench.Runner{Command: []string{whet, "verify", "--timeout=20s"}, Timeout: 40 * time.Second}
			return r.One(context.Background(), bench.Task{Path: p, Flags: flags})
		}
		v := cost("--evidence=" + evidence)
		if v.Status == bench.InputError {
			continue
		}
		fmt.Printf("%s,%s,%.3f,%.3f,%.3f\n", p, v.Status, v.CPU.Seconds(), cost("--pack="+filepath.Join(dir, "bundle")).CPU.Seconds(), cost("--recall="+evidence).CPU.Seconds())
	}
	return nil
}

// throughput compares what the programs cost with whet bench, and with fleets of some workers, each with
// a store of its own: CPU time of all processes, since this machine may be busy.
func throughput(whet string, rounds int, programs []string) (string, error) {
	dir, err := os.MkdirTemp("", "fleetmodel-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	manifest := filepath.Join(dir, "m.csv")
	text := "path,expected\n"
	for _, p := range programs {
		abs, err := filepath.Abs(p)
		if err != nil {
			return "", err
		}
		text += abs + ",\n"
	}
	if err := os.WriteFile(manifest, []byte(text), 0o644); err != nil {
		return "", err
	}
	workers := []int{0, 1, 2, 4} // 0: whet bench
	total, verified, wall := map[int]float64{}, map[int]float64{}, map[int]float64{}
	for round := range rounds {
		for _, w := range workers {
			results := filepath.Join(dir, fmt.Sprintf("%d-%d.csv", round, w))
			cmd := exec.Command(whet, "bench", "--jobs=1", "--csv="+results, manifest)
			if w > 0 {
				cmd = exec.Command(filepath.Join(filepath.Dir(whet), "whet-fleet"), "run", fmt.Sprintf("--workers=%d", w), fmt.Sprintf("--store=%s/store-%d-%d", dir, round, w), "--csv="+results, manifest)
			}
			cmd.Stderr = os.Stderr
			began := time.Now()
			if err := cmd.Run(); err != nil && cmd.ProcessState.ExitCode() != 1 {
				return "", fmt.Errorf("%s: %w", strings.Join(cmd.Args, " "), err)
			}
			wall[w] += time.Since(began).Seconds() / float64(rounds)
			total[w] += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds() / float64(rounds)
			done, err := bench.Load(results)
			if err != nil {
				return "", err
			}
			for _, r := range done {
				verified[w] += r.CPU.Seconds() / float64(rounds)
			}
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d tasks, averages of %d runs, each with an empty store:\n\n", len(programs), rounds)
	b.WriteString("| | CPU time of all processes | of it, the tasks | all the rest | tasks for a CPU second of the rest | more than `whet bench` | by the clock |\n|---|---:|---:|---:|---:|---:|---:|\n")
	for _, w := range workers {
		name := fmt.Sprintf("`whet-fleet run --workers=%d`", w)
		if w == 0 {
			name = "`whet bench --jobs=1`"
		}
		rest := total[w] - verified[w]
		fmt.Fprintf(&b, "| %s | %.1f s | %.1f s | %.1f s | %.1f | %+.0f %% | %.1f s |\n", name, total[w], verified[w], rest, float64(len(programs))/rest, 100*(total[w]/total[0]-1), wall[w])
	}
	return b.String(), nil
}
