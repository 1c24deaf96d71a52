/**
 * Access tokens of operators that bound how often one may ask for them: kept sealed in the database and in memory,
 * asked for by one process at a time, counted before each question.
 */
import { HOUR_MS } from "../../../contract/time.ts";
import type { App } from "../../platform/context.ts";
import { sameBytes } from "../../platform/secrets.ts";

export type TokenProduct = "collect" | "payout";

/** A token with what renews it. */
export interface IssuedToken {
  readonly token: string;
  readonly refresh: string | null;
  readonly expiresMs: number;
}

/** Why there is no token; the word stands in evidence and alerts. */
export class NoToken extends Error {
  constructor(readonly code: string) {
    super(`no operator token: ${code}`);
  }
}

/** Asks the operator. @param refresh renews under this one; null: from the credentials @throws NoToken */
export type Issue = (refresh: string | null) => Promise<IssuedToken>;

export interface TokenKey {
  readonly walletId: bigint;
  readonly product: TokenProduct;
  readonly fingerprint: Buffer;
}

interface TokenRow {
  readonly token: Buffer | null;
  readonly fingerprint: Buffer | null;
  readonly grants: readonly Date[];
  readonly lease_until: Date | null;
}

/** A token is not used in its last minute. */
const MARGIN_MS = 60_000;
/** bKash blocks for an hour whoever asks more than twice within one. */
const GRANTS_AN_HOUR = 2;
const LEASE_MS = 20_000;
const WAIT_MS = 10_000;
const POLL_MS = 150;

/** What a token is bound to at rest. */
export const tokenBinding = (key: Pick<TokenKey, "walletId" | "product">): string => `operator-token:${key.walletId}:${key.product}`;
const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The tokens of one application. */
export class OperatorTokens {
  private readonly kept = new Map<string, IssuedToken & { readonly fingerprint: Buffer }>();
  private readonly underWay = new Map<string, Promise<string>>();

  constructor(private readonly app: App) {}

  /** A token that holds for another minute. @throws NoToken */
  async get(key: TokenKey, issue: Issue): Promise<string> {
    const name = `${key.walletId} ${key.product}`;
    const found = this.kept.get(name);
    if (found && found.expiresMs - MARGIN_MS > this.app.now() && sameBytes(found.fingerprint, key.fingerprint)) return found.token;
    const running = this.underWay.get(name);
    if (running) return running;
    const work = this.renew(key, issue).finally(() => this.underWay.delete(name));
    this.underWay.set(name, work);
    return work;
  }

  /** The operator no longer takes this token. */
  async drop(key: TokenKey, token: string): Promise<void> {
    const name = `${key.walletId} ${key.product}`;
    if (this.kept.get(name)?.token === token) this.kept.delete(name);
    await this.app.db.tx(async (tx) => {
      const row = await tx.one<TokenRow>(
        "select token, fingerprint, grants, lease_until from operator_tokens where wallet_id = $1 and product = $2 for update",
        [key.walletId, key.product],
      );
      if (this.open(key, row?.token ?? null)?.token === token)
        await tx.run("update operator_tokens set token = null, expires_at = null where wallet_id = $1 and product = $2", [key.walletId, key.product]);
    });
  }

  private open(key: TokenKey, sealed: Buffer | null): IssuedToken | null {
    return sealed === null ? null : (JSON.parse(this.app.secrets.open(sealed, tokenBinding(key)).toString("utf8")) as IssuedToken);
  }

  /** Takes what another process has got meanwhile, or the right to ask. */
  private async renew(key: TokenKey, issue: Issue): Promise<string> {
    const endMs = this.app.now() + WAIT_MS;
    for (;;) {
      const turn = await this.turn(key);
      if (turn === "wait" && this.app.now() > endMs) throw new NoToken("token_busy");
      if (turn === "wait") await pause(POLL_MS);
      else if (turn.kind === "there") return this.keep(key, turn.issued);
      else return this.ask(key, issue, turn.refresh);
    }
  }

  private async turn(key: TokenKey): Promise<"wait" | { kind: "there"; issued: IssuedToken } | { kind: "ask"; refresh: string | null }> {
    return this.app.db.tx(async (tx) => {
      await tx.run("insert into operator_tokens (wallet_id, product) values ($1, $2) on conflict do nothing", [key.walletId, key.product]);
      const row = await tx.one<TokenRow>(
        "select token, fingerprint, grants, lease_until from operator_tokens where wallet_id = $1 and product = $2 for update",
        [key.walletId, key.product],
      );
      if (!row) throw new NoToken("token_busy");
      const now = this.app.now();
      const same = row.fingerprint !== null && sameBytes(row.fingerprint, key.fingerprint);
      const issued = same ? this.open(key, row.token) : null;
      if (issued && issued.expiresMs - MARGIN_MS > now) return { kind: "there" as const, issued };
      if (row.lease_until !== null && row.lease_until.getTime() > now) return "wait" as const;
      // Other credentials are another contract, with a count of its own.
      const recent = (same ? row.grants : []).filter((at) => now - at.getTime() < HOUR_MS);
      if (recent.length >= GRANTS_AN_HOUR) throw new NoToken("token_limit");
      // Counted before the question: one whose answer is lost counts at the operator, too.
      await tx.run(
        "update operator_tokens set lease_until = $3, grants = $4, fingerprint = $5, token = case when $6 then token end where wallet_id = $1 and product = $2",
        [key.walletId, key.product, new Date(now + LEASE_MS), [...recent, new Date(now)], key.fingerprint, same],
      );
      return { kind: "ask" as const, refresh: issued?.refresh ?? null };
    });
  }

  private async ask(key: TokenKey, issue: Issue, refresh: string | null): Promise<string> {
    try {
      const issued = await issue(refresh);
      await this.app.db.run(
        "update operator_tokens set token = $3, expires_at = $4, lease_until = null where wallet_id = $1 and product = $2 and fingerprint = $5",
        [key.walletId, key.product, this.app.secrets.seal(JSON.stringify(issued), tokenBinding(key)), new Date(issued.expiresMs), key.fingerprint],
      );
      return this.keep(key, issued);
    } catch (error) {
      // A refused renewal is not tried again: the next question starts from the credentials.
      await this.app.db.run("update operator_tokens set lease_until = null, token = null where wallet_id = $1 and product = $2", [key.walletId, key.product]);
      throw error;
    }
  }

  private keep(key: TokenKey, issued: IssuedToken): string {
    this.kept.set(`${key.walletId} ${key.product}`, { ...issued, fingerprint: key.fingerprint });
    return issued.token;
  }
}

const stores = new WeakMap<object, OperatorTokens>();

/** The tokens of this application. */
export function operatorTokens(app: App): OperatorTokens {
  const found = stores.get(app.db);
  if (found) return found;
  const made = new OperatorTokens(app);
  stores.set(app.db, made);
  return made;
}
