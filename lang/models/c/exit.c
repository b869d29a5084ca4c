// The ends of a run (C11 7.22.4). exit and returning from main call what atexit registered, the last one first,
// then the destructors; quick_exit calls what at_quick_exit registered; abort and _Exit call nothing.

// Registers a handler, or runs all of them. A handler may register others, which run next; that it
// calls exit is undefined.
void __whet_exit_list(int run, void (*handler)(void))
{
	static void (*handlers[32])(void);
	static int count, running;
	if (!run) {
		if (count >= 32)
			__whet_unmodelled("more than 32 functions registered with atexit");
		handlers[count++] = handler;
		return;
	}
	if (running)
		__whet_unmodelled("exit called by what exit calls");
	running = 1;
	while (count > 0)
		handlers[--count]();
}

void __whet_quick_exit_list(int run, void (*handler)(void))
{
	static void (*handlers[32])(void);
	static int count, running;
	if (!run) {
		if (count >= 32)
			__whet_unmodelled("more than 32 functions registered with at_quick_exit");
		handlers[count++] = handler;
		return;
	}
	if (running)
		__whet_unmodelled("quick_exit called by what quick_exit calls");
	running = 1;
	while (count > 0)
		handlers[--count]();
}

int atexit(void (*handler)(void))
{
	__whet_exit_list(0, handler);
	return 0;
}

int at_quick_exit(void (*handler)(void))
{
	__whet_quick_exit_list(0, handler);
	return 0;
}

// What __whet_at_exit and __whet_at_quick_exit stand for, in programs that register something. Calls of the
// destructors are added to the first by the front end.
void __whet_run_exit(void) { __whet_exit_list(1, 0); }
void __whet_run_quick_exit(void) { __whet_quick_exit_list(1, 0); }

_Noreturn void exit(int status)
{
	__whet_at_exit();
	__whet_halt();
}

_Noreturn void quick_exit(int status)
{
	__whet_at_quick_exit();
	__whet_halt();
}

_Noreturn void _exit(int status) { __whet_halt(); }
_Noreturn void _Exit(int status) { __whet_halt(); }
_Noreturn void abort(void) { __whet_halt(); }
_Noreturn void __builtin_trap(void) { __whet_halt(); }
