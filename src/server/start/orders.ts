/** What the supervisor and its processes say to each other, over the channel that Node gives them. */
import type { Env } from "../platform/env.ts";

/** One process of a start. */
export interface ProcessPlan {
  /** Its name in the log. */
  readonly name: string;
  readonly role: Env["role"];
  /** It takes calls on the shared port. */
  readonly listens: boolean;
}

/** The first admin as a start made it; `password` null: it was given. */
export type FirstAdmin = { readonly account: string; readonly password: string | null } | null;

/** What a process works with; the supervisor has started the database and brought it up to date. */
export interface StartOrder {
  readonly kind: "start";
  readonly plan: ProcessPlan;
  readonly appUrl: string;
  /** Base64. */
  readonly secretKey: string;
  readonly secretKeyAlso: string | null;
  readonly dataDir: string;
  readonly poolMax: number;
  readonly port: number;
  /** Makes the first admin and the demo's accounts. */
  readonly isFirst: boolean;
}

/** What all processes but the one that asked have counted (`Figures` of platform/http/observe.ts, which the supervisor only passes on). */
interface Counted {
  readonly kind: "counted";
  readonly ask: number;
  readonly figures: readonly unknown[];
}
/** From the supervisor; `revived`: the database runs again, at the address that everybody knows; `count`: tell what you have counted. */
export type Order =
  | StartOrder
  | { readonly kind: "stop"; readonly hurry: boolean }
  | { readonly kind: "revived" }
  | { readonly kind: "count"; readonly ask: number }
  | Counted;

/** A process that works. */
export interface Up {
  readonly kind: "up";
  /** The port that it takes calls on; 0: none. */
  readonly port: number;
  readonly admin: FirstAdmin;
}
/** A process that could not start, with one sentence why. */
export interface Failed {
  readonly kind: "failed";
  readonly sentence: string;
  /** The database could not answer: not this start's fault, and it may pass. */
  readonly isAway: boolean;
  readonly admin: FirstAdmin;
}
/** To the supervisor; `ready`: tell me what to start; `revive`: the database is away; `others`: what have they counted; `mine`: this have I. */
export type News =
  | { readonly kind: "ready" }
  | Up
  | Failed
  | { readonly kind: "revive" }
  | { readonly kind: "others"; readonly ask: number }
  | { readonly kind: "mine"; readonly ask: number; readonly figures: unknown };
