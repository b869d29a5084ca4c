// Package fleet verifies a set of programs on many machines, over NATS JetStream: what the command
// whet-fleet does. It has a queue of tasks and the processes around it; verifying, checking and
// scoring are those of the command whet and of package bench.
//
//	message.go      tasks, answers, and the address of a task
//	store.go        the stream and the buckets on the server
//	server.go       a server of one's own, in the process of the coordinator, alone in its folder
//	worker.go       takes tasks and has them verified
//	coordinator.go  has tasks answered, and waits for that
//	send.go         sends them, and again what is lost
//	judge.go        checks answers
//	split.go        splits hard tasks by property and engine, and puts the answers together
//	parts.go        sends such parts, and withdraws them
//	sweep.go        makes room on the server
//	progress.go     says how far a run is
//
// # Who does what
//
// The command whet reads what is to be done, a manifest or a whet.yml, and prints, writes and judges what
// its result: whet-fleet starts it with a socket, at which it asks for the results of its tasks
// (bench.Runner.Through). So the table and the files are those of one machine by the way they are made.
//
// The coordinator packs each program (whet verify --pack): the text of all
// files that reading it needs, the options, and the version, in one JSON object, the bundle. A worker
// verifies a bundle without any file of its own machine (--packed), under the names that the files
// have at the coordinator, since __FILE__ is a part of a program. It leaves the verdict and the
// evidence (--evidence): the inputs of each failure, and the certificate of what holds. Each of these
// runs is a process of its own with limits on CPU time and memory, as in whet bench.
//
// No worker is believed. The coordinator reads and lowers the program from its own files, replays the
// inputs in the interpreter and checks the certificate with package cert (--recall), and the verdict,
// the trace and the report are those of that run. So a worker that is broken, old or hostile, and
// everybody who can write to the server, can cost time, but can make no program safe and no bug. What
// it can do:
//
//   - Answer wrongly: the answer is refused and the task sent again, twice at most; then the
//     coordinator verifies the program itself, but for parts of hard tasks.
//   - Tell tales of how the run went: counts of states, which engine answered, why there is no verdict.
//   - Say that it has no verdict, that time was up, or that the verifier crashed. That claims nothing
//     about the program, and is taken as it is. Nobody can check it for less than the task costs, so a
//     hostile worker can withhold verdicts. A crash is tried again by the next run, the others are not.
//   - Lie about times and memory, which are the worker's in all tables.
//   - Send evidence that is expensive to check. The check has the limits of a task, with twice the
//     time.
//
// What cannot be packed (a program that is read from a build, contracts), or has a verdict without
// evidence (--no-check), is verified by the coordinator. So is what cannot be read: that a program is
// no C is not for others to say.
//
// # On the server
//
//	stream WHET_TASKS      whet.task.v1.VERSION.ADDRESS  a Task
//	bucket whet_answers    ADDRESS                       an Answer
//	bucket whet_progress   ADDRESS                       who works on it, how many workers it has cost
//	                       era                           which run of a coordinator it is
//	objects whet_bundles   SHA-256 of the bundle         the bundle
//	objects whet_evidence  SHA-256 of the evidence       the evidence
//
// The address of a task is the SHA-256 of its message, which names the bundle by its own, and the
// limits. Hence the same program with the same options, limits and version has one address, and costs
// once: within a run, where tasks share the result, and in later runs, which find the answer and only
// check it. Names of files count, and so programs have to be named relative to the working directory
// to have the same address on two machines.
//
// VERSION is a part of the subject, so workers are only given tasks of their own version, and workers
// of several can live on one server. v1 is the version of the messages; so is the field Format.
//
// The stream is a work queue: a message is in it until it is acknowledged, and given to one worker at
// a time. A subject has one message at most; a second one is refused, which makes it safe to send a
// task again whenever it might have been lost. Workers say every quarter of Worker.Wait that they are
// still at it; when nothing has come for that long the task is given to another one.
//
// # States of a task
//
//	unknown     it is in neither stream nor answers: the coordinator sends it (bundle, then message)
//	waiting     it is in the stream
//	running     a worker has it, and has written its name under whet_progress
//	answered    evidence, then answer, then the acknowledgement: in this order
//	refused     the coordinator has purged the answer: as unknown
//	done        the coordinator has the checked result. Nothing is written to the server: what is there
//	            is never more than a claim.
//
// A worker that begins a task looks for an answer first, and acknowledges where there is one. Where
// another one's name is written under whet_progress, in the same era, that one was lost with it; a task
// that has cost two workers is answered as a crash, with the note "killed its worker twice", and not
// tried again in this run. A worker that is told to end takes its name away, and counts for nothing.
//
// # What happens when
//
//	a worker dies             its task comes again after Worker.Wait; its process of the verifier dies
//	                          with it (Linux). A worker that was brought along is started anew.
//	a worker is cut off       the same, and both may answer: the first answer counts, and it is checked
//	                          like any other. Being cut off twice counts as two deaths.
//	the coordinator dies      what is answered is on the server; the next run with the same store goes
//	                          on. With a server of its own, that one and the workers die with it.
//	the server dies           those that are connected go on trying. Tasks that run then finish, and are
//	                          answered afterwards, or come again. A new run begins a new era, in which
//	                          tasks that come again have not killed their workers.
//	the server forgets all    every Coordinator.Again the coordinator sends what it waits for and does
//	                          not find
//	the disk is full          the server refuses; the coordinator says so and goes on trying
//	a program changes         between packing and checking: the evidence does not check, as above
//
// # Tests
//
// Those of the command whet-fleet kill processes and lie. With all cases:
//
//	cd fleet && WHET_FLEET_FAULTS=all go test ./cmd/whet-fleet
//
// # Hard tasks
//
// A task without a verdict can be split (Coordinator.Engines), and one with a failure where files are
// wanted, which tell of each property. What is open is known from the check of its evidence (--left),
// or, where there is none, from the program here. Each open property is a question, and where there
// are more than 64 some that stand together are one (split.go says why):
//
//	asked       a task with the same bundle, and the numbers of the properties (--only)
//	by engines  where something is left: a task for each engine of auto, at the same time, whose
//	            bundle has that option; none where the user has named an engine
//	answered    nothing is left, or nobody else is to be asked. Parts that are still out are
//	            withdrawn: taken out of the queue, and a key cancelled.ADDRESS under whet_progress has
//	            workers leave them
//
// A program with one property goes to the engines at once: auto had it by itself. What has killed two
// workers is not split, and such a part is not sent to engines.
//
// These parts are tasks with addresses of their own, so they cost once, and a coordinator that was
// killed finds the answers there; it looks at all that are there before it sends the rest. The
// evidence of each is checked by itself, from the bundle that was made here, for the properties that
// were asked for: what it does not show is left. An answer that claims more is refused as others are,
// but nobody verifies a part here: after two of them it has no answer. When all questions are
// answered, the evidence of the whole and of all parts that have shown something is checked once more,
// together (several --recall), and that run writes the result and the files. So a property holds where
// a proof was checked that no run comes to it, fails where its inputs were run, and is open else,
// whoever said what.
//
// A failure ends the run at once where the options say so (--first), or where no files are wanted,
// since then the verdict stands; else the other questions go on.
//
// # What is missing
//
// That no run comes to a property is told only where the certificate shows it, too; where it does not,
// the property holds, in files of JUnit as in others. So it is of each property of a task that was
// split.
package fleet
