import { describe, expect, it } from "vitest";
import { approvalQuery } from "./approvals.schema.ts";
import { AUDIT_ACTIONS, AUDIT_FIELDS, AUDIT_OBJECTS } from "./audit.ts";
import { deliveryQuery } from "./deliveries.schema.ts";
import { batchQuery } from "./disburse-batches.schema.ts";
import { disburseQuery } from "./disburses.schema.ts";
import { journalQuery } from "./journals.schema.ts";
import { manualQuery } from "./manual.schema.ts";
import { merchantCreate, merchantPatch, merchantQuery } from "./merchants.schema.ts";
import { paymentQuery } from "./payments.schema.ts";
import { walletDaysQuery } from "./reconciliation.schema.ts";
import { smsQuery } from "./sms.schema.ts";
import { transferQuery } from "./transfers.schema.ts";
import { auditQuery, userPatch, userQuery } from "./users.schema.ts";
import { walletCreate, walletPatch, walletQuery } from "./wallets.schema.ts";
import { withdrawalQuery } from "./withdrawal.schema.ts";

const KNOWN: ReadonlySet<string> = new Set(AUDIT_FIELDS);
/** Said by the act itself, or masked. */
const NEVER_WRITTEN = ["version", "password"];

describe("the audit trail's names", () => {
  it("stand once each", () => {
    for (const names of [AUDIT_ACTIONS, AUDIT_OBJECTS, AUDIT_FIELDS]) expect(new Set<string>(names).size).toBe(names.length);
  });

  it.each(
    Object.entries({
      approvalQuery,
      auditQuery,
      batchQuery,
      deliveryQuery,
      disburseQuery,
      journalQuery,
      manualQuery,
      merchantQuery,
      paymentQuery,
      smsQuery,
      transferQuery,
      userQuery,
      walletDaysQuery,
      walletQuery,
      withdrawalQuery,
      merchantCreate,
      merchantPatch,
      userPatch,
      walletCreate,
      walletPatch,
    }),
  )("%s can be recorded: each of its fields is known", (_name, { shape }) => {
    expect(Object.keys(shape).filter((field) => !NEVER_WRITTEN.includes(field) && !KNOWN.has(field))).toEqual([]);
  });
});
