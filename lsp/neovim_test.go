package lsp

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/whet-mc/whet"
)

// The binary of the tests is the server as well, for an editor that starts it.
func TestMain(m *testing.M) {
	if os.Getenv("WHET_TEST_SERVES") == "" {
		os.Exit(m.Run())
	}
	stdio := struct {
		io.Reader
		io.WriteCloser
	}{os.Stdin, os.Stdout}
	if err := Serve(context.Background(), stdio, Options{Verify: whet.Options{Timeout: 30 * time.Second}}); err != nil && !errors.Is(err, ErrNoShutdown) {
		os.Stderr.WriteString(err.Error() + "\n")
		os.Exit(1)
	}
}

// A real editor, set up as contrib/neovim says: it shows what is wrong, sends edits as Neovim does,
// verifies the function under the cursor, and sees the bug go.
func TestNeovim(t *testing.T) {
	nvim, err := exec.LookPath("nvim")
	if err != nil {
		t.Skip("Neovim is not installed")
	}
	plugin, err := filepath.Abs("../contrib/neovim")
	if err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("testdata/neovim.lua")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "prog.c"), []byte(buggy), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*patienceOfTests)
	defer cancel()
	c := exec.CommandContext(ctx, nvim, "--headless", "-u", "NONE", "-i", "NONE", "-n", "--cmd", "set runtimepath^="+plugin, "-c", "filetype on", "-c", "luafile "+script, "prog.c")
	c.Dir = dir
	c.Env = append(os.Environ(), "WHET_TEST_SERVES=1", "WHET_TEST_SERVER="+os.Args[0], "HOME="+dir, "XDG_STATE_HOME="+dir, "XDG_CACHE_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	out, err := c.CombinedOutput()
	if done, _ := os.ReadFile(filepath.Join(dir, "done")); err != nil || string(done) != "ok\n" {
		t.Errorf("%v\n%s\n%s", err, out, done)
	}
}
