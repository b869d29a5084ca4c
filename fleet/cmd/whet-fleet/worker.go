// This file is the command worker.

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/nats-io/nuid"

	"github.com/whet-mc/whet/fleet"
	"github.com/whet-mc/whet/internal/quantity"
)

type workerCmd struct {
	connection
	verifier
	Jobs int           `placeholder:"N" help:"How many tasks run at the same time. By default half the processors."`
	Wait time.Duration `default:"30s" help:"After how long without a sign of life a task is given to another worker. The first worker of a server decides."`
	// As in whet bench. Limits of a task count if they are lower.
	Timeout quantity.Duration `placeholder:"TIME" help:"CPU time that a task may have here at most, whatever it asks for: seconds, or with a unit."`
	Memory  quantity.Size     `placeholder:"SIZE" help:"Memory that a task may have here at most, whatever it asks for: megabytes of address space, or with a unit."`
	Alive   string            `type:"path" placeholder:"FILE" help:"Touch this file as long as the server answers; whet-fleet alive looks at it."`
}

func (c *workerCmd) run() error {
	if c.Nats == "" {
		return errors.New("which server? name it with --nats")
	}
	whet, version, err := c.find()
	if err != nil {
		return err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	name := fmt.Sprintf("%s/%d/%s", host, os.Getpid(), nuid.Next())
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	nc, err := c.reach(ctx, "whet-fleet worker "+name, 0, 5*time.Second)
	if err != nil {
		return err
	}
	defer nc.Close()
	if c.Jobs < 1 {
		c.Jobs = max(runtime.NumCPU()/2, 1)
	}
	if c.Alive != "" {
		go stayAlive(ctx, nc, c.Alive)
	}
	w := &fleet.Worker{
		Conn: nc, Verify: []string{whet, "verify"}, Version: version, Name: name, Jobs: c.Jobs, Wait: max(c.Wait, time.Second),
		Timeout: time.Duration(c.Timeout), Memory: uint64(c.Memory),
		Log: func(s string) { complain("worker " + name + ": " + s) },
	}
	if err := w.Run(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
