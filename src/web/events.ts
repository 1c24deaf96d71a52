/**
 * Live events: GET /api/events read by fetch with the bearer header (no token in an address). Resumes after `Last-Event-ID`,
 * connects again with growing pauses, and tells watchers to poll while it is down.
 */
import { useEffect, useRef } from "react";
import { EVENT_KINDS, type EventKind, type LiveEvent } from "../contract/events.ts";
import { authHeaders, openGet } from "./api.ts";
import { createStore, useStore } from "./store.ts";

/** `polling`: the stream is down, watchers get a `reset` at intervals instead. */
export type LiveState = "off" | "connecting" | "on" | "polling";
/** An event, or `reset`: anything may have changed, read again. */
export type LiveMessage = { readonly type: "event"; readonly event: LiveEvent } | { readonly type: "reset" };
type Watcher = { readonly kinds: ReadonlySet<EventKind>; readonly handle: (message: LiveMessage) => void };

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
const POLL_MS = 20_000;
/** The server sends a comment each 15 s; three missing ones mean that the line is dead. */
const SILENCE_MS = 45_000;

const state = createStore<LiveState>("off");
const watchers = new Set<Watcher>();
let lastEventId: string | null = null;

/** State of the stream, for the dot in the top bar. */
export function useLiveState(): LiveState {
  return useStore(state);
}

/** One block of a server-sent stream as its fields; comments are dropped. */
export function readBlock(block: string): { event: string; data: string; id: string | null } {
  let event = "message";
  let id: string | null = null;
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    if (line === "" || line.startsWith(":")) continue;
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") event = value;
    else if (name === "data") data.push(value);
    else if (name === "id" && !value.includes("\0")) id = value;
  }
  return { event, data: data.join("\n"), id };
}

/** Cuts a growing text into whole blocks and the rest that is not finished. */
export function cutBlocks(buffer: string): { blocks: string[]; rest: string } {
  const parts = buffer.split(/\r\n\r\n|\n\n|\r\r/);
  return { blocks: parts.slice(0, -1), rest: parts.at(-1) ?? "" };
}

function isLiveEvent(value: unknown): value is LiveEvent {
  if (typeof value !== "object" || value === null) return false;
  const event = value as Partial<LiveEvent>; // each field is checked on the next line
  return (EVENT_KINDS as readonly unknown[]).includes(event.kind) && typeof event.id === "string" && (event.change === "created" || event.change === "changed");
}

function tell(message: LiveMessage): void {
  for (const watcher of watchers) if (message.type === "reset" || watcher.kinds.has(message.event.kind)) watcher.handle(message);
}

function take(block: string): void {
  const { event, data, id } = readBlock(block);
  if (id !== null) lastEventId = id;
  if (event === "reset") return tell({ type: "reset" });
  if (data === "") return;
  try {
    const parsed: unknown = JSON.parse(data);
    for (const one of Array.isArray(parsed) ? parsed : [parsed]) if (isLiveEvent(one)) tell({ type: "event", event: one });
  } catch {
    tell({ type: "reset" }); // an unreadable event may have been about anything
  }
}

/** Reads until the stream ends. @returns the HTTP status, 0 when the line broke */
async function readStream(signal: AbortSignal, alive: () => void, stands: () => void): Promise<number> {
  const headers: Record<string, string> = { Accept: "text/event-stream", "X-Background": "1" };
  if (lastEventId !== null) headers["Last-Event-ID"] = lastEventId;
  const response = await openGet("/api/events", { headers, signal });
  if (!response.ok || response.body === null) return response.status;
  const resumed = state.get() === "polling" && lastEventId === null;
  state.set("on");
  if (resumed) tell({ type: "reset" });
  stands();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return response.status;
    alive();
    const cut = cutBlocks(buffer + value);
    buffer = cut.rest;
    for (const block of cut.blocks) take(block);
  }
}

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      "abort",
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });

/** Pause before try `failures` (from 1): doubling to 30 s, with up to 20 % less so that clients do not come back together. */
export function pauseMs(failures: number, random = Math.random()): number {
  return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (1 - random * 0.2);
}

async function keepConnected(signal: AbortSignal, refused: () => void, ended: () => void, stands: () => void): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const line = new AbortController();
    const cut = (): void => line.abort();
    signal.addEventListener("abort", cut);
    let silence = setTimeout(cut, SILENCE_MS);
    const alive = (): void => {
      failures = 0;
      clearTimeout(silence);
      silence = setTimeout(cut, SILENCE_MS);
    };
    const asked = authHeaders().Authorization;
    const status = await readStream(line.signal, alive, stands).catch(() => 0);
    clearTimeout(silence);
    signal.removeEventListener("abort", cut);
    if (signal.aborted) return;
    // Under a token that has been replaced meanwhile, a refusal is no news: the next try carries the new one.
    if (status === 401 && authHeaders().Authorization === asked) return refused();
    // The server has ended it: it stops, or the person's rights are others now.
    if (status === 200) ended();
    failures += 1;
    state.set(failures > 1 ? "polling" : "connecting");
    await sleep(pauseMs(failures), signal);
  }
}

/**
 * Connects and stays connected until the answer is called.
 * @param refused runs when the server no longer accepts the session
 * @param ended runs when the server has ended a stream that stood
 * @param stands runs each time that a stream stands: the server can be reached
 */
export function startLive(refused: () => void, ended: () => void = () => undefined, stands: () => void = () => undefined): () => void {
  const ending = new AbortController();
  lastEventId = null;
  state.set("connecting");
  const polling = setInterval(() => {
    if (state.get() !== "on" && document.visibilityState === "visible") tell({ type: "reset" });
  }, POLL_MS);
  void keepConnected(ending.signal, refused, ended, stands);
  return () => {
    clearInterval(polling);
    ending.abort();
    state.set("off");
  };
}

/** Calls the handler for events of these kinds, and with `reset` when everything may have changed. The handler may change freely. */
export function useLiveEvents(kinds: readonly EventKind[], handle: (message: LiveMessage) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  const joined = kinds.join(",");
  useEffect(() => {
    const wanted = new Set(joined.split(",") as EventKind[]); // joined from exactly these
    const watcher: Watcher = { kinds: wanted, handle: (message) => latest.current(message) };
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  }, [joined]);
}
