// expected: safe
// A connection is a state machine: data arrives only after the three steps of the handshake.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum message { SYN, ACK, DATA, FIN };

int main(void) {
	enum { LISTEN, SYN_RECEIVED, ESTABLISHED, CLOSED } state = LISTEN;
	int greeted = 0, confirmed = 0;
	unsigned bytes = 0;
	while (state != CLOSED) {
		switch (__VERIFIER_nondet_int()) {
		case SYN:
			if (state == LISTEN) {
				greeted = 1;
				state = SYN_RECEIVED;
			}
			break;
		case ACK:
			if (state == SYN_RECEIVED) {
				confirmed = 1;
				state = ESTABLISHED;
			}
			break;
		case DATA:
			if (state == ESTABLISHED) {
				if (!greeted || !confirmed)
					reach_error();
				bytes += 512;
			}
			break;
		case FIN:
			state = CLOSED;
		}
	}
	return 0;
}
