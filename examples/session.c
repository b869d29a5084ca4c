// The states of a session: what a client may ask for depends on what it asked for before.
#include <assert.h>
#include <stdbool.h>

enum state { CLOSED, CONNECTED, LOGGED_IN, SENDING };
enum event { CONNECT, LOGIN, BEGIN, DATA, END, LOGOUT, LOST };

enum event next_event(void); // from the network
bool password_is_right(void);

int main(void)
{
	enum state state = CLOSED;
	bool known = false; // whether the client has said who it is
	int tries = 0;

	for (;;) {
		switch (next_event()) {
		case CONNECT:
			if (state == CLOSED)
				state = CONNECTED;
			break;
		case LOGIN:
			if (state != CONNECTED)
				break;
			if (password_is_right()) {
				state = LOGGED_IN;
				known = true;
				tries = 0;
			} else if (++tries == 3) {
				state = CLOSED;
				tries = 0;
			}
			break;
		case BEGIN:
			if (state == LOGGED_IN)
				state = SENDING;
			break;
		case DATA:
			if (state == SENDING)
				assert(known);
			break;
		case END:
			if (state == SENDING)
				state = LOGGED_IN;
			break;
		case LOGOUT:
			if (state == LOGGED_IN) {
				state = CONNECTED;
				known = false;
			}
			break;
		case LOST:
			state = CLOSED;
			known = false;
			break;
		}
		assert(tries < 3);
		assert(!known || state != CLOSED);
	}
}
