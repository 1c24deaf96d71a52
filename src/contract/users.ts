/** Users: staff of the platform and of merchants. */
export const USER_ACTIONS = ["enable", "disable", "delete", "recover", "authenticator-reset", "passkeys-remove", "password-reset"] as const;
export type UserAction = (typeof USER_ACTIONS)[number];
