// Command whet-fleet verifies a set of programs on many machines: see package fleet.
package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

type cli struct {
	Run    runCmd    `cmd:"" help:"Verify what a whet.yml names, as whet check does, or a set of tasks, as whet bench does. Without --nats it brings its own server and workers."`
	Worker workerCmd `cmd:"" help:"Verify what the queue of a server has."`
	Alive  aliveCmd  `cmd:"" help:"End with status 0 if a worker with --alive is in touch with its server: for probes."`
}

func main() {
	c, args := cli{}, os.Args[1:]
	k := kong.Must(&c, kong.Name("whet-fleet"), kong.Description("Verify many C programs on many machines. No machine is believed: proofs are checked, and bugs are run, where the results are wanted."),
		kong.UsageOnError(), kong.ConfigureHelp(kong.HelpOptions{Compact: true, WrapUpperBound: 100}))
	if len(args) > 1 && args[0] == "run" {
		args = append([]string{"run"}, ownFirst(runFlags(k), args[1:])...)
	}
	ctx, err := k.Parse(args)
	k.FatalIfErrorf(err)
	status := 0
	switch strings.Fields(ctx.Command())[0] {
	case "run":
		status, err = c.Run.run()
	case "worker":
		err = c.Worker.run()
	case "alive":
		err = c.Alive.run()
	}
	if err != nil {
		complain(err.Error())
		os.Exit(2)
	}
	os.Exit(status)
}

// runFlags returns the flags of run that are not for whet; the help of whet-fleet lists only these.
func runFlags(k *kong.Kong) []*kong.Flag {
	i := slices.IndexFunc(k.Model.Children, func(n *kong.Node) bool { return n.Name == "run" })
	return append(slices.Clone(k.Model.Children[i].Flags), k.Model.HelpFlag)
}

// verifier names the whet command that verifies programs.
type verifier struct {
	Whet string `type:"path" placeholder:"FILE" help:"The command whet. By default the one beside this command, or that of the PATH."`
}

// find returns the path of the command, and its version.
func (v *verifier) find() (path, version string, err error) {
	if path = v.Whet; path == "" {
		if self, err := os.Executable(); err == nil {
			if beside := filepath.Join(filepath.Dir(self), "whet"); isFile(beside) {
				path = beside
			}
		}
	}
	if path == "" {
		if path, err = exec.LookPath("whet"); err != nil {
			return "", "", errors.New("there is no command whet beside this one, nor in the PATH; name it with --whet")
		}
	}
	out, err := exec.Command(path, "version").Output()
	version = strings.TrimSpace(string(out))
	if err != nil || !strings.HasPrefix(version, "whet ") {
		return "", "", fmt.Errorf("%s is not the command whet: its version is %q (%v)", path, version, err)
	}
	return path, strings.TrimPrefix(version, "whet "), nil
}

func isFile(path string) bool {
	st, err := os.Stat(path)
	return err == nil && st.Mode().IsRegular()
}

// complain prints a problem that does not end the command.
func complain(s string) { fmt.Fprintf(os.Stderr, "whet-fleet: %s\n", s) }
