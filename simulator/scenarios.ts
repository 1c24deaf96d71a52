/** What can happen to an order, and how often: a deck of cards that is dealt by the seed. */

/** Name -> how many of a hundred orders, and what a reader of the report is told. */
export const SCENARIOS = {
  exact: { of100: 27, says: "paid exactly, from the number that the merchant named" },
  trx_first: { of100: 6, says: "TrxID submitted before the message came" },
  trx_after: { of100: 5, says: "TrxID submitted after the message came" },
  reference_id: { of100: 5, says: "payer wrote our order id, from another number" },
  reference_merchant: { of100: 4, says: "payer wrote the merchant's order id" },
  lost_breaks: { of100: 4, says: "line breaks of the message were lost" },
  other_digits: { of100: 3, says: "Bangla digits and no-break spaces" },
  duplicate: { of100: 6, says: "the message came twice" },
  out_of_order: { of100: 5, says: "a later message overtook this one" },
  offline: { of100: 3, says: "the phone was silent and caught up" },
  late: { of100: 2, says: "paid after it had expired" },
  expired: { of100: 1, says: "expired, never paid" },
  wrong_amount: { of100: 5, says: "another amount was paid" },
  unknown_reference: { of100: 3, says: "payer wrote a reference that nobody knows" },
  paid_twice: { of100: 2, says: "paid twice" },
  cancelled: { of100: 2, says: "cancelled by the merchant, some paid all the same" },
  early: { of100: 1, says: "paid before the order was made" },
  repeat_order: { of100: 3, says: "order sent again under its merchant_order_id" },
  repeat_key: { of100: 3, says: "order sent again under its Idempotency-Key" },
  forged_sender: { of100: 2, says: "forged from another number" },
  forged_layout: { of100: 2, says: "forged in a wrong layout" },
  forged_balance: { of100: 2, says: "forged under the operator's name, balance guessed" },
  unpaid: { of100: 4, says: "never paid" },
} as const satisfies Record<string, { of100: number; says: string }>;

export type Scenario = keyof typeof SCENARIOS;

/** Real expiry takes a minute at least: only where there is time for it. */
export const SLOW: ReadonlySet<Scenario> = new Set(["late", "expired"]);

/** In which the merchant does not know who will pay, so that no number can match. */
export const NO_CUSTOMER: ReadonlySet<Scenario> = new Set(["trx_first", "trx_after", "early", "wrong_amount"]);

/** A hundred cards. */
export const DECK: readonly Scenario[] = (Object.keys(SCENARIOS) as Scenario[]).flatMap((name) => Array.from({ length: SCENARIOS[name].of100 }, () => name));
