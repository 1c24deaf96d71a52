/**
 * Typed calls of the dashboard, made from `contract/endpoints.ts`. A call never throws for an answer of the server:
 * 4xx, 5xx and a lost connection become `{success: false, error}` and the caller decides.
 */
import { FetchError, type FetchResponse, ofetch } from "ofetch";
import type { EndpointKey, Endpoints } from "../contract/endpoints.ts";
import type { ErrorCode, FieldErrors } from "../contract/errors.ts";
import { createStore } from "./store.ts";

/** How many acts of the person, whatever is not a GET, wait for their answer. A question that an act asks for a password is not waiting. */
export const actsUnderWay = createStore(0);

/**
 * Codes that only the browser knows: no connection, an answer that is not ours, a notification that has no address to be sent to, or an act
 * that was done at an earlier try whose answer, which is given once, did not arrive.
 */
export type LocalCode = "offline" | "no_answer" | "bad_answer" | "no_target" | "answered_once";
export const LOCAL_CODES = ["offline", "no_answer", "bad_answer", "no_target", "answered_once"] as const satisfies readonly LocalCode[];
/** Why a call failed. `status` is HTTP's, 0 without an answer; `retryAfterSeconds` from `Retry-After`. */
export interface CallError {
  readonly code: ErrorCode | LocalCode;
  readonly message: string;
  readonly status: number;
  readonly fields?: FieldErrors;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly request_id?: string;
  readonly retryAfterSeconds?: number;
}
/** No answer came, or a proxy's in its place: it may be asked again. What the server has refused stays refused. */
export const isLost = ({ status }: Pick<CallError, "status">): boolean => status === 0 || status >= 500;
export type Result<T> =
  | { readonly success: true; readonly data: T; readonly status: number }
  | { readonly success: false; readonly data: null; readonly error: CallError };

type Part<K extends EndpointKey, P extends string> = Endpoints[K] extends { [N in P]: infer V } ? V : never;
/** Data that a call answers. */
export type DataOf<K extends EndpointKey> = Endpoints[K]["data"];
/** Body that a call takes. */
export type BodyOf<K extends EndpointKey> = Part<K, "body">;
/** Query that a call takes. */
export type QueryOf<K extends EndpointKey> = Part<K, "query">;
/** A call's parameters: `params` for `:id` and `:date` in the path, `background` for polling that is nobody's act, `keepalive` for what has to arrive though the page is left at once (64 KiB at most), `idempotencyKey` to send one form's act once however often it is sent. */
export type CallInit<K extends EndpointKey> = (Endpoints[K] extends { body: unknown } ? { body: BodyOf<K> } : { body?: never }) &
  (K extends `${string}:id/:date${string}`
    ? { params: { id: string; date: string } }
    : K extends `${string}:id${string}`
      ? { params: { id: string } }
      : K extends `${string}/:date${string}`
        ? { params: { date: string } }
        : { params?: never }) &
  (Endpoints[K] extends { query: unknown } ? { query?: QueryOf<K> } : { query?: never }) & {
    background?: boolean;
    signal?: AbortSignal;
    silent401?: boolean;
    keepalive?: boolean;
    idempotencyKey?: string;
  };
/** The init may be left out where nothing in it is required. */
export type CallArgs<K extends EndpointKey> = Record<never, never> extends CallInit<K> ? [init?: CallInit<K>] : [init: CallInit<K>];

/** What the session plugs in, so that this file knows neither storage nor router. */
interface Hooks {
  token: () => string | null;
  /** What stands for the session that calls are made in: another one once it has ended. */
  session: () => unknown;
  /** Runs on each 401, unless the call was marked `silent401`. */
  unauthorized: () => void;
  /** Asks for the password again; true when the call may be repeated. */
  recheck: () => Promise<boolean>;
  /** An answer said until when the re-authentication holds now; null: it does not. */
  rechecked: (until: string | null) => void;
  /** A call that counts as a person's act got an answer. */
  acted: () => void;
}
const hooks: Hooks = {
  token: () => null,
  session: () => null,
  unauthorized: () => undefined,
  recheck: async () => false,
  rechecked: () => undefined,
  acted: () => undefined,
};

/** Plugs in the session's side of calls. */
export function plugIn(part: Partial<Hooks>): void {
  Object.assign(hooks, part);
}

/** The API's host from the page's meta tag; "" means the page's own. */
export function apiBase(): string {
  const written = document.querySelector('meta[name="floatdesk-api"]')?.getAttribute("content") ?? "";
  return written.replace(/\/+$/, "");
}

/** Absolute address of an API path. */
export function apiUrl(path: string): string {
  return `${apiBase()}${path}`;
}

/**
 * A GET whose answer is read by its caller: a file, a stream. As every GET it is sent once more on {@link RETRY_STATUSES}, without an
 * answer, and after a 401 to a token that has been replaced meanwhile.
 * @throws TypeError without a connection, DOMException when aborted
 */
export async function openGet(
  path: string,
  init: { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal } = {},
): Promise<Response> {
  const { headers, ...rest } = init;
  const credential = authHeaders();
  const once = (): Promise<Response> => fetch(apiUrl(path), { headers: { ...authHeaders(), ...headers }, credentials: "omit", cache: "no-store", ...rest });
  const first = await once().catch((problem: unknown) => {
    if (init.signal?.aborted === true) throw problem;
    return null;
  });
  if (first === null) return once();
  const replaced = first.status === 401 && authHeaders().Authorization !== credential.Authorization;
  if (!replaced && !RETRY_STATUSES.includes(first.status)) return first;
  // Nobody reads the first answer: its line is free again.
  await first.body?.cancel();
  const ms = pause(first);
  if (ms > 0) await new Promise((go) => setTimeout(go, ms));
  return once();
}

/**
 * Fetches a file. As every call, a 401 leads to /signin.
 * @throws TypeError without a connection, DOMException when aborted
 */
export async function download(path: string, signal?: AbortSignal): Promise<Response> {
  const response = await openGet(path, signal ? { signal } : {});
  if (response.status === 401) hooks.unauthorized();
  return response;
}

/** The credential of a call, in its header. */
export function authHeaders(): Record<string, string> {
  const token = hooks.token();
  return token === null ? {} : { Authorization: `Bearer ${token}` };
}

/** Statuses after which a GET is sent once more. */
const RETRY_STATUSES = [408, 409, 425, 429, 500, 502, 503, 504];
/** How long a GET waits before it is sent once more, ms: as the server says, as long as somebody who looks would. */
const pause = (response: Response | undefined): number => Math.min(Number(response?.headers.get("retry-after")) || 0, 2) * 1000;
const TIMEOUT_MS = 30_000;
/** Calls beside the reads of which nobody has to be told that they may have been done: sign-in and re-authentication. */
const CHANGES_NOTHING = /^\/api\/(signin|user\/check)/;

/**
 * Makes one call. Bearer header when a token exists; a GET is retried once on {@link RETRY_STATUSES}; a POST carries a fresh
 * `Idempotency-Key`; when the server wants the password again, it is asked for and the call is repeated once.
 *
 * Once its session has ended it has no answer but a 401, unless it was marked `silent401`: what would be shown or sent next, a secret or the
 * next of many, would come under the eyes and the name of whoever has signed in since.
 */
export async function call<K extends EndpointKey>(key: K, ...[init]: CallArgs<K>): Promise<Result<DataOf<K>>> {
  const session = hooks.session();
  const isHere: IsHere = () => hooks.session() === session;
  const answer = await proved<K>(key, init, init?.idempotencyKey ?? randomId(), isHere);
  const isTold = init?.silent401 || isHere() || (!answer.success && answer.error.status === 401);
  return isTold ? answer : new Promise(() => undefined);
}

/** Whether the session that a call was made in still stands: in another one nothing is asked for it, and nothing sent again. */
type IsHere = () => boolean;

async function proved<K extends EndpointKey>(key: K, init: CallInit<K> | undefined, idempotencyKey: string, isHere: IsHere): Promise<Result<DataOf<K>>> {
  const first = await send<K>(key, init, idempotencyKey, isHere);
  if (first.success || first.error.code !== "recheck_required" || !isHere() || !(await hooks.recheck()) || !isHere()) return first;
  return send<K>(key, init, idempotencyKey, isHere);
}

function addressOf(key: EndpointKey, init: { params?: { id?: string; date?: string } } | undefined): { method: string; path: string } {
  const blank = key.indexOf(" ");
  const path = key
    .slice(blank + 1)
    .replace(":id", () => encodeURIComponent(init?.params?.id ?? ""))
    .replace(":date", () => encodeURIComponent(init?.params?.date ?? ""));
  // The specification's address is /api/merchant?{timestamp}: a bare number that keeps caches away.
  return { method: key.slice(0, blank), path: key === "GET /api/merchant" ? `${path}?${Date.now()}` : path };
}

/** A random UUID, also on plain http where `crypto.randomUUID` is missing. */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = Array.from(bytes, (byte, at) => (at === 6 ? (byte & 15) | 64 : at === 8 ? (byte & 63) | 128 : byte).toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

async function send<K extends EndpointKey>(key: K, init: CallInit<K> | undefined, idempotencyKey: string, isHere: IsHere): Promise<Result<DataOf<K>>> {
  const { method, path } = addressOf(key, init);
  const headers = authHeaders();
  if (method === "POST") headers["Idempotency-Key"] = idempotencyKey;
  if (init?.background) headers["X-Background"] = "1";
  const counted = method === "GET" || init?.background ? 0 : 1;
  actsUnderWay.set(actsUnderWay.get() + counted);
  try {
    const response = await ofetch.raw<unknown>(apiUrl(path), {
      method,
      headers,
      retry: method === "GET" ? 1 : 0,
      retryStatusCodes: RETRY_STATUSES,
      retryDelay: ({ response }) => pause(response),
      timeout: TIMEOUT_MS,
      // Sign-in alone has a cookie: what this browser is known again by.
      credentials: path.startsWith("/api/signin") ? "include" : "omit",
      ...(init?.body === undefined ? {} : { body: init.body as Record<string, unknown> }), // every body of the contract is an object
      ...(init?.query === undefined ? {} : { query: init.query as Record<string, string | number | undefined> }), // the contract's queries are flat
      ...(init?.signal === undefined ? {} : { signal: init.signal }),
      ...(init?.keepalive === true ? { keepalive: true } : {}),
    });
    if (!init?.background && isHere()) hooks.acted();
    return readAnswer<DataOf<K>>(response, key, isHere());
  } catch (problem) {
    // `ignoreResponseError` would switch ofetch's retries off, so the thrown answer is taken out of the error instead.
    const response = problem instanceof FetchError ? problem.response : undefined;
    if (response === undefined) return lost(method === "GET" || CHANGES_NOTHING.test(path) ? "offline" : "no_answer");
    if (response.status === 401) {
      // A reset of the authenticator gives a new token while reads under the old one are on their way: these say nothing of the session.
      const replaced = hooks.token() !== null && authHeaders().Authorization !== headers.Authorization;
      if (replaced && method === "GET" && isHere()) return send<K>(key, init, idempotencyKey, isHere);
      if (!replaced && !init?.silent401) hooks.unauthorized();
    }
    return readAnswer<DataOf<K>>(response, key, isHere());
  } finally {
    actsUnderWay.set(actsUnderWay.get() - counted);
  }
}

function lost(code: "offline" | "no_answer"): Result<never> {
  return { success: false, data: null, error: { code, message: code, status: 0 } };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Calls that answer no data the first time either. */
const WITHOUT_DATA: readonly EndpointKey[] = ["POST /api/links/:id/revoke"];

function readAnswer<T>(response: FetchResponse<unknown>, key: EndpointKey, isHere: boolean): Result<T> {
  const until = response.headers.get("x-recheck-until");
  if (until !== null && isHere) hooks.rechecked(until === "" ? null : until);
  const answer = response._data;
  // Of an answer that is given once the server keeps for its key that there was one.
  const isNote = response.headers.get("idempotency-hit") !== null && isRecord(answer) && answer.data === null && !WITHOUT_DATA.includes(key);
  if (isNote) return { success: false, data: null, error: { code: "answered_once", message: "the answer was given once", status: response.status } };
  if (isRecord(answer) && answer.success === true && "data" in answer) return { success: true, data: answer.data as T, status: response.status }; // the contract's promise
  return { success: false, data: null, error: refusalIn(answer, response) };
}

function refusalIn(answer: unknown, { status, headers }: Pick<Response, "status" | "headers">): CallError {
  const error = isRecord(answer) && isRecord(answer.error) ? answer.error : null;
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN);
  const common = { status, ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}) };
  const requestId = headers.get("x-request-id");
  const known = requestId === null ? {} : { request_id: requestId };
  if (error === null || typeof error.code !== "string") return { code: "bad_answer", message: `HTTP ${status}`, ...common, ...known };
  // The server's error object is the contract's Failure["error"].
  return { ...known, ...(error as unknown as CallError), ...common };
}

/** Why there is no file: what the server says in its place. */
export async function refusalOf(response: Response): Promise<CallError> {
  return refusalIn(await response.json().catch(() => null), response);
}
