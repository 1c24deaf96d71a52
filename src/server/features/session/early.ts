/** For whom the routes of a person's own account are, while something of it is due. */

/** Leads to the change of a one-time password, and beyond it nowhere. */
export const beforePassword = { kind: "session", permission: null, early: "password" } as const;
/** Makes or guards ways to sign in: the person's alone, who has changed the password that somebody gave out. */
export const beforeAuthenticator = { kind: "session", permission: null, early: "authenticator" } as const;
