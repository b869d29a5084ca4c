// This file accesses the stream and the buckets on the server.

package fleet

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names on the server.
const (
	streamOfTasks    = "WHET_TASKS"
	subjectOfTasks   = "whet.task.v1" // followed by the version of the verifier and the address
	bucketOfAnswers  = "whet_answers"
	bucketOfProgress = "whet_progress"
	bucketOfBundles  = "whet_bundles"
	bucketOfEvidence = "whet_evidence"
	keyOfEra         = "era" // in the bucket of progress
)

// maxObject bounds the bytes of a bundle or of evidence.
const maxObject = 256 << 20

// store is what the coordinator and the workers share: see the package documentation.
type store struct {
	js                jetstream.JetStream
	tasks             jetstream.Stream
	answers, progress jetstream.KeyValue
	bundles, evidence jetstream.ObjectStore
	version           string // of the verifier, in the form of a part of a subject
}

// Keep says how long, how much and how redundantly the server keeps objects.
type Keep struct {
	Age      time.Duration // of answers, evidence and bundles; 0: DefaultAge
	Bytes    uint64        // of all objects together, checked when a run begins; 0: no limit
	Replicas int           // number of servers of a cluster that keep a copy; 0: one
}

// DefaultAge is the default of Keep.Age.
const DefaultAge = 30 * 24 * time.Hour

// openStore creates what is missing on the server. keep is the coordinator's. A worker passes nil and takes what
// exists as it is.
func openStore(ctx context.Context, nc *nats.Conn, version string, keep *Keep) (*store, error) {
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	s := &store{js: js, version: sum([]byte(version))[:16]}
	if keep == nil {
		if s.open(ctx) == nil {
			return s, nil
		}
		keep = &Keep{}
	}
	k := Keep{Age: cmp.Or(keep.Age, DefaultAge), Replicas: max(keep.Replicas, 1)}
	if s.tasks, err = js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: streamOfTasks, Subjects: []string{subjectOfTasks + ".>"}, Retention: jetstream.WorkQueuePolicy,
		// The server refuses a task that waits or is being verified.
		MaxMsgsPerSubject: 1, Discard: jetstream.DiscardNew, DiscardNewPerSubject: true, MaxAge: k.Age, Replicas: k.Replicas,
	}); err != nil {
		return nil, fmt.Errorf("the stream of tasks: %w", err)
	}
	for _, b := range []struct {
		name string
		in   *jetstream.KeyValue
	}{{bucketOfAnswers, &s.answers}, {bucketOfProgress, &s.progress}} {
		if *b.in, err = js.CreateOrUpdateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: b.name, TTL: k.Age, Replicas: k.Replicas}); err != nil {
			return nil, fmt.Errorf("the bucket %s: %w", b.name, err)
		}
	}
	for _, b := range []struct {
		name string
		in   *jetstream.ObjectStore
	}{{bucketOfBundles, &s.bundles}, {bucketOfEvidence, &s.evidence}} {
		if *b.in, err = js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: b.name, TTL: k.Age, Replicas: k.Replicas}); err != nil {
			return nil, fmt.Errorf("the bucket %s: %w", b.name, err)
		}
	}
	return s, nil
}

// open opens what exists on the server.
func (s *store) open(ctx context.Context) (err error) {
	if s.tasks, err = s.js.Stream(ctx, streamOfTasks); err != nil {
		return err
	}
	if s.answers, err = s.js.KeyValue(ctx, bucketOfAnswers); err != nil {
		return err
	}
	if s.progress, err = s.js.KeyValue(ctx, bucketOfProgress); err != nil {
		return err
	}
	if s.bundles, err = s.js.ObjectStore(ctx, bucketOfBundles); err != nil {
		return err
	}
	s.evidence, err = s.js.ObjectStore(ctx, bucketOfEvidence)
	return err
}

func (s *store) subject(address string) string {
	return subjectOfTasks + "." + s.version + "." + address
}

// publish adds a task to the queue, unless the task is there already.
func (s *store) publish(ctx context.Context, t Task) error {
	text, err := json.Marshal(t)
	if err != nil {
		return err
	}
	_, err = s.js.Publish(ctx, s.subject(t.Address()), text)
	var api *jetstream.APIError
	if errors.As(err, &api) && api.ErrorCode == errNotStored && strings.Contains(api.Description, waitsAlready) {
		return nil
	}
	return err
}

// errNotStored is the server's code for a message that was not stored; a full disk has the same code. waitsAlready is
// the reason if the subject already has a message.
const (
	errNotStored = 10077
	waitsAlready = "maximum messages per subject exceeded"
)

// keep puts text into a bucket under a name, unless the name exists.
func keep(ctx context.Context, in jetstream.ObjectStore, name string, text []byte) error {
	switch _, err := in.GetInfo(ctx, name); {
	case err == nil:
		return nil
	case !errors.Is(err, jetstream.ErrObjectNotFound):
		return err
	}
	_, err := in.PutBytes(ctx, name, text)
	return err
}

// maxSilence is the time without data after which fetching a bundle or evidence fails. The author of an object can
// announce parts that do not exist, and a connection may be lost at a bad moment. So fetch tries several times.
var maxSilence = 10 * time.Second

const maxFetches = 3

// fetch gets the object with a name from a bucket.
func fetch(ctx context.Context, in jetstream.ObjectStore, name string) (text []byte, err error) {
	for range maxFetches {
		if text, err = fetchOnce(ctx, in, name); err == nil || ctx.Err() != nil || errors.Is(err, jetstream.ErrObjectNotFound) {
			return text, err
		}
	}
	if ctx.Err() == nil {
		// A connection that is lost while an object is written can leave a description without its parts, which would
		// keep others from writing the object again: see keep.
		in.Delete(ctx, name) //nolint:errcheck // the next one who fails does it
	}
	return text, err
}

// fetchOnce is one try of fetch. It does not trust the length that the bucket gives.
func fetchOnce(ctx context.Context, in jetstream.ObjectStore, name string) ([]byte, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	silence := time.AfterFunc(maxSilence, cancel)
	defer silence.Stop()
	o, err := in.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	var b bytes.Buffer
	for buf := make([]byte, 64<<10); ; {
		n, err := o.Read(buf)
		b.Write(buf[:n])
		silence.Reset(maxSilence)
		switch {
		case err == io.EOF:
			return b.Bytes(), nil
		case err != nil:
			return nil, err
		case b.Len() > maxObject:
			return nil, fmt.Errorf("more than %d bytes", maxObject)
		}
	}
}

// get reads a value from a bucket; found is false if the key does not exist.
func get[T any](ctx context.Context, in jetstream.KeyValue, key string) (value T, found bool, err error) {
	e, err := in.Get(ctx, key)
	if errors.Is(err, jetstream.ErrKeyNotFound) {
		return value, false, nil
	}
	if err == nil {
		err = json.Unmarshal(e.Value(), &value)
	}
	return value, err == nil, err
}

// answerTo returns the answer to a task. An answer that cannot be read counts as a crash of the verifier: somebody
// has written it, and waiting for a better one would take for ever.
func (s *store) answerTo(ctx context.Context, address string) (a Answer, found bool, err error) {
	e, err := s.answers.Get(ctx, address)
	switch {
	case errors.Is(err, jetstream.ErrKeyNotFound):
		return a, false, nil
	case err != nil:
		return a, false, err
	}
	return readAnswer(e.Value()), true, nil
}

func put(ctx context.Context, in jetstream.KeyValue, key string, value any) error {
	text, err := json.Marshal(value)
	if err == nil {
		_, err = in.Put(ctx, key, text)
	}
	return err
}

// consumer returns the consumer for workers with one version of the verifier.
func (s *store) consumer(ctx context.Context, wait time.Duration) (jetstream.Consumer, error) {
	name := "workers-" + s.version
	if c, err := s.tasks.Consumer(ctx, name); err == nil {
		return c, nil
	}
	return s.tasks.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: name, FilterSubject: s.subject("*"), AckPolicy: jetstream.AckExplicitPolicy,
		AckWait: wait, MaxDeliver: -1, // Worker counts deliveries itself
		MaxAckPending: 100_000,
	})
}
