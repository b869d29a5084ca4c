// This file connects to a server.

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/nats-io/nats.go"
)

// tokenVariable is the environment variable with the token; other users cannot see it there.
const tokenVariable = "WHET_FLEET_TOKEN"

// connection says how to reach a server.
type connection struct {
	Nats    string `placeholder:"URL" help:"The NATS server, with JetStream; several are separated by commas. A token is taken from the variable WHET_FLEET_TOKEN."`
	Creds   string `type:"path" placeholder:"FILE" help:"The user's credentials (JWT and seed)."`
	TLSCA   string `name:"tls-ca" type:"path" placeholder:"FILE" help:"The certificate authority of the server."`
	TLSCert string `name:"tls-cert" type:"path" placeholder:"FILE" help:"The client's certificate."`
	TLSKey  string `name:"tls-key" type:"path" placeholder:"FILE" help:"The key of --tls-cert."`
}

// maxDials is how often a run tries to reach its server, which may be starting or behind a bad network. It bounds the
// number of tries and not the time, since one try may take seconds on a busy machine.
const maxDials = 20

// reach tries up to times times to connect to a server; 0: until ctx is done. With a limit, it returns errors at once
// that another try would not remove.
func (c *connection) reach(ctx context.Context, name string, times int, pause time.Duration) (*nats.Conn, error) {
	for i := 1; ; i++ {
		nc, err := c.dial(name)
		if err == nil || times > 0 && (i == times || errors.Is(err, nats.ErrAuthorization) || errors.Is(err, fs.ErrNotExist)) {
			return nc, err
		}
		complain(fmt.Sprintf("%v; it is tried again", err))
		select {
		case <-ctx.Done():
			return nil, err
		case <-time.After(pause):
		}
	}
}

// dial connects to the server, and reconnects when the connection is lost.
func (c *connection) dial(name string) (*nats.Conn, error) {
	options := []nats.Option{
		nats.Name(name), nats.MaxReconnects(-1), nats.ReconnectWait(500 * time.Millisecond), nats.Timeout(10 * time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				complain("the server is away: " + err.Error())
			}
		}),
	}
	if token := os.Getenv(tokenVariable); token != "" {
		options = append(options, nats.Token(token))
	}
	if c.Creds != "" {
		options = append(options, nats.UserCredentials(c.Creds))
	}
	if c.TLSCA != "" {
		options = append(options, nats.RootCAs(c.TLSCA))
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return nil, fmt.Errorf("--tls-cert and --tls-key go together")
	}
	if c.TLSCert != "" {
		options = append(options, nats.ClientCert(c.TLSCert, c.TLSKey))
	}
	nc, err := nats.Connect(c.Nats, options...)
	if err != nil {
		return nil, fmt.Errorf("the server %s cannot be reached: %w", c.Nats, err)
	}
	return nc, nil
}
