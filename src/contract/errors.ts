/** Error registry: code -> HTTP status. The web has a message for each code in both languages (tested both ways). */

export const ERRORS = {
  malformed: { status: 400, message: "The request could not be read." },
  unauthorized: { status: 401, message: "Sign in first, or send a valid credential." },
  forbidden: { status: 403, message: "Your account may not do this." },
  ip_not_allowed: { status: 403, message: "This address is not on the allow list." },
  merchant_disabled: { status: 403, message: "The merchant is disabled." },
  same_person: { status: 403, message: "A second person has to decide this." },
  recheck_required: { status: 403, message: "Confirm your password first." },
  totp_setup_required: { status: 403, message: "Set up your authenticator first." },
  password_change_required: { status: 403, message: "Change your one-time password first." },
  not_found: { status: 404, message: "Not found." },
  conflict: { status: 409, message: "It has changed meanwhile. Load it again." },
  wrong_state: { status: 409, message: "This is not possible in its present state." },
  duplicate_order_mismatch: { status: 409, message: "An order with this merchant_order_id exists with other content." },
  idempotency_running: { status: 409, message: "The first call with this Idempotency-Key is still running." },
  already_exists: { status: 409, message: "This value is already in use." },
  trx_used: { status: 409, message: "This TrxID has already settled an order." },
  still_in_use: { status: 409, message: "It still has a balance, a hold or open orders." },
  last_admin: { status: 409, message: "The last enabled admin cannot be disabled, deleted or demoted." },
  too_large: { status: 413, message: "The body is too large." },
  unsupported_media_type: { status: 415, message: "Send application/json." },
  validation_failed: { status: 422, message: "Some fields are not valid." },
  idempotency_mismatch: { status: 422, message: "This Idempotency-Key was used with another body." },
  invalid_credentials: { status: 422, message: "Account or password is wrong." },
  invalid_code: { status: 422, message: "The authenticator code is not valid." },
  totp_required: { status: 422, message: "Enter the authenticator code." },
  weak_password: { status: 422, message: "Choose a longer or less common password." },
  intake_closed: { status: 422, message: "Intake is closed." },
  no_wallet_available: { status: 422, message: "No wallet can take this order now." },
  amount_out_of_bounds: { status: 422, message: "The amount is outside the allowed bounds." },
  insufficient_balance: { status: 422, message: "The balance is too low." },
  customer_is_wallet: { status: 422, message: "The customer's number is one of our own wallets." },
  trx_mismatch: { status: 422, message: "The message with this TrxID has another amount or wallet." },
  too_many_trx: { status: 422, message: "Too many TrxIDs were submitted for this order." },
  invalid_bind_code: { status: 422, message: "The bind code is wrong, used or expired." },
  target_not_allowed: { status: 422, message: "The address must be public https." },
  rate_limited: { status: 429, message: "Too many requests. Try again later." },
  locked: { status: 429, message: "Too many failed tries. Try again later." },
  internal: { status: 500, message: "Something went wrong on our side." },
  not_ready: { status: 503, message: "Not ready yet. Try again." },
  method_not_allowed: { status: 405, message: "This method is not supported here." },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** Codes a single field can carry in `error.fields`. */
export const FIELD_CODES = [
  "required",
  "invalid",
  "too_long",
  "too_short",
  "too_small",
  "too_large",
  "unknown_field",
  "not_allowed",
  "taken",
  "mismatch",
] as const;
export type FieldCode = (typeof FIELD_CODES)[number];
export type FieldErrors = Readonly<Record<string, FieldCode>>;
