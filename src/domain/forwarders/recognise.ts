/** From a raw request to messages in normal form: which app, which encoding, which shape. Pure and total. */
import {
  isPipraPay,
  looksLikeHttpSms,
  looksLikeIncomeSms,
  looksLikeSmsGateway,
  readHttpSms,
  readIncomeSms,
  readPipraPayForm,
  readSmsGateway,
} from "./gateways.ts";
import { looksLikeSmsForwarder, readSmsForwarder } from "./smsforwarder.ts";
import { isObject, member, parseForm, type UncheckedObject } from "./values.ts";
import type { ForwarderRequest, Recognised, Recognition, Unreadable } from "./types.ts";

const broken = (reason: Unreadable["reason"]): Unreadable => ({ ok: false, reason });

/** The bytes as text; null when they are no UTF-8. A byte order mark is dropped. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/**
 * Recognises a request. Well-formed requests that hold no message (events, pings, noise) are `ok`, since the apps
 * would retry them for hours; what is empty, cut or no UTF-8 is not, since half a text must never be stored.
 */
export function recognise(request: ForwarderRequest): Recognition {
  const query = parseForm(request.query);
  if (query === null) return broken("encoding");
  if (request.method === "GET") return looksLikeSmsForwarder(query) ? readSmsForwarder(query) : broken("empty");
  const body = decode(request.body);
  if (body === null) return broken("encoding");
  const text = body.trim();
  if (text === "") return broken("empty");
  const type = (request.headers["content-type"] ?? "").toLowerCase();
  if (text.startsWith("{") || text.startsWith("[") || type.includes("json")) return fromJson(text, query, request);
  const form = parseForm(text);
  if (form === null) return broken("encoding");
  return readPipraPayForm(form) ?? (looksLikeSmsForwarder(form) ? readSmsForwarder(form) : broken("incomplete"));
}

function fromJson(text: string, query: UncheckedObject, request: ForwarderRequest): Recognition {
  let unchecked: unknown;
  try {
    unchecked = JSON.parse(text);
  } catch {
    return broken("broken");
  }
  if (!isObject(unchecked)) return broken("broken");
  if (Object.keys(unchecked).length === 0) return broken("empty");
  const { headers } = request;
  if (looksLikeSmsGateway(unchecked)) return readSmsGateway(unchecked, headers);
  if (looksLikeHttpSms(unchecked, headers)) return readHttpSms(unchecked, headers);
  const fork = isPipraPay(headers, query);
  if (looksLikeIncomeSms(unchecked) || (fork && typeof member(unchecked, "text") === "string")) return incomeSms(unchecked, request, fork);
  if (typeof member(unchecked, "text") === "string" && request.boundApp !== "smsforwarder" && !hasForwarderNames(unchecked))
    return incomeSms(unchecked, request, fork);
  if (looksLikeSmsForwarder(unchecked)) return readSmsForwarder(unchecked);
  // A sender without a text is a template that lost half of itself.
  if (member(unchecked, "from") !== undefined || member(unchecked, "sender") !== undefined) return broken("incomplete");
  return { ...noise(request), reply: fork ? "piprapay" : "plain" };
}

const FORWARDER_NAMES = ["card", "card_slot", "device", "device_mark", "timestamp", "sign", "content"] as const;
const hasForwarderNames = (body: UncheckedObject): boolean => FORWARDER_NAMES.some((name) => member(body, name) !== undefined);

function incomeSms(body: UncheckedObject, request: ForwarderRequest, fork: boolean): Recognition {
  return typeof member(body, "text") === "string" ? readIncomeSms(body, request.headers, fork) : broken("incomplete");
}

function noise(request: ForwarderRequest): Recognised {
  return {
    ok: true,
    app: request.boundApp,
    event: "unknown",
    messages: [],
    alive: true,
    ping: false,
    phone: null,
    signature: null,
    encrypted: false,
    reply: "plain",
    note: "unknown_shape",
  };
}
