import type { Shape } from "../shape.ts";
import type { signin as zh } from "../zh/signin.ts";

export const signin = {
  heading: "Sign in to Floatdesk",
  account: "Account",
  password: "Password",
  code: "Code",
  codeHint: "Open your authenticator and enter its 6-digit code",
  recovery: "Recovery code",
  recoveryHint: "Enter a recovery code that has not been used; each works once",
  useRecovery: "Use a recovery code",
  useCode: "Use the authenticator",
  passkey: "Sign in with a passkey",
  submit: "Sign in",
  submitting: "Signing in…",
  back: "Use another account",
  showPassword: "Show password",
  hidePassword: "Hide password",
  locked: "Too many failed attempts. Try again in {{wait}}.",
  slowDown: "Too many attempts. Try again in {{wait}}.",
  ended: "Your session has ended. Sign in again.",
  about: "Back office for mobile-money payments",
  late: "Loading is slow. If the form does not appear, reload the page.",
} satisfies Shape<typeof zh>;
