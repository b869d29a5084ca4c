package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/fleet"
	"github.com/whet-mc/whet/internal/quantity"
)

type runCmd struct {
	From  string   `arg:"" help:"Where the tasks are, as for whet bench: a manifest (.csv), a set file (.set), a task definition (.yml), or a folder of these."`
	Flags []string `arg:"" optional:"" passthrough:"" help:"Flags that verify gets for every task, after --."`

	connection
	verifier
	Store   string            `type:"path" placeholder:"DIR" help:"Where the own server keeps the queue and the answers. By default whet/fleet in the user's folder of caches."`
	Workers *int              `placeholder:"N" help:"How many workers are started here, each with one task at a time. By default one for two processors, and none with --nats."`
	Wait    time.Duration     `default:"30s" help:"After how long without a sign of life a task is given to another worker."`
	Timeout quantity.Duration `default:"60" placeholder:"TIME" help:"CPU time of each task: seconds, or with a unit."`
	Memory  quantity.Size     `placeholder:"SIZE" help:"Memory of each task: megabytes, or with a unit. By default no limit but verify's own."`
	Checks  int               `placeholder:"N" help:"How many answers are checked at the same time. By default half the processors."`
	Csv     string            `type:"path" placeholder:"FILE" help:"Write the results to this file as they come. Tasks that are in it already, with the same settings, are not run again."`
	Fresh   bool              `help:"Overwrite the file of --csv. Answers that the server has are used all the same."`
	HTML    string            `name:"html" type:"path" placeholder:"FILE" help:"Write a page with the scores, plots and every task."`
	Quiet   bool              `short:"q" help:"Print lines only for tasks with a wrong verdict."`
}

func (c *runCmd) run() (status int, err error) {
	tasks, err := bench.Read(c.From)
	if err != nil {
		return 0, err
	}
	whet, version, err := c.find()
	if err != nil {
		return 0, err
	}
	local, about := c.runner(whet, version)
	done := map[string]bench.Result{}
	var journal *bench.Journal
	if c.Csv != "" {
		if journal, err = bench.OpenJournal(c.Csv, about, c.Fresh); err != nil {
			return 0, fmt.Errorf("--csv: %w", err)
		}
		defer journal.Close() //nolint:errcheck // every row has been flushed
		done = journal.Done
	}
	var left []bench.Task
	for _, t := range tasks {
		if _, ok := done[t.Name]; !ok {
			left = append(left, t)
		}
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	end, err := c.bring(ctx)
	if err != nil {
		return 0, err
	}
	defer end()
	nc, err := c.dial("whet-fleet coordinator")
	if err != nil {
		return 0, err
	}
	defer nc.Close()
	fl := fleet.Coordinator{Conn: nc, Local: local, Version: version, Again: c.Wait, Log: complain}
	var came []bench.Result // of left, in its order
	err = fl.Run(ctx, left, func(res bench.Result) error {
		came = append(came, res)
		if !c.Quiet || res.Wrong() {
			fmt.Println(bench.Line(res))
		}
		if journal != nil {
			return journal.Add(res)
		}
		return nil
	})
	var results []bench.Result
	for _, t := range tasks {
		if res, ok := done[t.Name]; ok {
			res.Task = t
			results = append(results, res)
		} else if len(came) > 0 {
			results, came = append(results, came[0]), came[1:]
		}
	}
	if len(results) > 0 {
		if !c.Quiet {
			fmt.Println()
		}
		bench.Table(os.Stdout, results) //nolint:errcheck // standard output is gone, nobody reads it
	}
	if err != nil {
		if errors.Is(err, context.Canceled) {
			err = errors.New("interrupted")
		}
		return 0, fmt.Errorf("cut off after %d of %d tasks: %w; the same command goes on from there", len(results), len(tasks), err)
	}
	if c.HTML != "" {
		if err := c.page(about, results); err != nil {
			return 0, fmt.Errorf("--html: %w", err)
		}
	}
	if _, all := bench.Scores(results); all.Wrong > 0 {
		return 1, nil
	}
	return 0, nil
}

func (c *runCmd) page(about string, results []bench.Result) error {
	f, err := os.Create(c.HTML)
	if err != nil {
		return err
	}
	p := bench.Page{Title: "Results for " + filepath.Base(c.From), Run: about, Results: results, Timeout: time.Duration(c.Timeout)}
	err = p.Write(f)
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// runner is how a task is run here, and a line that says so.
func (c *runCmd) runner(whet, version string) (bench.Runner, string) {
	flags := c.Flags
	if len(flags) > 0 && flags[0] == "--" {
		flags = flags[1:]
	}
	r := bench.Runner{Command: append([]string{whet, "verify"}, flags...), Timeout: time.Duration(c.Timeout), Memory: uint64(c.Memory), Jobs: c.Checks}
	if r.Jobs < 1 {
		r.Jobs = max(runtime.NumCPU()/2, 1)
	}
	about := strings.TrimSpace("whet "+version+" verify "+strings.Join(flags, " ")) + fmt.Sprintf(" (%v of CPU time", time.Duration(c.Timeout))
	if c.Timeout > 0 {
		r.Command = append(r.Command, "--timeout", time.Duration(c.Timeout).String())
	}
	if c.Memory > 0 {
		r.Command = append(r.Command, "--memory", fmt.Sprintf("%dB", uint64(c.Memory)))
		about += fmt.Sprintf(", %d MB", uint64(c.Memory)>>20)
	}
	return r, about + ")"
}

// bring starts the server and the workers that this command brings along.
func (c *runCmd) bring(ctx context.Context) (end func(), err error) {
	workers, stopServer := 0, func() {}
	if c.Nats == "" {
		workers = max(runtime.NumCPU()/2, 1)
		if c.Store == "" {
			dir, err := os.UserCacheDir()
			if err != nil {
				return nil, fmt.Errorf("there is no folder for the queue, name one with --store: %w", err)
			}
			c.Store = filepath.Join(dir, "whet", "fleet")
		}
		token := rand.Text()
		server, err := fleet.StartServer(c.Store, token)
		if err != nil {
			return nil, err
		}
		c.Nats, stopServer = server.URL(), server.Stop
		os.Setenv(tokenVariable, token) //nolint:errcheck // the name is one
	}
	if c.Workers != nil {
		workers = *c.Workers
	}
	self, err := os.Executable()
	if err != nil {
		stopServer()
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var wait sync.WaitGroup
	for range workers {
		wait.Go(func() { c.keepWorker(ctx, self) })
	}
	return func() { cancel(); wait.Wait(); stopServer() }, nil
}

// keepWorker runs a worker in a process of its own, and another one whenever it has died.
func (c *runCmd) keepWorker(ctx context.Context, self string) {
	args := []string{"worker", "--jobs=1", "--nats=" + c.Nats, "--wait=" + c.Wait.String()}
	for _, f := range []struct{ name, value string }{{"whet", c.Whet}, {"creds", c.Creds}, {"tls-ca", c.TLSCA}, {"tls-cert", c.TLSCert}, {"tls-key", c.TLSKey}} {
		if f.value != "" {
			args = append(args, "--"+f.name+"="+f.value)
		}
	}
	for ctx.Err() == nil {
		err := child(ctx, self, args)
		if ctx.Err() != nil {
			return
		}
		complain(fmt.Sprintf("a worker has ended: %v; another one is started", err))
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
