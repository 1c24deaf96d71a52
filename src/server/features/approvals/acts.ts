/**
 * What an approval runs, by kind. The verb is called as its route would call it, with a context whose transaction is the
 * approval's own, by the second person (or, for `collect` kinds, by the maker once it is approved), under the version and
 * body that the maker sent.
 */
import type { ApprovalKind } from "../../../contract/approvals.ts";
import { configPatch } from "../../../contract/config.schema.ts";
import { feeCancel, feeChange } from "../../../contract/fees.schema.ts";
import { disburseComplete, disburseCorrect, disburseReset } from "../../../contract/disburses.schema.ts";
import { merchantPatch } from "../../../contract/merchants.schema.ts";
import { paymentApprove, paymentComplete, paymentCorrect } from "../../../contract/payments.schema.ts";
import type { UserType } from "../../../contract/permissions.ts";
import { smsEndingSwitch } from "../../../contract/sms-endings.schema.ts";
import { smsRuleSwitch } from "../../../contract/sms-rules.schema.ts";
import { smsManual, smsMatch } from "../../../contract/sms.schema.ts";
import { transferComplete } from "../../../contract/transfers.schema.ts";
import { versionOnly, walletUnbind } from "../../../contract/wallets.schema.ts";
import { patchConfig } from "../../core/config/config.ts";
import type { App, Ctx, UserCtx } from "../../platform/context.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { directoryOf } from "../devices/directory.ts";
import { cancelFee, changeFee } from "../fees/change.ts";
import { completeDisburse } from "../disburses/complete.ts";
import { correctDisburse } from "../disburses/correct.ts";
import { resetDisburse } from "../disburses/reset.ts";
import { dropMerchants } from "../../core/parties/merchants.ts";
import { patchMerchant } from "../merchants/patch.ts";
import { rotateSecret, rotateWebhookSecret } from "../merchants/rotate.ts";
import { approvePayment } from "../payments/approve.ts";
import { completePayment } from "../payments/complete.ts";
import { correctPayment } from "../payments/correct.ts";
import { reopenDay, reopenPayload, reopenTogether } from "../reconciliation/reopen.ts";
import { matchSms } from "../sms/match.ts";
import { switchEndingOn } from "../sms/endings/acts.ts";
import { dropWords } from "../../core/posting/in-force.ts";
import { switchRuleOn } from "../sms/rules/acts.ts";
import { typeInSms } from "../sms/type-in.ts";
import { completeTransfer } from "../transfers/complete.ts";
import { endManual, runManual } from "../manual/decide.ts";
import { unbindWallet } from "../wallets/unbind.ts";

/** A request as its act gets it. */
export interface StoredAct {
  readonly objectId: bigint;
  /** The object's public id; "" where it has none. */
  readonly id: string;
  /** The body of the maker's call; read it with the route's schema. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface Act {
  readonly kind: ApprovalKind;
  /** Runs the verb. Its refusals are the approval's answer; a `conflict` also lapses the request, which can never succeed. */
  readonly run: (ctx: UserCtx, stored: StoredAct) => Promise<unknown>;
  /** Runs after the commit: what the verb does after its own transaction (remembered rows forgotten). */
  readonly after?: (app: App) => void;
  /** Which two may do it together; by default any two who hold the permission. */
  readonly together?: (maker: UserType, checker: UserType) => boolean;
  /** Runs in the same transaction when a request ends without being done. */
  readonly ended?: (ctx: Ctx, tx: Tx, stored: StoredAct, how: "rejected" | "lapsed" | "cancelled", reason: string | null) => Promise<void>;
}

/** Every act once; add yours here and its kind to `contract/approvals.ts`. */
export const ACTS: readonly Act[] = [
  { kind: "payments.complete", run: (ctx, { id, payload }) => completePayment(ctx, id, paymentComplete.parse(payload)) },
  { kind: "payments.correct", run: (ctx, { id, payload }) => correctPayment(ctx, id, paymentCorrect.parse(payload)) },
  { kind: "payments.approve", run: (ctx, { id, payload }) => approvePayment(ctx, id, paymentApprove.parse(payload)) },
  { kind: "sms.match", run: (ctx, { id, payload }) => matchSms(ctx, id, smsMatch.parse(payload)) },
  { kind: "sms.type-in", run: (ctx, { payload }) => typeInSms(ctx, smsManual.parse(payload)) },
  { kind: "sms.rule", run: (ctx, { id, payload }) => switchRuleOn(ctx, id, smsRuleSwitch.parse(payload)), after: dropWords },
  { kind: "sms.ending", run: (ctx, { id, payload }) => switchEndingOn(ctx, id, smsEndingSwitch.parse(payload)), after: dropWords },
  { kind: "transfers.complete", run: (ctx, { id, payload }) => completeTransfer(ctx, id, transferComplete.parse(payload)) },
  { kind: "disburses.complete", run: (ctx, { id, payload }) => completeDisburse(ctx, id, disburseComplete.parse(payload)) },
  { kind: "disburses.correct", run: (ctx, { id, payload }) => correctDisburse(ctx, id, disburseCorrect.parse(payload)) },
  { kind: "disburses.reset", run: (ctx, { id, payload }) => resetDisburse(ctx, id, disburseReset.parse(payload)) },
  { kind: "merchants.fees", run: (ctx, { id, payload }) => patchMerchant(ctx, id, merchantPatch.parse(payload)), after: dropMerchants },
  {
    kind: "merchants.fee-rule",
    run: (ctx, { id, payload }) => {
      const taken = feeCancel.safeParse(payload);
      return taken.success ? cancelFee(ctx, id, taken.data) : changeFee(ctx, id, feeChange.parse(payload));
    },
    after: dropMerchants,
  },
  { kind: "merchants.secret", run: (ctx, { id, payload }) => rotateSecret(ctx, id, versionOnly.parse(payload).version), after: dropMerchants },
  { kind: "merchants.webhook-secret", run: (ctx, { id, payload }) => rotateWebhookSecret(ctx, id, versionOnly.parse(payload).version), after: dropMerchants },
  {
    kind: "wallets.unbind",
    run: (ctx, { objectId, payload }) => unbindWallet(ctx, objectId, walletUnbind.parse(payload)),
    after: (app) => directoryOf(app).forget(),
  },
  {
    kind: "reconciliation.reopen",
    run: (ctx, { id, payload }) => {
      const { date, ...input } = reopenPayload.parse(payload);
      return reopenDay(ctx, { id, date }, input);
    },
    together: reopenTogether,
  },
  { kind: "config.fees", run: (ctx, { payload }) => patchConfig(ctx, configPatch.parse(payload)), after: (app) => void app.config.reload() },
  {
    kind: "manual.apply",
    run: (ctx, { objectId }) => runManual(ctx, objectId),
    ended: (ctx, tx, { objectId }, how, reason) => endManual(ctx, tx, objectId, how, reason),
  },
];

const BY_KIND = new Map(ACTS.map((act) => [act.kind, act]));

/** The act of a kind. @throws Error when it has none: a test looks for that */
export function actOf(kind: ApprovalKind): Act {
  const act = BY_KIND.get(kind);
  if (!act) throw new Error(`no act runs ${kind}`);
  return act;
}
