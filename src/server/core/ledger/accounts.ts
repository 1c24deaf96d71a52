/** Resolves the accounts of the books to their rows; opened once, remembered for ever (accounts are never removed). */
import type { Account } from "../../../domain/ledger/postings.ts";
import type { Db } from "../../platform/db/pool.ts";

interface AccountKey {
  readonly kind: string;
  readonly ownerId: bigint;
  readonly operator: string;
}

/** Ids by owner, for each kind of account that belongs to somebody or to an operator. */
class IdsByOwner {
  private readonly lists = new Map<string, Map<bigint, bigint>>();

  private list(kind: string, operator: string): string {
    return operator === "" || kind === "wallet" ? kind : `${kind}:${operator}`;
  }

  get({ kind, ownerId, operator }: AccountKey): bigint | null {
    return this.lists.get(this.list(kind, operator))?.get(ownerId) ?? null;
  }

  set({ kind, ownerId, operator }: AccountKey, id: bigint): void {
    const list = this.list(kind, operator);
    const ids = this.lists.get(list) ?? new Map<bigint, bigint>();
    this.lists.set(list, ids.set(ownerId, id));
  }
}

/** Row ids of accounts by role. */
export class Accounts {
  private readonly known = new IdsByOwner();

  /** @param lane lane of the fee income: one row per process, so that a hot row never serialises two (rule 77) */
  constructor(
    private readonly db: Db,
    private readonly lane: number,
  ) {}

  /** Reads what exists. */
  async load(): Promise<void> {
    const rows = await this.db.rows<{ id: bigint; kind: string; owner_id: bigint; operator: string }>("select id, kind, owner_id, operator from accounts");
    for (const row of rows) this.known.set({ kind: row.kind, ownerId: row.owner_id, operator: row.operator }, row.id);
  }

  private key(account: Account): AccountKey {
    switch (account.of) {
      case "wallet":
        return { kind: "wallet", ownerId: account.id, operator: "*" };
      case "merchant":
      case "hold":
      case "unreported":
        return { kind: account.of, ownerId: account.id, operator: "" };
      case "fees":
        return { kind: "fees", ownerId: BigInt(this.lane), operator: "" };
      case "suspense":
      case "unexplained":
        return { kind: account.of, ownerId: 0n, operator: account.operator };
      default:
        return { kind: account.of, ownerId: 0n, operator: "" };
    }
  }

  /** Makes sure that every account of a list can be resolved synchronously afterwards. */
  async ensure(accounts: readonly Account[]): Promise<void> {
    for (const account of accounts) if (this.find(account) === null) await this.open(account);
  }

  /** The row of an account. @throws Error when {@link ensure} was not called for it */
  id(account: Account): bigint {
    const found = this.find(account);
    if (found === null) throw new Error(`account ${account.of} is not open`);
    return found;
  }

  private find(account: Account): bigint | null {
    return this.known.get(this.key(account));
  }

  private async open(account: Account): Promise<void> {
    const key = this.key(account);
    const { kind, ownerId, operator } = key;
    // A wallet's account carries its operator; it was opened with the wallet.
    const row =
      kind === "wallet"
        ? await this.db.side.one<{ id: bigint }>("select id from accounts where kind = 'wallet' and owner_id = $1", [ownerId])
        : await this.db.side.one<{ id: bigint }>("select account_open($1, $2, $3) as id", [kind, ownerId, operator]);
    if (!row) throw new Error(`wallet ${ownerId} has no account`);
    this.known.set(key, row.id);
  }
}
