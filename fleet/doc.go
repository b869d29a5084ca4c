// Package fleet verifies a set of programs on many machines, over NATS JetStream; it is the library of the command
// whet-fleet. It has a queue of tasks and the processes around it. The command whet and package bench do the
// verifying, checking and scoring.
//
//	message.go      tasks, answers, and the address of a task
//	store.go        the stream and the buckets on the server
//	server.go       a server in the process of the coordinator, the only one in its folder
//	worker.go       takes tasks and has them verified
//	coordinator.go  has tasks answered, and waits for the answers
//	send.go         sends tasks, and sends lost ones again
//	judge.go        checks answers
//	split.go        splits hard tasks by property and engine, and joins the answers
//	parts.go        sends such parts, and retracts them
//	sweep.go        makes room on the server
//	progress.go     reports how far a run is
//
// # Who does what
//
// The command whet reads what to verify, a manifest or a whet.yml, and prints, writes and judges the results.
// whet-fleet starts it with a socket, over which whet requests the results of its tasks (bench.Runner.Through). So
// the table and the files are made in the same way as on one machine.
//
// The coordinator packs each program (whet verify --pack): the text of all files that are needed to read it, the
// options, and the version, in one JSON object, the bundle. A worker verifies a bundle without any file of its own
// machine (--packed). It uses the file names of the coordinator, since __FILE__ is part of a program. It returns the
// verdict and the evidence (--evidence): the inputs of each failure, and the certificate for what holds. Each of
// these runs has its own process with limits on CPU time and memory, as in whet bench.
//
// No worker is trusted. The coordinator reads and lowers the program from its own files, replays the inputs in the
// interpreter and checks the certificate with package cert (--recall). The verdict, the trace and the report are
// those of that run. So a worker that is broken, old or hostile, or anybody who can write to the server, can cost
// time, but cannot make a program safe or invent a bug. Such a worker can:
//
//   - Answer wrongly: the answer is refused and the task is sent again, twice at most; then the
//     coordinator verifies the program itself, unless it is a part of a hard task.
//   - Lie about the course of the run: counts of states, the engine that answered, why there is no
//     verdict.
//   - Say that it has no verdict, that time was up, or that the verifier crashed. Such an answer claims
//     nothing about the program, and is accepted. To check it would cost as much as the task, so a
//     hostile worker can withhold verdicts. The next run tries a crash again, but not the other answers.
//   - Lie about times and memory, which are the worker's in all tables.
//   - Send evidence that is expensive to check. The check has the limits of a task, with twice the
//     time.
//
// The coordinator itself verifies programs that cannot be packed (a program that is read from a build, contracts), or
// whose verdict has no evidence (--no-check). It does the same with input that cannot be read: no other machine
// decides that a program is not C.
//
// # On the server
//
//	stream WHET_TASKS      whet.task.v1.VERSION.ADDRESS  a Task
//	bucket whet_answers    ADDRESS                       an Answer
//	bucket whet_progress   ADDRESS                       who works on it, how many workers it has cost
//	                       era                           the current run of a coordinator
//	objects whet_bundles   SHA-256 of the bundle         the bundle
//	objects whet_evidence  SHA-256 of the evidence       the evidence
//
// The address of a task is the SHA-256 of its message, which contains the SHA-256 of the bundle, and the limits.
// Hence the same program with the same options, limits and version has one address, and is verified once: within a
// run, tasks with the same address share the result, and later runs find the answer and only check it. File names are
// part of the bundle, so programs must be named relative to the working directory to have the same address on two
// machines.
//
// VERSION is part of the subject, so workers only get tasks of their own version, and workers of several versions can
// use one server. v1 is the version of the messages, like the field Format.
//
// The stream is a work queue: a message stays in it until it is acknowledged, and is given to one worker at a time. A
// subject has at most one message; the server refuses a second one, so that it is safe to send a task again whenever
// it may have been lost. Every quarter of Worker.Wait a worker reports that it is still at work; if no report comes
// for Worker.Wait, the task is given to another worker.
//
// # States of a task
//
//	unknown     it is neither in the stream nor among the answers: the coordinator sends it (bundle,
//	            then message)
//	waiting     it is in the stream
//	running     a worker has it, and has written its name under whet_progress
//	answered    evidence, then answer, then the acknowledgement: in this order
//	refused     the coordinator has purged the answer: as unknown
//	done        the coordinator has the checked result. Nothing is written to the server, which only
//	            has claims.
//
// A worker that begins a task first looks for an answer, and acknowledges the task if it finds one. If the name of
// another worker is written under whet_progress in the same era, that worker was lost while it had the task. A task
// that has cost two workers is answered as a crash, with the note "killed its worker twice", and not tried again in
// this run. A worker that gets a signal to end removes its name, and does not count as lost.
//
// # What happens when
//
//	a worker dies             its task comes again after Worker.Wait; its verifier process dies with it
//	                          (Linux). A worker that whet-fleet run started is started anew.
//	a worker is cut off       the same, and both workers may answer: the first answer counts, and it is
//	                          checked like any other. Being cut off twice counts as two deaths.
//	the coordinator dies      the answers are on the server; the next run with the same store goes on.
//	                          The coordinator's own server and workers die with it.
//	the server dies           clients go on trying to connect. Tasks that are running finish, and are
//	                          answered afterwards, or come again. A new run begins a new era, in which
//	                          tasks that come again have not killed their workers.
//	the server forgets all    every Coordinator.Again the coordinator sends the tasks that it waits for
//	                          and does not find
//	the disk is full          the server refuses; the coordinator says so and goes on trying
//	a program changes         between packing and checking: the evidence does not check, as above
//
// # Tests
//
// The tests of the command whet-fleet kill processes and send lies. With all cases:
//
//	cd fleet && WHET_FLEET_FAULTS=all go test ./cmd/whet-fleet
//
// # Hard tasks
//
// A task without a verdict can be split (Coordinator.Engines), and so can a task with a failure if files are
// requested, since these describe each property. The check of the task's evidence (--left) says which properties are
// open; without evidence, the program does. Each open property is a question. If there are more than 64, neighbouring
// properties share a question (split.go says why):
//
//	asked       a task with the same bundle, and the numbers of the properties (--only)
//	by engines  if something is left: a task for each engine of auto, at the same time, whose bundle
//	            has that option; none if the user has named an engine
//	answered    nothing is left, or no engine is left to try. Parts that still run are retracted: they
//	            are removed from the queue, and the key cancelled.ADDRESS under whet_progress makes
//	            workers abandon them
//
// A program with one property goes to the engines at once, since auto has already tried that property. A task that
// has killed two workers is not split, and such a part is not sent to engines.
//
// Parts are tasks with their own addresses, so each is verified once, and a restarted coordinator finds their
// answers; it examines all existing answers before it sends the other parts. The evidence of each part is checked
// separately, against the bundle that was made here, for the requested properties; what the evidence does not show is
// left. An answer that claims more is refused like others, but parts are not verified here: after two refused
// answers, a part has no answer. When all questions are answered, the evidence of the whole task and of all useful
// parts is checked once more, together (several --recall), and that run writes the result and the files. So a
// property holds if a proof was checked that no run reaches it, it fails if its inputs were run, and it is open
// otherwise, whatever the workers said.
//
// A failure ends the run at once if the options say so (--first), or if no files are requested, since then the
// verdict is final; otherwise the other questions go on.
//
// # What is missing
//
// That no run reaches a property is reported only if the certificate shows it; otherwise the property holds, in files
// of JUnit as in others. The same is true of each property of a task that was split.
package fleet
