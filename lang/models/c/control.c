// Signals, and functions that are called once. Where there is more than that, nothing is claimed.

// Signals are ignored, or have their default action, which ends the program or does nothing: handlers are refused.
int raise(int sig)
{
	if (sig == 0)
		return 0;
	if (__whet_computed(0, 1))
		__whet_halt();
	return __whet_computed(-1, 0);
}

int gsignal(int sig) { return raise(sig); }

int kill(int pid, int sig)
{
	if (sig != 0 && __whet_computed(0, 1))
		__whet_halt();
	return __whet_input(-1, 0);
}

int killpg(int group, int sig)
{
	if (sig != 0 && __whet_computed(0, 1))
		__whet_halt();
	return __whet_input(-1, 0);
}

// The handler is the first member in every Linux ABI that is supported. SIG_DFL is 0, SIG_IGN 1.
int sigaction(int sig, const void *act, void *old)
{
	if (act && *(void *const *)act != 0 && *(void *const *)act != (void *)1)
		__whet_unmodelled("a signal handler");
	if (old)
		*(void **)old = (void *)(unsigned long)__whet_computed(0, 1);
	return __whet_computed(-1, 0);
}

int __sigaction(int sig, const void *act, void *old) { return sigaction(sig, act, old); }

// A call from inside of f never comes back.
int pthread_once(int *once, void (*f)(void))
{
	if (*once == 0) {
		*once = 1;
		f();
		*once = 2;
	} else if (*once == 1)
		__whet_halt();
	return 0;
}

void call_once(void *once, void (*f)(void)) { pthread_once(once, f); }
