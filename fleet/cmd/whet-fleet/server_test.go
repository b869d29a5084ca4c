//go:build linux

package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"
)

// serveNats is a NATS server as one finds it elsewhere, with a file of settings. Where the environment
// says so no file becomes longer than so many bytes: the disk is full.
func serveNats() {
	if n, err := strconv.ParseUint(os.Getenv("WHET_FLEET_DISK"), 10, 64); err == nil {
		signal.Ignore(syscall.SIGXFSZ)
		if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: n, Max: n}); err != nil {
			panic(err)
		}
	}
	o, err := server.ProcessConfigFile(os.Getenv("WHET_FLEET_CONFIG"))
	if err != nil {
		panic(err)
	}
	o.NoSigs, o.NoLog = true, true
	s, err := server.NewServer(o)
	if err != nil {
		panic(err)
	}
	s.Start()
	s.WaitForShutdown()
}

// natsProcess starts such a server. It is killed when the test ends.
func natsProcess(t *testing.T, config string, disk int) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "WHET_FLEET_TEST=nats", "WHET_FLEET_CONFIG="+config)
	if disk > 0 {
		cmd.Env = append(cmd.Env, "WHET_FLEET_DISK="+strconv.Itoa(disk))
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() }) //nolint:errcheck // it may be dead
	return cmd
}

// freePort is one that nobody listens at now.
func freePort(t *testing.T) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// listens waits until somebody listens.
func listens(t *testing.T, port int) {
	for range 3000 {
		if c, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			c.Close()
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatal("the server does not start")
}

// badNetwork passes connections on slowly, and cuts each after a while. It returns its port.
func badNetwork(t *testing.T, to int) int {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	var n atomic.Int64
	go func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", to))
			if err != nil {
				a.Close()
				continue
			}
			time.AfterFunc(time.Duration(200+150*(n.Add(1)%5))*time.Millisecond, func() { a.Close(); b.Close() })
			for _, way := range [][2]net.Conn{{a, b}, {b, a}} {
				go func() {
					buf := make([]byte, 4096)
					for {
						k, err := way[0].Read(buf)
						time.Sleep(3 * time.Millisecond)
						if _, e := way[1].Write(buf[:k]); err != nil || e != nil {
							way[1].Close()
							return
						}
					}
				}()
			}
		}
	}()
	return l.Addr().(*net.TCPAddr).Port
}

// TestServers has the fleet work with servers that it has not brought along, and compares with the
// table of one machine.
func TestServers(t *testing.T) {
	if os.Getenv(allFaults) != "all" {
		t.Skip("set " + allFaults + "=all")
	}
	whet := build(t)
	manifest, want := sampleTasks(t, whet, "door.c,safe", "door-bug.c,unsafe", "bits.c,safe", "overdraw.c,unsafe", "door.c,safe", "none.c,safe")
	for _, test := range []struct {
		name, config string
		network      bool // is bad
		disk         int  // bytes of each file, until the server is killed and started anew
		kill         bool // the server, in the middle
		forget       bool // and its disk is lost
		twice        bool // two runs at the same time
		args         []string
	}{
		{name: "token", config: "authorization { token: secret }"},
		{name: "killed", config: "authorization { token: secret }", kill: true},
		{name: "disk lost", config: "authorization { token: secret }", kill: true, forget: true},
		{name: "full disk", config: "authorization { token: secret }", disk: 3_000, kill: true},
		{name: "bad network", config: "authorization { token: secret }", network: true},
		{name: "two coordinators", config: "authorization { token: secret }", twice: true},
		{name: "certificates and password", config: "authorization { user: u, password: \"p\" }\ntls { cert_file: 'DIR/server.pem', key_file: 'DIR/server.key', ca_file: 'DIR/ca.pem', verify: true }",
			args: []string{"--nats=tls://u:p@127.0.0.1:PORT", "--tls-ca=DIR/ca.pem", "--tls-cert=DIR/client.pem", "--tls-key=DIR/client.key"}},
		{name: "certificates and credentials", config: "tls { cert_file: 'DIR/server.pem', key_file: 'DIR/server.key' }\nOPERATOR",
			args: []string{"--nats=tls://127.0.0.1:PORT", "--tls-ca=DIR/ca.pem", "--creds=DIR/user.creds"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir, port := t.TempDir(), freePort(t)
			certificates(t, dir)
			config := filepath.Join(dir, "nats.conf")
			fill := strings.NewReplacer("DIR", dir, "OPERATOR", credentials(t, dir), "PORT", strconv.Itoa(port)).Replace
			text := fill(fmt.Sprintf("host: 127.0.0.1\nport: PORT\nmax_payload: 4MB\njetstream { store_dir: 'DIR/js' }\n%s\n", test.config))
			if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			nats := natsProcess(t, config, test.disk)
			listens(t, port)
			if test.network {
				port = badNetwork(t, port)
			}
			args := []string{"run", "--whet=" + whet, "--wait=5s", "--workers=2"}
			if test.args == nil {
				args = append(args, fmt.Sprintf("--nats=nats://127.0.0.1:%d", port))
			}
			for _, a := range test.args {
				args = append(args, fill(a))
			}
			args = append(args, manifest)
			start := func() (wait func()) {
				cmd := command(args...)
				cmd.Env = append(cmd.Env, tokenVariable+"=secret")
				out := &strings.Builder{}
				first := make(chan bool, 1)
				cmd.Stdout, cmd.Stderr = &watched{out, first}, os.Stderr
				if err := cmd.Start(); err != nil {
					t.Fatal(err)
				}
				if test.kill {
					select { // in the middle: one task is done, or none, since the disk is full
					case <-first:
					case <-time.After(5 * time.Second):
					}
					kill(t, nats.Process.Pid)
					nats.Wait() //nolint:errcheck // it was killed
					time.Sleep(time.Second)
					if test.forget {
						if err := os.RemoveAll(filepath.Join(dir, "js")); err != nil {
							t.Fatal(err)
						}
					}
					nats = natsProcess(t, config, 0)
				}
				return func() {
					if err := cmd.Wait(); err != nil {
						t.Error(err)
					}
					same(t, "table", out.String(), want)
				}
			}
			wait := start()
			if test.twice {
				start()()
			}
			wait()
		})
	}
}

// watched says when something has been written.
type watched struct {
	to    io.Writer
	first chan bool
}

func (w *watched) Write(p []byte) (int, error) {
	select {
	case w.first <- true:
	default:
	}
	return w.to.Write(p)
}

// certificates makes an authority and certificates for server and client.
func certificates(t *testing.T, dir string) {
	write := func(name, kind string, der []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: der}), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now()
	authority := &x509.Certificate{SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "ca"}, NotBefore: now.Add(-time.Hour), NotAfter: now.Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign}
	var signer *ecdsa.PrivateKey
	for i, name := range []string{"ca", "server", "client"} {
		key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
		if err != nil {
			t.Fatal(err)
		}
		c := authority
		if i == 0 {
			signer = key
		} else {
			c = &x509.Certificate{SerialNumber: big.NewInt(int64(i + 1)), Subject: pkix.Name{CommonName: name}, NotBefore: authority.NotBefore, NotAfter: authority.NotAfter,
				IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, KeyUsage: x509.KeyUsageDigitalSignature,
				ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}}
		}
		der, err := x509.CreateCertificate(rand.Reader, c, authority, &key.PublicKey, signer)
		if err != nil {
			t.Fatal(err)
		}
		write(name+".pem", "CERTIFICATE", der)
		if der, err = x509.MarshalECPrivateKey(key); err != nil {
			t.Fatal(err)
		}
		write(name+".key", "EC PRIVATE KEY", der)
	}
}

// credentials makes an operator with an account, and a file for its user. It returns what the server
// has to know.
func credentials(t *testing.T, dir string) (config string) {
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	newKey := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		k, err := make()
		must(err)
		public, err := k.PublicKey()
		must(err)
		return k, public
	}
	operator, operatorID := newKey(nkeys.CreateOperator)
	_, systemID := newKey(nkeys.CreateAccount)
	account, accountID := newKey(nkeys.CreateAccount)
	user, userID := newKey(nkeys.CreateUser)
	o := jwt.NewOperatorClaims(operatorID)
	o.SystemAccount = systemID
	operatorJWT, err := o.Encode(operator)
	must(err)
	systemJWT, err := jwt.NewAccountClaims(systemID).Encode(operator)
	must(err)
	a := jwt.NewAccountClaims(accountID)
	a.Limits.JetStreamLimits = jwt.JetStreamLimits{MemoryStorage: -1, DiskStorage: -1, Streams: -1, Consumer: -1}
	accountJWT, err := a.Encode(operator)
	must(err)
	userJWT, err := jwt.NewUserClaims(userID).Encode(account)
	must(err)
	seed, err := user.Seed()
	must(err)
	file, err := jwt.FormatUserConfig(userJWT, seed)
	must(err)
	must(os.WriteFile(filepath.Join(dir, "user.creds"), file, 0o600))
	return fmt.Sprintf("operator: %s\nsystem_account: %s\nresolver: MEMORY\nresolver_preload: {\n%s: %s\n%s: %s\n}", operatorJWT, systemID, systemID, systemJWT, accountID, accountJWT)
}
