// This file runs a server inside the coordinator.

package fleet

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// Server is a NATS server in this process, for this machine alone.
type Server struct {
	ns   *server.Server
	lock *os.File
}

// maxPayload bounds a message; answers contain the ends of what a verifier printed.
const maxPayload = 4 << 20

// StartServer starts a server that keeps everything in the folder dir. Clients need the token.
func StartServer(dir, token string) (*Server, error) {
	if token == "" {
		return nil, errors.New("a server without a token would be open to everybody on this machine")
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	held, err := lock(dir)
	if err != nil {
		return nil, err
	}
	ns, err := server.NewServer(&server.Options{
		ServerName: "whet-fleet", Host: "127.0.0.1", Port: server.RANDOM_PORT, Authorization: token,
		JetStream: true, StoreDir: dir, MaxPayload: maxPayload, NoSigs: true, NoLog: true,
	})
	if err != nil {
		held.Close() //nolint:errcheck // nothing was written
		return nil, fmt.Errorf("the server does not start: %w", err)
	}
	ns.Start()
	if !ns.ReadyForConnections(30 * time.Second) {
		ns.Shutdown()
		held.Close() //nolint:errcheck // nothing was written
		return nil, fmt.Errorf("the server does not start: is its folder %s in use, or the disk full?", dir)
	}
	return &Server{ns, held}, nil
}

// URL returns the address at which the server listens.
func (s *Server) URL() string { return s.ns.ClientURL() }

// Stop ends the server; its data stay on the disk.
func (s *Server) Stop() {
	s.ns.Shutdown()
	s.ns.WaitForShutdown()
	s.lock.Close() //nolint:errcheck // nothing was written
}
