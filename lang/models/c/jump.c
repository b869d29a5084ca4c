// longjmp (C11 7.13.2.1). What it does beyond that is written out in the calls of the program: see lang/pass/jump/jump.go.

// The token in the buffer of the jump that is under way, 0: none; the value that setjmp is to return, and the buffer.
long __whet_jump;
int __whet_jump_value;
void *__whet_jump_buffer;

// The last token that was made up in the run. Those that stand for a call in the text lie below.
long __whet_jumps = 1 << 20;

void __whet_jump_to(long token, void *env, int value)
{
	if (token == 0)
		__whet_unmodelled("longjmp with a buffer that no call of setjmp has set");
	__whet_jump = token;
	__whet_jump_buffer = env;
	__whet_jump_value = value ? value : 1;
}

// Where it is called through a pointer. Calls by name call what is above.
void longjmp(void *env, int value)
{
	__whet_room(env, sizeof(long), 1);
	__whet_jump_to(*(long *)env, env, value);
}

void _longjmp(void *env, int value) { longjmp(env, value); }
void siglongjmp(void *env, int value) { longjmp(env, value); }
void __longjmp_chk(void *env, int value) { longjmp(env, value); }
