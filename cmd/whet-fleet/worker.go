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
)

type workerCmd struct {
	connection
	verifier
	Jobs int           `placeholder:"N" help:"How many tasks run at the same time. By default half the processors."`
	Wait time.Duration `default:"30s" help:"After how long without a sign of life a task is given to another worker. The first worker of a server decides."`
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
	nc, err := c.dial("whet-fleet worker " + name)
	if err != nil {
		return err
	}
	defer nc.Close()
	if c.Jobs < 1 {
		c.Jobs = max(runtime.NumCPU()/2, 1)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w := &fleet.Worker{
		Conn: nc, Verify: []string{whet, "verify"}, Version: version, Name: name, Jobs: c.Jobs, Wait: max(c.Wait, time.Second),
		Log: func(s string) { complain("worker " + name + ": " + s) },
	}
	if err := w.Run(ctx); !errors.Is(err, context.Canceled) {
		return err
	}
	return nil
}
