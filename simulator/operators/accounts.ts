/** The operator's own books: organisations with two accounts, customers with one. Minor units; nothing goes below zero. */

/** An organisation's money: what it collected, and what it may pay out from. */
export interface Organisation {
  collection: bigint;
  disbursement: bigint;
}

/** Balances of one operator. */
export class OperatorAccounts {
  private readonly customers = new Map<string, bigint>();
  private readonly organisations = new Map<string, Organisation>();

  /** Opens a customer's account, or puts money on it. */
  customer(msisdn: string, balanceMinor: bigint): void {
    this.customers.set(msisdn, balanceMinor);
  }

  /** Null: no such account. */
  customerBalance(msisdn: string): bigint | null {
    return this.customers.get(msisdn) ?? null;
  }

  /** The organisation under this name, opened empty where there is none. */
  organisation(name: string): Organisation {
    const found = this.organisations.get(name);
    if (found) return found;
    const made = { collection: 0n, disbursement: 0n };
    this.organisations.set(name, made);
    return made;
  }

  /** A customer pays. */
  pay(msisdn: string, organisation: string, amountMinor: bigint): "ok" | "no_account" | "insufficient" {
    const balance = this.customers.get(msisdn);
    if (balance === undefined) return "no_account";
    if (balance < amountMinor) return "insufficient";
    this.customers.set(msisdn, balance - amountMinor);
    this.organisation(organisation).collection += amountMinor;
    return "ok";
  }

  /** The organisation pays a customer and the operator's fee. */
  payOut(organisation: string, msisdn: string, amountMinor: bigint, feeMinor: bigint): "ok" | "no_account" | "insufficient" {
    const balance = this.customers.get(msisdn);
    if (balance === undefined) return "no_account";
    const from = this.organisation(organisation);
    if (from.disbursement < amountMinor + feeMinor) return "insufficient";
    from.disbursement -= amountMinor + feeMinor;
    this.customers.set(msisdn, balance + amountMinor);
    return "ok";
  }

  /** Gives a customer back what was collected. */
  refund(organisation: string, msisdn: string, amountMinor: bigint): "ok" | "insufficient" {
    const from = this.organisation(organisation);
    if (from.collection < amountMinor) return "insufficient";
    from.collection -= amountMinor;
    this.customers.set(msisdn, (this.customers.get(msisdn) ?? 0n) + amountMinor);
    return "ok";
  }
}

/** Reads an amount as the operators take it: digits with at most two decimals, above zero; null for anything else. */
export function amountOf(unchecked: unknown): bigint | null {
  const text = typeof unchecked === "number" ? String(unchecked) : unchecked;
  if (typeof text !== "string") return null;
  const found = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(text);
  if (!found) return null;
  const minor = BigInt(found[1] as string) * 100n + BigInt((found[2] ?? "").padEnd(2, "0"));
  return minor > 0n ? minor : null;
}
