/** What server and pages know of passwords alike. */

/** How long a one-time password opens a sign-in (ASVS 5.0, 6.4.1). Long enough for a long weekend between two people. */
export const ONE_TIME_PASSWORD_DAYS = 7;
