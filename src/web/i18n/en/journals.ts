import type { Shape } from "../index.ts";
import type { journals as zh } from "../zh/journals.ts";

export const journals = {
  searchHint: "Entry id, order id",
  empty: "No entry yet. Entries appear here when a merchant's balance changes.",
  column: {
    id: "Entry ID",
    merchant: "Merchant",
    kind: "Kind",
    reference: "Reference",
    before: "Before balance",
    after: "After balance",
    amount: "Amount",
    created: "Time",
    note: "Note",
  },
  kind: {
    payment: "Payment",
    payment_fee: "Payment fee",
    disburse_hold: "Disburse hold",
    disburse_release: "Disburse release",
    withdrawal_hold: "Withdrawal hold",
    withdrawal_release: "Withdrawal release",
    merchant_credit: "System add",
    merchant_debit: "System deduct",
    payment_reversal: "Payment reversal",
    opening: "Opening balance",
  },
  proof: {
    ok: "Chain unbroken, sums agree",
    broken: "The chain is broken or sums disagree: see the proof of the books on home",
    detail: "{{accounts}} accounts, {{entries}} entries, checked",
    checking: "Checking the chain…",
    failed: "Cannot be checked now",
    again: "Check again",
  },
  balance: {
    open: "Balance at a moment",
    title: "Balance at a moment",
    merchant: "Merchant",
    at: "Moment (Beijing time)",
    show: "Show",
    available: "Available balance",
    held: "Held balance",
    asOf: "As of {{at}}",
    future: "Choose a moment that is not after now",
  },
} satisfies Shape<typeof zh>;
