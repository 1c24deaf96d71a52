/** What can be done to many withdrawals. */
import { withdrawalQuery } from "../../../contract/withdrawal.schema.ts";
import { asSource, type BulkAct } from "../../core/bulk/acts.ts";
import { refusedField } from "../../platform/refusal.ts";
import { exportWithdrawal } from "./bank-file.ts";
import { approveWithdrawal, rejectWithdrawal } from "./decide.ts";
import { payWithdrawal } from "./paid.ts";
import { WITHDRAWAL_LIST } from "./queries.ts";

const source = asSource(WITHDRAWAL_LIST, withdrawalQuery, { version: "t.version", amount: "t.amount", merchant: "t.merchant_id", label: "null::text" });

export const WITHDRAWAL_BULK: readonly BulkAct[] = [
  {
    name: "withdrawal.approve",
    source,
    audit: ["withdrawal.approve"],
    check: "verb",
    run: (ctx, { id, version }) => approveWithdrawal(ctx, id, { version }),
  },
  {
    name: "withdrawal.reject",
    source,
    audit: ["withdrawal.reject"],
    check: "verb",
    run: (ctx, { id, version, reason }) => rejectWithdrawal(ctx, id, { version, reason }),
  },
  {
    name: "withdrawal.export",
    source,
    audit: ["withdrawal.export"],
    check: "verb",
    // The file is its job's.
    run: async (ctx, { id, version, jobId }) => (jobId === null ? refusedField("action", "not_allowed") : exportWithdrawal(ctx, id, { version, jobId })),
  },
  {
    name: "withdrawal.paid",
    source,
    audit: ["withdrawal.paid"],
    check: "verb",
    run: async (ctx, { id, version, reference }) =>
      reference === null ? refusedField("reference", "required") : payWithdrawal(ctx, id, { version, reference }),
  },
];
