import * as z from "zod";
import { ownMerchant } from "./merchants.schema.ts";
import { PERMISSIONS, USER_TYPES, type Permission } from "./permissions.ts";
import { instant, line, operator, publicId } from "./schema.ts";

export const permission = z.enum(Object.keys(PERMISSIONS) as [Permission, ...Permission[]]);
/** The specification's profile, plus what the web needs to hide what the server would refuse. */
export const profile = z.object({
  token: z.string(),
  id: publicId,
  account: z.string(),
  email: z.string(),
  merchant_id: publicId.nullable(),
  avatar: z.string(),
  merchant: ownMerchant.nullable(),
  totp: z.string().nullable(),
  on_totp: z.boolean(),
  user_type: z.enum(USER_TYPES),
  /** Name of the custom role; null: none, and the type alone decides. */
  role: z.string().nullable(),
  permissions: z.array(permission),
  must_change_password: z.boolean(),
  totp_required: z.boolean(),
  rechecked_until: instant.nullable(),
  session_ends_at: instant,
  idle_minutes: z.int(),
  sandbox: z.boolean(),
  currency: z.string(),
  /** Operators that config has switched on, and those that it has not but that wallets were of. */
  operators: z.array(operator),
  operators_before: z.array(operator),
  /** Entries and audit rows of days before this one are in files; null: all are here. */
  archived_before: z.string().nullable(),
  /** How many passkeys the person has: with one, a password alone signs nobody in. */
  passkeys: z.int(),
  /** How many recovery codes are left. */
  recovery_codes: z.int(),
});
export type Profile = z.infer<typeof profile>;
const account = line(64);
const password = z.string().min(1).max(1024);
const code = z.string().max(16);
/** A code of the authenticator, or a recovery code with its groups. */
const secondFactor = z.string().max(32);
export const signin = z.strictObject({ account, password, code: secondFactor.optional() });
export const passwordSave = z.strictObject({ current_password: password, new_password: password });
export const check = z.strictObject({ password, code: secondFactor.optional() });
export const checked = z.object({ until: instant });
/** Shown this once, in groups. */
export const recoveryCodes = z.object({ codes: z.array(z.string()) });
export const verify = z.strictObject({ code });
export const verified = z.object({ on_totp: z.boolean() });
export const authenticatorReset = z.object({ totp: z.string(), token: z.string() });
const base64url = (max: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);
/** A passkey is named by its credential id. */
export const passkeyParams = z.object({ id: base64url(1400) });
const passkeyName = line(64);
export const passkeyRename = z.strictObject({ name: passkeyName });
export const passkeyRow = z.object({ id: z.string(), name: z.string(), created_at: instant, last_used_at: instant.nullable() });
export type PasskeyRow = z.infer<typeof passkeyRow>;
/** Where a device can be reached, as WebAuthn names it; what a browser says beside it is dropped. */
export const TRANSPORTS = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;
const descriptor = z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.enum(TRANSPORTS)) });
/** What the browser asks a device for, as WebAuthn has it: to make a passkey. */
export const passkeyCreation = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({ residentKey: z.literal("preferred"), userVerification: z.literal("required") }),
  attestation: z.literal("none"),
});
/** … and to use one; without a list any that the device keeps for this address. */
export const passkeyRequest = z.object({
  challenge: z.string(),
  timeout: z.int(),
  rpId: z.string(),
  allowCredentials: z.array(descriptor),
  userVerification: z.literal("required"),
});
const common = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal("public-key"),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).nullish(),
};
/** What a device answered; whatever else browsers know of it stays with them. */
export const passkeyCreated = z.strictObject({
  name: passkeyName,
  response: z.strictObject({
    ...common,
    response: z.strictObject({
      clientDataJSON: base64url(8192),
      attestationObject: base64url(32_768),
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
  }),
});
export const passkeyUsed = z.strictObject({
  response: z.strictObject({
    ...common,
    response: z.strictObject({
      clientDataJSON: base64url(8192),
      authenticatorData: base64url(8192),
      signature: base64url(8192),
      userHandle: base64url(128).nullish(),
    }),
  }),
});
export const sessionRow = z.object({
  id: publicId,
  created_at: instant,
  last_seen_at: instant,
  ip: z.string().nullable(),
  device: z.string(),
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof sessionRow>;
/** A sign-in from a browser that the person had never signed in from; its id is that of the session. */
export const newDevice = z.object({ id: publicId, at: instant, ip: z.string().nullable(), device: z.string() });
export type NewDevice = z.infer<typeof newDevice>;
export const newDeviceAnswer = z.strictObject({ mine: z.boolean() });
/** `/api/merchant?{timestamp}` (docs/specification.md, section 7): whatever keeps caches away; it means nothing here. */
export const stampQuery = z.record(z.string(), z.unknown());
/** A bare number alone, `?1732525937000`, which a client of the specification may send with the profile's call too. */
export const bareStampQuery = z.record(z.string().regex(/^\d{1,16}$/), z.literal(""));
/** Free-form display preferences of a user: language, theme, density, page sizes, columns. Bounded by size, not by shape. */
export const preferences = z.record(z.string().max(64), z.unknown());
export type Preferences = z.infer<typeof preferences>;
