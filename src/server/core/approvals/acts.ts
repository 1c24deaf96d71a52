/**
 * What an approval runs, by kind. The verb is called as its route would call it, with a context whose transaction is the
 * approval's own, by the checker (or, for `collect` kinds, by the maker once it is approved), under the version and
 * body that the maker sent. Each part of the product offers the acts of its own kinds.
 */
import type { ApprovalKind } from "../../../contract/approvals.ts";
import type { UserType } from "../../../contract/permissions.ts";
import type { App, Ctx, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";

/** An act that someone wants done. */
export interface RequestedAct {
  readonly kind: ApprovalKind;
  /** A kind of public id (`payment`, `merchant`, …), or `config` with id 0. */
  readonly objectType: string;
  readonly objectId: bigint;
  readonly action: string;
  /** The version that the maker decided on and that the verb has just checked. */
  readonly objectVersion: number;
  /** The call's body, as JSON: the act in `acts.ts` reads it again with the same schema. Kept sealed, shown with secrets masked. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Minor units; decides where the rule has a threshold. */
  readonly amountMinor?: bigint | null;
  /** The merchant whose own people may see and decide it too; leave out for what is the platform's alone. */
  readonly merchantId?: bigint | null;
  /** What the checker should compare: fields as they are and as they would be. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
}

/** A request as its act gets it. */
export interface StoredAct {
  readonly objectId: bigint;
  /** The object's public id; "" where it has none. */
  readonly id: string;
  /** What was asked for, where one kind stands for several verbs ({@link RequestedAct.action}). */
  readonly action: string;
  /** The body of the maker's call; read it with the route's schema. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface ApprovalAct {
  readonly kind: ApprovalKind;
  /** Runs the verb. What it refuses is the approval's answer; a `conflict` also lapses the request, which can never succeed. */
  readonly run: (ctx: UserCtx, stored: StoredAct) => Promise<unknown>;
  /** Runs after the commit: what the verb does after its own transaction (remembered rows forgotten). */
  readonly after?: (app: App) => void;
  /** Which two may do it together; by default any two who hold the permission. */
  readonly together?: (maker: UserType, checker: UserType) => boolean;
  /** Runs in the same transaction when a request ends without being done. */
  readonly ended?: (ctx: Ctx, tx: Tx, stored: StoredAct, how: "rejected" | "lapsed" | "cancelled", reason: string | null) => Promise<void>;
}

/** The act of a kind. @throws Error when no part offers one: a test looks for that */
export function actOf(app: Pick<App, "offers">, kind: ApprovalKind): ApprovalAct {
  const act = app.offers.approvalActs.get(kind);
  if (!act) throw new Error(`no act runs ${kind}`);
  return act;
}
