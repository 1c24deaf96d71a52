/** Requests of phone apps for the tests of this folder. */
import { recognise } from "../../src/domain/forwarders/recognise.ts";
import type { ForwarderRequest, Recognised, Unreadable } from "../../src/domain/forwarders/types.ts";

/** Text as it goes over the wire. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
export const JSON_TYPE = { "content-type": "application/json" };
export const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };
/** A request without anything. */
export const base: ForwarderRequest = { method: "POST", query: "", headers: {}, body: new Uint8Array(), boundApp: "smsforwarder" };
/** What a request is read as; fails the test when it is not. */
export const good = (request: Partial<ForwarderRequest>): Recognised => {
  const result = recognise({ ...base, ...request });
  if (!result.ok) throw new Error(`not read: ${result.reason}`);
  return result;
};
/** Why a request is not read; fails the test when it is. */
export const bad = (request: Partial<ForwarderRequest>): Unreadable["reason"] => {
  const result = recognise({ ...base, ...request });
  if (result.ok) throw new Error("was read");
  return result.reason;
};
/** A request with a JSON body. */
export const json = (value: unknown, more: Partial<ForwarderRequest> = {}): Partial<ForwarderRequest> => ({
  ...more,
  headers: { ...JSON_TYPE, ...more.headers },
  body: bytes(JSON.stringify(value)),
});
