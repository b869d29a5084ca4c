/*
 * Controller of a gas burner: purge, ignite, burn, and lock out after too many
 * failed attempts. One call of burner_step is one tick of 100 ms.
 */
#include <assert.h>
#include <stdbool.h>

extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum state { OFF, PURGE, IGNITE, BURN, COOL, LOCKOUT };

#define PURGE_TICKS  50
#define IGNITE_TICKS 30
#define COOL_TICKS   80
#define MAX_TRIES    3
#define TEMP_MAX     95

struct timer {
	int left; /* ticks until it ends; 0: it does not run */
};

struct burner {
	enum state state;
	struct timer timer;
	int tries;      /* failed ignitions since the last success */
	bool fan;
	bool gas;
	bool spark;
	int burned;     /* ticks in BURN, up to a limit */
};

struct inputs {
	bool demand;
	bool flame;
	bool reset;
	int temperature;
};

static void timer_start(struct timer *t, int ticks)
{
	t->left = ticks;
}

static void timer_tick(struct timer *t)
{
	if (t->left > 0)
		t->left--;
}

static bool timer_over(const struct timer *t)
{
	return t->left == 0;
}

static void outputs(struct burner *b, bool fan, bool gas, bool spark)
{
	b->fan = fan;
	b->gas = gas;
	b->spark = spark;
}

static void burner_init(struct burner *b)
{
	b->state = OFF;
	b->timer.left = 0;
	b->tries = 0;
	b->burned = 0;
	outputs(b, false, false, false);
}

static void enter_purge(struct burner *b)
{
	b->state = PURGE;
	timer_start(&b->timer, PURGE_TICKS);
	outputs(b, true, false, false);
}

static void enter_ignite(struct burner *b)
{
	b->state = IGNITE;
	timer_start(&b->timer, IGNITE_TICKS);
	outputs(b, true, true, true);
}

static void enter_burn(struct burner *b)
{
	b->state = BURN;
	b->tries = 0;
	outputs(b, true, true, false);
}

static void enter_cool(struct burner *b)
{
	b->state = COOL;
	timer_start(&b->timer, COOL_TICKS);
	outputs(b, true, false, false);
}

static void enter_lockout(struct burner *b)
{
	b->state = LOCKOUT;
	outputs(b, false, false, false);
}

static void ignition_failed(struct burner *b)
{
	b->tries++;
	if (b->tries >= MAX_TRIES)
		enter_lockout(b);
	else
		enter_purge(b);
}

static void burner_step(struct burner *b, const struct inputs *in)
{
	timer_tick(&b->timer);
	switch (b->state) {
	case OFF:
		if (in->demand && in->temperature < TEMP_MAX)
			enter_purge(b);
		break;
	case PURGE:
		if (!in->demand)
			enter_cool(b);
		else if (timer_over(&b->timer))
			enter_ignite(b);
		break;
	case IGNITE:
		if (in->flame)
			enter_burn(b);
		else if (timer_over(&b->timer))
			ignition_failed(b);
		break;
	case BURN:
		if (b->burned < 1000)
			b->burned++;
		if (!in->flame)
			ignition_failed(b);
		else if (!in->demand || in->temperature >= TEMP_MAX)
			enter_cool(b);
		break;
	case COOL:
		if (timer_over(&b->timer)) {
			b->state = OFF;
			outputs(b, false, false, false);
		}
		break;
	case LOCKOUT:
		if (in->reset)
			burner_init(b);
		break;
	}
}

static void read_inputs(struct inputs *in)
{
	in->demand = __VERIFIER_nondet_bool();
	in->flame = __VERIFIER_nondet_bool();
	in->reset = __VERIFIER_nondet_bool();
	in->temperature = __VERIFIER_nondet_int();
}

/* What must hold after every step. */
static void burner_check(const struct burner *b)
{
	assert(!b->gas || b->fan);
	assert(!b->spark || b->gas);
	assert(!b->gas || b->state == IGNITE || b->state == BURN);
	assert(b->tries >= 0 && b->tries <= MAX_TRIES);
	assert(b->state != LOCKOUT || b->tries == MAX_TRIES);
	assert(b->timer.left >= 0 && b->timer.left <= COOL_TICKS);
	assert(b->burned <= 1000);
}

static struct burner b;
static struct inputs in;

int main(void)
{
	burner_init(&b);
	while (__VERIFIER_nondet_int()) {
		read_inputs(&in);
		burner_step(&b, &in);
		burner_check(&b);
	}
	return 0;
}
