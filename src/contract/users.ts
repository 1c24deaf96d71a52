/** Users: staff of the platform and of merchants. */
export const USER_ACTIONS = ["enable", "disable", "delete", "recover", "authenticator-reset", "password-reset"] as const;
export type UserAction = (typeof USER_ACTIONS)[number];
