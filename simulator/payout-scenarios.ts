/** What can happen to a payout, and how often: data, dealt by the seed like the payments' scenarios. */

/** What the paying side does with one attempt. A wallet that people work has no phone: see `byHand`. */
export const ACTS = {
  /** Pays and says so; the message follows. */
  answer_first: { pays: true, answers: "sent", sms: "after" },
  /** Pays; the message is faster than the answer. */
  sms_first: { pays: true, answers: "sent", sms: "before" },
  /** Pays and says so, three times: twice the same, then another answer. */
  answer_again: { pays: true, answers: "again", sms: "after" },
  /** Pays, but cannot tell: only the message does. */
  pays_silently: { pays: true, answers: "none", sms: "after" },
  /** Pays and is not certain of it; the message is. */
  pays_unsure: { pays: true, answers: "unknown", sms: "after" },
  /** Cannot pay, and is certain. */
  fails: { pays: false, answers: "failed", sms: "none" },
  /** Did not pay, and cannot tell. */
  fails_unsure: { pays: false, answers: "unknown", sms: "none" },
} as const satisfies Record<string, { pays: boolean; answers: "sent" | "again" | "none" | "unknown" | "failed"; sms: "before" | "after" | "none" }>;
export type Act = keyof typeof ACTS;

/** What happens at the door. */
export type Door = "plain" | "twice" | "too_little" | "own_wallet" | "large";
/** What staff decide about a large one, or the merchant, before anything is sent. */
export type Decision = "approve" | "reject" | "cancel";

interface PayoutScenarioInfo {
  readonly of100: number;
  readonly says: string;
  readonly door: Door;
  readonly decision?: Decision;
  /** One per attempt; after one that does not pay a person resets, or gives up where it is the last. */
  readonly acts: readonly Act[];
}

/** Name -> how many of a hundred payouts, and how they go. */
export const PAYOUT_SCENARIOS = {
  answer_first: { of100: 24, says: "paid by phone, the answer came first", door: "plain", acts: ["answer_first"] },
  sms_first: { of100: 18, says: "paid by phone, the message came first", door: "plain", acts: ["sms_first"] },
  answer_again: { of100: 8, says: "the phone answered twice, then otherwise", door: "plain", acts: ["answer_again"] },
  lost_answer: { of100: 7, says: "the phone's answer was lost, the message told", door: "plain", acts: ["pays_silently"] },
  unsure: { of100: 7, says: "the phone was not certain, the message was", door: "plain", acts: ["pays_unsure"] },
  failed_once: { of100: 7, says: "failed, reset by two people, then paid", door: "plain", acts: ["fails", "answer_first"] },
  failed: { of100: 5, says: "failed and given up", door: "plain", acts: ["fails"] },
  unsure_unpaid: { of100: 4, says: "unknown, found unpaid by a person, reset, then paid", door: "plain", acts: ["fails_unsure", "sms_first"] },
  repeated: { of100: 4, says: "payout sent again under its merchant_order_id", door: "twice", acts: ["answer_first"] },
  approved: { of100: 5, says: "large, approved, then paid", door: "large", decision: "approve", acts: ["answer_first"] },
  rejected: { of100: 3, says: "large and rejected", door: "large", decision: "reject", acts: [] },
  cancelled: { of100: 3, says: "large, cancelled by the merchant in time", door: "large", decision: "cancel", acts: [] },
  too_little: { of100: 3, says: "more than the merchant has: refused", door: "too_little", acts: [] },
  own_wallet: { of100: 2, says: "to a wallet of the platform: refused", door: "own_wallet", acts: [] },
} as const satisfies Record<string, PayoutScenarioInfo>;
export type PayoutScenario = keyof typeof PAYOUT_SCENARIOS;

/** Looks a scenario up under the common type. */
export function payoutScenario(name: PayoutScenario): PayoutScenarioInfo {
  return PAYOUT_SCENARIOS[name];
}

/** A hundred cards. */
export const PAYOUT_DECK: readonly PayoutScenario[] = (Object.keys(PAYOUT_SCENARIOS) as PayoutScenario[]).flatMap((name) =>
  Array.from({ length: PAYOUT_SCENARIOS[name].of100 }, () => name),
);

/** Above this amount a person approves; the demo's own threshold, low enough for what its merchants collect. Minor units. */
export const LARGE_ABOVE = 1_500_00n;
