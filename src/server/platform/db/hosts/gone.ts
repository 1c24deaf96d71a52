/** What the server does about sessions of a process that has gone without a word: its machine lost power, or the network between swallows. */

/**
 * Options of a session with which the server itself ends it: ten seconds after the last word it asks for a sign of life, and after 25 s
 * (ten and three times five) without one it ends the session, with its transaction and its locks. Left to the system that takes two
 * hours, in which nobody else can do the job whose lock it holds. Data under way that nobody has taken counts alike.
 */
export const ENDS_WHEN_GONE = "-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3 -c tcp_user_timeout=25000";
