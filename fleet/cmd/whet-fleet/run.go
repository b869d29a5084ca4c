// This file is the command run.

package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/whet-mc/whet/bench"
	"github.com/whet-mc/whet/fleet"
	"github.com/whet-mc/whet/internal/quantity"
)

type runCmd struct {
	Rest []string `arg:"" optional:"" passthrough:"" name:"what" help:"What is to be verified: a whet.yml, and targets of it, as for whet check; or a manifest (.csv), a set file (.set), a task definition (.yml), or a folder of these, as for whet bench. All other flags are those of whet check, or of whet bench, and mean the same: --junit, --sarif, --csv, --html, …; what stands behind -- is for verify."`

	connection
	verifier
	Store    string        `type:"path" placeholder:"DIR" help:"Where the own server keeps the queue and the answers. By default whet/fleet in the user's folder of caches."`
	Workers  *int          `placeholder:"N" help:"How many workers are started here, each with one task at a time. By default what --jobs says: one for two processors; none with --nats."`
	Wait     time.Duration `default:"30s" help:"After how long without a sign of life a task is given to another worker."`
	Split    bool          `help:"Divide a task that has no verdict: each property that is open is a task of its own, and what is open then is asked of each engine of auto at the same time; the first answer that is checked counts. So more can be decided than on one machine."`
	KeepFor  int           `default:"30" placeholder:"DAYS" help:"How long the server keeps answers, and what they rest on."`
	KeepSize quantity.Size `default:"20G" placeholder:"SIZE" help:"How much of that it keeps: when a run begins, the oldest is removed."`
	Replicas int           `default:"1" placeholder:"N" help:"On how many servers of a cluster everything is kept."`
	Checks   int           `placeholder:"N" help:"How many answers are checked at the same time. By default half the processors."`
}

// run starts the command whet, which does everything except run the tasks: it reads what to verify, and prints,
// writes and judges the results. So these are the same for one machine and for many.
func (c *runCmd) run() (status int, err error) {
	whet, version, err := c.find()
	if err != nil {
		return 0, err
	}
	args, err := whetArgs(c.Rest)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "whet-fleet-") // only its user can read it, and the socket in it
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	socket := filepath.Join(dir, "socket")
	listener, err := net.Listen("unix", socket)
	if err != nil {
		return 0, err
	}
	defer listener.Close()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	asks := exec.Command(whet, slices.Insert(args, 1, "--through="+socket)...)
	asks.Stdin, asks.Stdout, asks.Stderr = os.Stdin, os.Stdout, os.Stderr
	// After an interrupt the user wants to see what was found out: whet prints it.
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(signals)
	if err := asks.Start(); err != nil {
		return 0, err
	}
	go func() {
		for range signals {
			asks.Process.Signal(os.Interrupt) //nolint:errcheck // it has ended by itself
		}
	}()
	served := make(chan struct{})
	go func() {
		defer close(served)
		conn, err := listener.Accept()
		if err != nil {
			return // whet ended without any task: it listed targets, or was called wrongly
		}
		err = bench.Serve(ctx, conn, func(ctx context.Context, r bench.Runner, tasks []bench.Task, each func(bench.Result) error) error {
			return c.serve(ctx, version, r, tasks, each)
		})
		if err != nil && !errors.Is(err, context.Canceled) {
			complain(err.Error())
		}
	}()
	err = asks.Wait()
	listener.Close() //nolint:errcheck // nobody connects any more
	cancel()
	<-served
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	return 0, err
}

// serve runs the tasks that whet sends. Its server and workers live until they are done.
func (c *runCmd) serve(ctx context.Context, version string, r bench.Runner, tasks []bench.Task, each func(bench.Result) error) error {
	if len(tasks) == 0 {
		return nil
	}
	end, err := c.bring(ctx, r.Jobs)
	if err != nil {
		return err
	}
	defer end()
	nc, err := c.reach(ctx, "whet-fleet coordinator", maxDials, 500*time.Millisecond)
	if err != nil {
		return err
	}
	defer nc.Close()
	if r.Jobs = c.Checks; r.Jobs < 1 {
		r.Jobs = max(runtime.NumCPU()/2, 1)
	}
	fl := fleet.Coordinator{Conn: nc, Local: r, Version: version, Again: c.Wait, Log: complain,
		Keep: fleet.Keep{Age: time.Duration(max(c.KeepFor, 1)) * 24 * time.Hour, Bytes: uint64(c.KeepSize), Replicas: c.Replicas}, Progress: r.Status}
	if c.Split {
		fl.Engines = engines
	}
	return fl.Run(ctx, tasks, each)
}

// engines are the engines that auto chooses from.
var engines = []string{"value", "arrays", "widening", "predicate", "value+predicate", "quantified", "segments", "pdr", "bmc", "exhaustive"}

// bring starts the server and the workers of this command.
func (c *runCmd) bring(ctx context.Context, workers int) (end func(), err error) {
	stopServer := func() {}
	if c.Nats != "" {
		workers = 0
	} else {
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

// keepWorker runs a worker in its own process, and starts another one whenever it has died.
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
