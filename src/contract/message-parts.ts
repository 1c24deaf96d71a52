/** Which screens bring messages of their own beside those that everything inside the frame has: the page names them, and the screen loads them. */

/** Addresses without their language. Their areas stand in `src/web/i18n/{zh,en}/seldom.ts`; `parts.test.ts` beside it holds who uses them. */
export const WITH_SELDOM: readonly string[] = [
  "/config",
  "/disburses",
  "/exports",
  "/manual",
  "/profile",
  "/queue",
  "/settings",
  "/sms",
  "/transfers",
  "/users",
  "/wallets",
  "/withdrawal",
];
