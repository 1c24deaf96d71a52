// Mutants that no test can find, since the program does the same with them: each with the reason. `from` is the text that was
// changed, `to` what it became, `line` words of its line where one file has the same change twice. One that is found after all,
// or that is no longer made, fails the run.
/** @typedef {{ file: string, from: string, to: string, line?: string, why: string }} Equivalent */

const money = "src/contract/money.ts";
const routing = "src/domain/payments/routing.ts";
const matching = "src/domain/payments/matching.ts";
const kinds = "src/domain/ledger/message-kinds.ts";
const known = "src/server/core/posting/known.ts";
const SHORTCUT = "a shortcut: the long way answers the same";
const DIFFER = "reached only where both sides differ";
const NULL_IS_ZERO = "an amount is never below null, which counts as zero";

/** @type {Equivalent[]} */
export const EQUIVALENT = [
  { file: money, from: "uncheckedText.length > 16", to: "false", why: "the pattern refuses it as well, only later" },
  { file: money, from: "minor <= MAX_AMOUNT_MINOR", to: "true", why: "the pattern takes no more digits; a second wall" },
  { file: money, from: "minor < 0n", to: "minor <= 0n", line: "const digits", why: "zero has no sign" },
  { file: money, from: "[]", to: '["Stryker was here"]', line: "rule.tiers ?? []", why: "a tier without an amount is never reached" },
  { file: money, from: "rule.rateBps <= 10_000", to: "rule.rateBps < 10_000", why: SHORTCUT },
  {
    file: money,
    from: "rule.rateBps <= 10_000 && rule.fixedMinor === 0n && rule.minMinor === null && (rule.tiers === undefined || rule.tiers.length === 0)",
    to: "false",
    why: SHORTCUT,
  },
  { file: money, from: "rule.tiers.length === 0", to: "false", why: SHORTCUT },
  { file: money, from: "rule.tiers === undefined || rule.tiers.length === 0", to: "false", line: "const part", why: SHORTCUT },
  { file: money, from: "rule.minMinor !== null", to: "true", line: "fee < rule.minMinor", why: NULL_IS_ZERO },
  { file: money, from: "fee < rule.minMinor", to: "fee <= rule.minMinor", why: "a fee at its bound stays there" },
  { file: money, from: "fee > rule.maxMinor", to: "fee >= rule.maxMinor", why: "a fee at its bound stays there" },
  { file: routing, from: "limits.minMinor !== null", to: "true", why: NULL_IS_ZERO },
  { file: routing, from: "left.share < right.share", to: "left.share <= right.share", why: DIFFER },
  { file: routing, from: "left.lastUsedMs < right.lastUsedMs", to: "left.lastUsedMs <= right.lastUsedMs", why: DIFFER },
  { file: routing, from: "left.index < right.index", to: "left.index <= right.index", why: "no two wallets have one index" },
  { file: routing, from: "group.all.length === 0", to: "true", why: "the same group is put where it stands already" },
  { file: routing, from: "[]", to: '["Stryker was here"]', line: "?.ranked ?? []", why: "what is no wallet is taken by no order" },
  { file: routing, from: "low - 1 > rank", to: "true", why: "a wallet that stays is taken out and put back" },
  { file: routing, from: "low - 1 > rank", to: "low - 1 >= rank", why: "a wallet that stays is taken out and put back" },
  { file: routing, from: "low - 1", to: "low + 1", line: "> rank", why: "a wallet that stays is taken out and put back" },
  { file: matching, from: 'candidate.status === "expired"', to: "true", line: 'candidate.status === "pending"', why: "the one status that is left" },
  { file: matching, from: 'decision.kind === "none"', to: "false", why: "a decision for nothing names no order either" },
  { file: matching, from: '"none"', to: '""', line: "const won", why: "a decision for nothing names no order either" },
  { file: kinds, from: 'direction === "none"', to: "false", why: "no kind does anything in the direction `none`" },
  { file: kinds, from: '"none"', to: '""', line: "direction ===", why: "no kind does anything in the direction `none`" },
  { file: kinds, from: "effect !== undefined", to: "true", why: "nobody asks for the effect that is none; the types want the check" },
  { file: "src/domain/ledger/postings.ts", from: "rest > 0n", to: "rest >= 0n", why: "a rest of nothing has been answered before" },
  { file: known, from: "[]", to: '["Stryker was here"]', line: "opened.used ?? []", why: "what has no TrxID is never looked for" },
  { file: known, from: "[]", to: '["Stryker was here"]', line: "this.byTrx.get", why: "what is no open order is left out" },
  { file: known, from: "[]", to: '["Stryker was here"]', line: "this.byWallet.get", why: "what is no open order is left out" },
  { file: "src/domain/payouts/routing.ts", from: "left.id < right.id", to: "left.id <= right.id", why: "no two wallets have one id" },
  { file: "src/domain/payouts/routing.ts", from: "best?.id", to: "best.id", why: "without a best wallet every one has a refusal, which comes first" },
];
