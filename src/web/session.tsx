/**
 * Who is signed in. The token lives in local storage under `token`; nothing else of the profile is stored. All tabs of the browser share it,
 * and a reload follows it: a tab writes and removes its own alone.
 * A 401 leads to /signin of the present language and leaves the token; signing out removes it.
 */
import { useCallback } from "react";
import type { Permission } from "../contract/permissions.ts";
import type { Profile } from "../contract/session.schema.ts";
import { type CallError, call, plugIn, type Result } from "./api.ts";
import { forgetTyped, keepTyped, keepTypedFor } from "./forms/typed.ts";
import { currentLocale } from "./i18n/locale.ts";
import { go } from "./nav.ts";
import { pathTo, screenAt } from "./paths.ts";
import { forgetRouteStates, keepRoutesFor, routesOwner } from "./route-state.ts";
import { createStore, useStore } from "./store.ts";
import { hereBack, type WayBack } from "./way-back.ts";

const TOKEN_KEY = "token";

/** `restoring`: asking who the stored token belongs to; `failed`: the server could not be asked. */
export type Session =
  | { readonly state: "out" }
  | { readonly state: "restoring" }
  | { readonly state: "failed"; readonly error: CallError }
  | {
      readonly state: "in";
      readonly profile: Profile;
      /** What the server believes of the authenticator; `profile.on_totp` may be switched on this page alone. */
      readonly totpInForce: boolean;
    };

const store = createStore<Session>({ state: "out" });
/** When a person last did something that the server counted, in ms. */
let lastActMs = Date.now();
const endings = new Set<() => void>();
/** How many sessions have ended on this page. */
let ended = 0;
let isOthers = false;

function storedToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null; // storage is switched off: the session lasts as long as the page
  }
}
let memoryToken: string | null = null;

/** The storage is one for all tabs: what another one has put there meanwhile is not written over. @param own the token before */
function keepToken(token: string | null, own: string | null): void {
  memoryToken = token;
  if (storedToken() !== own) return;
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // as above: the copy in memory serves
  }
}

/** The present token, or null. */
export function currentToken(): string | null {
  return memoryToken ?? storedToken();
}

/** Runs when a session ends, to drop what belonged to it (caches, streams). The answer ends the watching. */
export function onSessionEnd(listener: () => void): () => void {
  endings.add(listener);
  return () => endings.delete(listener);
}

function end(): void {
  ended += 1;
  isOthers = false;
  store.set({ state: "out" });
  for (const listener of endings) listener();
}

/** Place to return to after signing in, and why one has to; kept in the history entry. */
export interface SigninState extends WayBack {
  /** There was a session, and the server did not know it any more. */
  readonly ended?: true;
}

/** Whoever signs out has left the screen on purpose: no way back to it is kept, nor to what Back shows afterwards. */
let leaving = false;

/** On a 401: to /signin in the present language, the way back and the reason kept in the history entry; the token stays. */
export function toSignin(): void {
  if (screenAt(location.pathname) === "signin") return;
  // Asked before the end, which forgets it.
  const of = whoIsHere();
  if (!leaving) keepTyped();
  end();
  // Whoever has a token was signed in, here or before a reload.
  const isKnown = currentToken() !== null;
  const state: SigninState = leaving ? {} : { ...hereBack(), ...(of === null ? {} : { of }), ...(isKnown ? { ended: true } : {}) };
  go(pathTo(currentLocale(), "signin"), { replace: true, state });
}

/** Tabs of one session tell each other of acts, so that none warns while another is in use. */
const tabs = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("fd-acts");
tabs?.addEventListener("message", (message: MessageEvent<unknown>) => {
  if (message.data === "act") lastActMs = Date.now();
  else takeRecheck(message.data as RecheckNews); // `noteRecheck` alone writes anything else
});

/** Until when the re-authentication of a session holds, told to the tabs of the same session. */
interface RecheckNews {
  readonly endsAt: string;
  readonly until: string | null;
}

/** The other tabs of the session; one that belongs to another session or person knows better. */
function takeRecheck({ endsAt, until }: RecheckNews): void {
  const session = store.get();
  if (session.state === "in" && session.profile.session_ends_at === endsAt) changeProfile({ rechecked_until: until });
}

/** Notes until when the re-authentication holds, here and in the other tabs of this session; null: it does not. */
export function noteRecheck(until: string | null): void {
  const session = store.get();
  if (session.state !== "in") return;
  changeProfile({ rechecked_until: until });
  tabs?.postMessage({ endsAt: session.profile.session_ends_at, until } satisfies RecheckNews);
}

/** Gives the calls of `api.ts` this session, as the page does once. */
export function plugSession(): void {
  plugIn({
    token: currentToken,
    session: () => ended,
    unauthorized: toSignin,
    rechecked: noteRecheck,
    acted: () => {
      lastActMs = Date.now();
      tabs?.postMessage("act");
    },
  });
}
plugSession();

let restoring: Promise<void> | null = null;

/**
 * Restores the session of the stored token with GET /api/user. Without a token nothing is asked.
 * @param quietly what stands on the page stays until the answer is there
 */
export function restore(quietly = false): Promise<void> {
  if (currentToken() === null || store.get().state === "in") return Promise.resolve();
  restoring ??= ask(quietly).finally(() => {
    restoring = null;
  });
  return restoring;
}

async function ask(quietly: boolean): Promise<void> {
  if (!quietly) store.set({ state: "restoring" });
  const [own, owner] = [currentToken(), routesOwner()];
  // A refusal may come before the router and the language are there: the frame leads to /signin when it finds nobody signed in.
  const answer = await call("GET /api/user", { silent401: true });
  if (answer.success) {
    isOthers = owner !== null && owner !== answer.data.id;
    takeProfile(answer.data, own);
  } else if (answer.error.status === 401) store.set({ state: "out" });
  else store.set({ state: "failed", error: answer.error });
}

/** Whether a reload found somebody else's sign-in than the tab's before, from another tab of this browser; told once. */
export function tellsOther(): boolean {
  const was = isOthers;
  isOthers = false;
  return was;
}

/** Id of the person whose page this is, also when a reload found the session ended. */
function whoIsHere(): string | null {
  const session = store.get();
  return session.state === "in" ? session.profile.id : routesOwner();
}

/** Takes a fresh profile and its token. @param own the token that was asked with; whoever signs in takes the place of whatever is stored */
export function takeProfile(profile: Profile, own = storedToken()): void {
  leaving = false;
  keepRoutesFor(profile.id);
  keepTypedFor(profile.id);
  keepToken(profile.token, own);
  store.set({ state: "in", profile, totpInForce: profile.on_totp });
}

/** Changes the profile in memory only (the authenticator switch works on this); `totpInForce` where the server has said so. */
export function changeProfile(part: Partial<Profile>, totpInForce?: boolean): void {
  const session = store.get();
  if (session.state !== "in") return;
  if (part.token !== undefined) keepToken(part.token, currentToken());
  store.set({ state: "in", profile: { ...session.profile, ...part }, totpInForce: totpInForce ?? session.totpInForce });
}

/** Signs in; user data and token are kept on success. */
export async function signIn(body: { account: string; password: string; code?: string }): Promise<Result<Profile>> {
  const answer = await call("POST /api/signin", { body });
  if (answer.success) takeProfile(answer.data);
  return answer;
}

/** Clears memory and storage of whoever was signed in, on this page alone. */
export function forgetSession(): void {
  keepToken(null, currentToken());
  forgetRouteStates();
  forgetTyped();
  end();
}

/** Ends the session on the server, clears memory and storage, goes to /signin. The page leaves even when the server cannot be reached. */
export async function signOut(): Promise<void> {
  leaving = true;
  await call("POST /api/signout", { body: {}, silent401: true });
  forgetSession();
  go(pathTo(currentLocale(), "signin"), { replace: true });
}

/** Asks the server who we are, which also counts as an act (keeps the session awake). */
export async function refreshProfile(): Promise<Result<Profile>> {
  const answer = await call("GET /api/user");
  if (answer.success) takeProfile(answer.data, currentToken());
  return answer;
}

/** When the server last counted an act of the person, in ms. */
export function lastAct(): number {
  return lastActMs;
}

/** The session as it stands, outside components. */
export function currentSession(): Session {
  return store.get();
}

/** The session; renders again when it changes. */
export function useSession(): Session {
  return useStore(store);
}

/** The signed-in person's profile. Only for what stands inside the frame: there is none elsewhere (throws). */
export function useProfile(): Profile {
  const session = useSession();
  if (session.state !== "in") throw new Error("no session: this component belongs inside the frame");
  return session.profile;
}

/** Whether the server asks this account for a code. */
export function useTotpInForce(): boolean {
  const session = useSession();
  return session.state === "in" && session.totpInForce;
}

/** True when nothing but the profile may be used: a one-time password or a required authenticator is due. */
export function useLimited(): boolean {
  const session = useSession();
  return session.state === "in" && (session.profile.must_change_password || (session.profile.totp_required && !session.totpInForce));
}

/** True when the person may do this; what is false is hidden, and the server refuses it anyway. */
export function useCan(permission: Permission): boolean {
  const session = useSession();
  return session.state === "in" && session.profile.permissions.includes(permission);
}

/** As {@link useCan} where no component asks: acts and forms that are data. */
export function mayNow(permission: Permission): boolean {
  const session = store.get();
  return session.state === "in" && session.profile.permissions.includes(permission);
}

/** True for the platform's people, whatever their role leaves out; false for a merchant's. */
export function useIsStaff(): boolean {
  const session = useSession();
  return session.state === "in" && session.profile.merchant_id === null;
}

/** As {@link useIsStaff} where no component asks. */
export function isStaffNow(): boolean {
  const session = store.get();
  return session.state === "in" && session.profile.merchant_id === null;
}

/** As {@link useCan} for several questions in one component; another function only when what it answers may be another. */
export function useMay(): (permission: Permission) => boolean {
  const session = useSession();
  return useCallback((permission) => session.state === "in" && session.profile.permissions.includes(permission), [session]);
}
