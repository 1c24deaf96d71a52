import type { ExceptionKind } from "../../../contract/exceptions.ts";

/** What should have been, what was found, and what ends it: by kind of exception. */
export const ABOUT: Readonly<Record<ExceptionKind, string>> = {
  payment_review:
    "A message completes an order by itself only where both agree in full. Here something differs, or more than one order fits. Approving or rejecting ends it.",
  sms_unmatched: "Money received belongs to a payment. This is booked, but no single order fits. Matching it to an order, or ignoring it, ends it.",
  sms_suspicious:
    "A message comes from the operator and agrees with what is known. This one does not, for the reason below, and has completed nothing. Check the operator's records: ignore it where they do not have it; else complete the trusted sender IDs or the rules and parse it again. It cannot be matched as it is.",
  suspense_ignored:
    "Money in suspense belongs to an order or is written off. This message was ignored, and its money is still there. Matching it to an order, or writing it off under manual operations, ends it.",
  sms_unparsed:
    "Amount and TrxID can be read from an operator's message. No rule knows this wording. Write a rule in the message lab, fill it in manually, or ignore it.",
  disburse_review:
    "A payout within the limits is approved by itself. This one is outside them, and nothing is paid before a decision. Approving or rejecting ends it.",
  disburse_unknown:
    "An instruction to pay has an outcome. None came: the money may have left or not, so it is not paid again. Re-check it, or complete or fail it by the operator's records.",
  disburse_queued:
    "A payout gets a wallet at once. None has the balance, the limits and a connection now. It goes on by itself once float, limits or a wallet are there.",
  disburse_overdue:
    "A payout does not wait longer than the hours that are set. This one has. Make a wallet available, or reject it and the merchant has the money back.",
  disburse_by_hand: "A person pays from this wallet. Pay the recipient on the phone and complete it with the TrxID; fail it if it cannot be paid.",
  disburse_attempt_failed:
    "An attempt pays the recipient. This one failed: no money left. Reset it and a wallet is chosen anew, or fail it and the merchant has the money back; left alone, it fails by itself.",
  disburse_differs: "A payout has one outcome. What was said contradicts itself, or somebody else was paid. Check the operator's records and correct it.",
  disburse_returned:
    "A completed payout does not come back. The operator returned this one to the wallet: the recipient does not have it. Settle it with the merchant, then say how.",
  transfer_waiting:
    "A transfer between wallets waits for approval. Approving holds the amount; it is booked once the money has moved. Approving or cancelling ends it.",
  withdrawal_waiting: "A merchant asks for money, which is held back from what is available. Approve and pay it, or reject it and it is available again.",
  approval_waiting: "This action takes effect once somebody else has approved it. Approving or rejecting ends it; it expires otherwise.",
  manual_waiting: "A manual booking takes effect once somebody else has applied it. Applying or rejecting ends it; it expires otherwise.",
  wallet_gap:
    "The balance in each message is the one before, with the amount added or taken off. Messages are missing in between, of the sum below. It ends by itself once they are added or a statement is imported.",
  books_differ:
    "The books equal the balance in the operator's latest message. They differ by the sum below. It ends by itself once messages are added, a statement is imported or an adjustment is made.",
  wallet_unreported:
    "What a person, a phone or an interface confirmed has the operator's message to prove it. None came in time. It ends by itself once the message comes or is added.",
  wallet_negative:
    "A wallet's books are not below zero. More was booked out than in, mostly because a message is missing. It ends by itself once that is added.",
  wallet_deleted_moves: "A deleted wallet is empty. Its phone has reported money again. Recover the wallet, then move the money.",
  merchant_deleted_moves:
    "A deleted merchant has no balance. Late money for one of its orders, or a reversal, was booked to it since. Recover the merchant, then settle the balance.",
  wallet_near_limit:
    "The wallet's use of the day or month is close to its limit, where it gets no more orders. Raise the limit, enable another wallet, or wait for the next period.",
  no_wallet: "An order finds a wallet. The latest were refused, for the reasons below by wallet. It ends by itself after 30 minutes without a refusal.",
  debit_unexplained:
    "Money that leaves belongs to a payout, transfer or withdrawal. This belongs to none: somebody may have paid from the phone. Find out, then link or explain it.",
  payment_reversed:
    "Money that was booked stays. The operator took this back, and the merchant may have been notified of success. Settle it with the merchant, then reverse or explain it.",
  payment_written_off:
    "Money that was written off is no order's. The operator says that this was paid for the payment, which its TrxID completes no more. Check the operator's records, then credit the merchant under manual operations, or explain it.",
  manual_completion_differs:
    "What a person filled in agrees with the message that comes later. TrxID, amount or payer differ. Correct the order, or explain it.",
  trx_repeated:
    "A TrxID belongs to one transaction. Another message came with the same one and different content; nothing was booked twice. Check the operator's records, then explain it.",
  delivery_failed:
    "A merchant gets every notification. This failed after all retries. Ask the merchant to check the address, then send again from the list of notifications.",
  device_silent:
    "A phone reports regularly. This one has gone silent: no messages arrive, and wallets without another phone get no orders. Check its battery, network and app.",
  device_new_network: "A phone stays on networks that are known. This one has moved to another. Make sure that it is in the right hands, else unbind it.",
  device_sim_unknown:
    "A message says which SIM received it. This phone has several wallets and the message does not say, so it was put to none. Find out, then add it manually.",
  device_sims_swapped: "A SIM receives its own operator's messages. This one received the other's: the two may be swapped. Check, then bind them again.",
  device_encrypted: "Messages are forwarded as they are. This phone encrypts them and they cannot be read. Turn encryption off in its app.",
  operator_failing:
    "The operator's interface answers. It fails again and again: this wallet can neither pay nor be asked. Check its credentials, or call the operator.",
  config_schedule: "A scheduled change takes effect at its time. This one was held or refused and nothing changed. Schedule it again, or remove it.",
  seal_late: "A business day is sealed soon after its end. The day before is not. The books are right; check that background jobs run.",
  proof_broken: "The ledger agrees at every check. This time it did not. Make no manual adjustment; look at the findings and call who keeps the system.",
};
