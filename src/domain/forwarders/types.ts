/** What the phone apps send and what becomes of it: one normal form for four apps (rule 86). */
import type { DeviceApp } from "../../contract/wallets.ts";

/** Apps that post to a hook address; the native app has calls of its own. */
export type HookApp = Exclude<DeviceApp, "native">;
/** Which card of the phone received a message. */
export type Sim = "sim1" | "sim2";

/** One request as it came over the wire. */
export interface ForwarderRequest {
  readonly method: string;
  /** Query text without the question mark, still encoded. */
  readonly query: string;
  /** Header names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The raw bytes: signatures are made over them. */
  readonly body: Uint8Array;
  /** App that was chosen when the address was made; decides where two apps send the same shape. */
  readonly boundApp: HookApp;
}

/** One message in normal form. Stamps are milliseconds since 1970 UTC; null where the app does not say. */
export interface ForwardedMessage {
  readonly sender: string | null;
  readonly text: string;
  readonly sim: Sim | null;
  /** Stamp of the message centre: the best one for ordering. */
  readonly sentAtMs: number | null;
  readonly receivedAtMs: number | null;
  /** The app's own id, the same in each retry. */
  readonly externalId: string | null;
}

/** What a request tells of the phone itself. */
export interface PhoneState {
  readonly battery: number | null;
  readonly appVersion: string | null;
  readonly model: string | null;
}

/** A signature that the request carries; whether it is right is decided by `signatures.ts`. */
export type Signature =
  | { readonly kind: "smsforwarder"; readonly timestamp: string; readonly sign: string }
  | { readonly kind: "body"; readonly timestamp: string | null; readonly hex: string }
  | { readonly kind: "jwt"; readonly token: string };

/** A request that could be read. */
export interface Recognised {
  readonly ok: true;
  readonly app: HookApp;
  /** The app's word for what happened, `sms` where it has none. */
  readonly event: string;
  readonly messages: readonly ForwardedMessage[];
  /** The phone itself reported (a message, a ping): a relay's report about it does not count. */
  readonly alive: boolean;
  /** A ping that comes at regular intervals, from which the interval can be learnt. */
  readonly ping: boolean;
  readonly phone: PhoneState | null;
  readonly signature: Signature | null;
  /** A message is inside that only the phone's owner can read. */
  readonly encrypted: boolean;
  /** The sender wants PipraPay's words in the answer. */
  readonly reply: "plain" | "piprapay";
  /** Why no message came out of a well-formed request, for the person who set up the phone. */
  readonly note: "unknown_shape" | "empty_text" | "too_long" | null;
}
/** A request that is answered with 400, so that the loss shows on the phone. */
export interface Unreadable {
  readonly ok: false;
  readonly reason: "empty" | "encoding" | "broken" | "incomplete";
}
export type Recognition = Recognised | Unreadable;

/** Longest text that is taken; a genuine message is far shorter. */
export const MAX_FORWARDED_TEXT = 4000;
/** Longest sender name that is kept. */
export const MAX_SENDER = 64;
