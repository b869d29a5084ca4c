/* Runs a program RUNS times, each in a process of its own, on random inputs. It is compiled behind the
   program, whose function main is called program then. A run ends after some inputs. What is
   called my_ is so because programs do not call anything so. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const int my_constants[] = {CONSTANTS, 0, 1, 2, -1, 2147483646};

static unsigned long long my_seed;
static int my_left, my_first, my_different, my_inputs[12];

static unsigned my_below(unsigned n) {
	my_seed = my_seed * 6364136223846793005ull + 1442695040888963407ull;
	return (unsigned)(my_seed >> 33) % n;
}

static int my_constant(void) { return my_constants[my_below(sizeof my_constants / sizeof *my_constants)]; }

int next_input(void) {
	if (my_left-- <= 0)
		_exit(0);
	if (my_first) { /* often the size of something */
		my_first = 0;
		if (my_below(4))
			return 1 + my_below(my_below(2) ? 5 : my_below(2) ? 40 : 400);
	}
	if (my_below(12) == 0)
		return (int)((unsigned)my_constant() + my_below(3) - 1u);
	return my_inputs[my_below(my_different)];
}

int main(void) {
	int ends = 0;
	for (int run = 0; run < RUNS; run++) {
		pid_t child = fork();
		if (child == 0) {
			my_seed = run * 2654435761ull + 12345;
			my_below(2);
			my_below(2);
			my_first = 1;
			my_left = my_below(3) ? 60 : my_below(2) ? 600 : 6000;
			my_different = 1 + my_below(1 + my_below(12));
			for (int i = 0; i < my_different; i++)
				my_inputs[i] = my_below(4) ? my_constant() : (int)my_below(8) - 2;
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
