/* Runs a program RUNS times, each in a process of its own, on random inputs. It is compiled behind the
   program, whose function main is called program then. A run ends after some inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const int constants[] = {CONSTANTS, 0, 1, 2, 3, 4, 5, -1, -2, 2147483646};

static unsigned long long seed;
static int left, first, different, inputs[6];

static unsigned below(unsigned n) {
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(seed >> 33) % n;
}

static int constant(void) { return constants[below(sizeof constants / sizeof *constants)]; }

int next_input(void) {
	if (left-- <= 0)
		_exit(0);
	if (first) { /* often the size of something */
		first = 0;
		if (below(4))
			return 1 + below(below(2) ? 5 : below(2) ? 40 : 400);
	}
	if (below(12) == 0)
		return (int)((unsigned)constant() + below(3) - 1u);
	return inputs[below(different)];
}

int main(void) {
	int ends = 0;
	for (int run = 0; run < RUNS; run++) {
		pid_t child = fork();
		if (child == 0) {
			seed = run * 2654435761ull + 12345;
			below(2);
			below(2);
			first = 1;
			left = below(3) ? 60 : below(2) ? 600 : 6000;
			different = 1 + below(6);
			for (int i = 0; i < different; i++)
				inputs[i] = below(2) ? constant() : (int)below(8) - 2;
			program();
			_exit(7);
		}
		int status = 0;
		if (child < 0 || waitpid(child, &status, 0) != child)
			return 2;
		if (!WIFEXITED(status) || (WEXITSTATUS(status) != 0 && WEXITSTATUS(status) != 7)) {
			printf("run %d ended with status %x\n", run, status);
			return 1;
		}
		ends += WEXITSTATUS(status) == 7;
	}
	printf("%d runs, %d of them to the end of main\n", RUNS, ends);
	return 0;
}
