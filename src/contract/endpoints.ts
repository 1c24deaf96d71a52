/** Every call of the dashboard as one type: the web's client is made from it, the server's registry is checked against it. */
import type * as z from "zod";
import type { BulkOut } from "./bulk.schema.ts";
import type * as cfg from "./config.schema.ts";
import type * as del from "./deliveries.schema.ts";
import type { Page } from "./envelope.ts";
import type * as home from "./home.schema.ts";
import type * as jour from "./journals.schema.ts";
import type * as mer from "./merchants.schema.ts";
import type * as pay from "./payments.schema.ts";
import type * as ses from "./session.schema.ts";
import type * as sms from "./sms.schema.ts";
import type * as usr from "./users.schema.ts";
import type * as wal from "./wallets.schema.ts";

type In<T extends z.ZodType> = z.input<T>;
type Out<T extends z.ZodType> = z.output<T>;
/** Query values as the address carries them. */
type Q<T> = { [K in keyof T]?: string | number | undefined };
type Ok = Record<string, never>;
type Bulk = { action: string; items: { id: string; version: number }[]; [extra: string]: unknown };

export interface Endpoints {
  "POST /api/signin": { body: In<typeof ses.signin>; data: ses.Profile };
  "POST /api/signout": { body: Ok; data: Ok };
  "GET /api/user": { data: ses.Profile };
  "GET /api/merchant": { data: mer.OwnMerchant | null };
  "POST /api/user/password/save": { body: In<typeof ses.passwordSave>; data: Ok };
  "POST /api/user/check": { body: In<typeof ses.check>; data: Out<typeof ses.checked> };
  "PUT /api/user/authenticator/reset": { body: Ok; data: Out<typeof ses.authenticatorReset> };
  "POST /api/user/verify": { body: In<typeof ses.verify>; data: Out<typeof ses.verified> };
  "GET /api/user/sessions": { data: { items: ses.SessionRow[] } };
  "DELETE /api/user/sessions/:id": { data: Ok };
  "GET /api/user/preferences": { data: ses.Preferences };
  "PATCH /api/user/preferences": { body: ses.Preferences; data: ses.Preferences };

  "GET /api/payments": { query: Q<pay.PaymentQuery>; data: Page<pay.PaymentRow> };
  "GET /api/payments/:id": { data: pay.PaymentDetail };
  "POST /api/payments/:id/approve": { body: In<typeof pay.paymentApprove>; data: pay.PaymentRow };
  "POST /api/payments/:id/reject": { body: In<typeof pay.paymentReject>; data: pay.PaymentRow };
  "POST /api/payments/:id/recheck": { body: In<typeof pay.paymentRecheck>; data: pay.PaymentRow };
  "POST /api/payments/:id/complete": { body: In<typeof pay.paymentComplete>; data: pay.PaymentRow };
  "POST /api/payments/:id/note": { body: In<typeof pay.paymentNote>; data: pay.PaymentRow };
  "POST /api/payments/:id/notify": { body: In<typeof pay.paymentNotify>; data: pay.PaymentRow };
  "POST /api/payments/bulk": { body: Bulk; data: BulkOut };

  "GET /api/sms": { query: Q<sms.SmsQuery>; data: Page<sms.SmsRow> };
  "GET /api/sms/:id": { data: sms.SmsDetail };
  "POST /api/sms": { body: In<typeof sms.smsManual>; data: sms.SmsRow };
  "POST /api/sms/:id/match": { body: In<typeof sms.smsMatch>; data: sms.SmsRow };
  "POST /api/sms/:id/ignore": { body: In<typeof sms.smsIgnore>; data: sms.SmsRow };
  "POST /api/sms/:id/parse": { body: In<typeof sms.smsParse>; data: sms.SmsRow };
  "POST /api/sms/try": { body: In<typeof sms.smsTry>; data: sms.SmsTried };
  "POST /api/sms/bulk": { body: Bulk; data: BulkOut };

  "GET /api/wallets": { query: Q<wal.WalletQuery>; data: Page<wal.WalletRow> };
  "GET /api/wallets/:id": { data: wal.WalletDetail };
  "POST /api/wallets": { body: In<typeof wal.walletCreate>; data: wal.WalletRow };
  "PATCH /api/wallets/:id": { body: In<typeof wal.walletPatch>; data: wal.WalletRow };
  "POST /api/wallets/:id/bind": { body: In<typeof wal.walletBind>; data: wal.WalletBound };
  "POST /api/wallets/:id/unbind": { body: In<typeof wal.walletUnbind>; data: wal.WalletRow };
  "POST /api/wallets/:id/enable": { body: In<typeof wal.versionOnly>; data: wal.WalletRow };
  "POST /api/wallets/:id/disable": { body: In<typeof wal.versionOnly>; data: wal.WalletRow };
  "POST /api/wallets/:id/delete": { body: In<typeof wal.versionOnly>; data: wal.WalletRow };
  "POST /api/wallets/:id/recover": { body: In<typeof wal.versionOnly>; data: wal.WalletRow };
  "POST /api/wallets/:id/clear": { body: In<typeof wal.versionOnly>; data: wal.WalletRow };
  "POST /api/wallets/bulk": { body: Bulk; data: BulkOut };

  "GET /api/merchants": { query: Q<mer.MerchantQuery>; data: Page<mer.MerchantRow> };
  "GET /api/merchants/:id": { data: mer.MerchantDetail };
  "POST /api/merchants": { body: In<typeof mer.merchantCreate>; data: mer.MerchantCreated };
  "PATCH /api/merchants/:id": { body: In<typeof mer.merchantPatch>; data: mer.MerchantRow };
  "POST /api/merchants/:id/enable": { body: In<typeof wal.versionOnly>; data: mer.MerchantRow };
  "POST /api/merchants/:id/disable": { body: In<typeof wal.versionOnly>; data: mer.MerchantRow };
  "POST /api/merchants/:id/delete": { body: In<typeof wal.versionOnly>; data: mer.MerchantRow };
  "POST /api/merchants/:id/recover": { body: In<typeof wal.versionOnly>; data: mer.MerchantRow };
  "POST /api/merchants/:id/secret": { body: In<typeof wal.versionOnly>; data: Out<typeof mer.merchantSecret> };
  "POST /api/merchants/:id/webhook-secret": { body: In<typeof wal.versionOnly>; data: Out<typeof mer.webhookSecret> };
  "POST /api/merchants/:id/webhook-test": { body: Ok; data: Out<typeof del.webhookTest> };
  "POST /api/merchants/:id/open": { body: In<typeof mer.merchantOpen>; data: mer.MerchantRow };
  "GET /api/merchants/:id/balance": { query: { at?: string }; data: Out<typeof jour.balanceAt> };

  "GET /api/journals": { query: Q<jour.JournalQuery>; data: Page<jour.JournalRow> };
  "GET /api/journals/proof": { query: { merchant_id?: string | undefined }; data: Out<typeof jour.journalProof> };

  "GET /api/users": { query: Q<usr.UserQuery>; data: Page<usr.UserRow> };
  "GET /api/users/:id": { data: usr.UserDetail };
  "POST /api/users": { body: In<typeof usr.userCreate>; data: usr.UserCreated };
  "PATCH /api/users/:id": { body: In<typeof usr.userPatch>; data: usr.UserRow };
  "POST /api/users/:id/enable": { body: In<typeof wal.versionOnly>; data: usr.UserRow };
  "POST /api/users/:id/disable": { body: In<typeof wal.versionOnly>; data: usr.UserRow };
  "POST /api/users/:id/delete": { body: In<typeof wal.versionOnly>; data: usr.UserRow };
  "POST /api/users/:id/recover": { body: In<typeof wal.versionOnly>; data: usr.UserRow };
  "POST /api/users/:id/authenticator-reset": { body: In<typeof wal.versionOnly>; data: Out<typeof usr.authenticatorResetFor> };
  "POST /api/users/:id/password-reset": { body: In<typeof wal.versionOnly>; data: Out<typeof usr.passwordReset> };
  "POST /api/users/:id/verify": { body: In<typeof ses.verify>; data: Out<typeof ses.verified> };
  "GET /api/audit": { query: Q<usr.AuditQuery>; data: Page<usr.AuditRow> };

  "GET /api/deliveries": { query: Q<del.DeliveryQuery>; data: Page<del.DeliveryRow> };
  "GET /api/deliveries/:id": { data: del.DeliveryDetail };
  "POST /api/deliveries/resend": { body: In<typeof del.resendFilter>; data: Out<typeof del.resendOut> };

  "GET /api/config": { data: cfg.ConfigOut };
  "PATCH /api/config": { body: Record<string, unknown> & { version: number }; data: cfg.ConfigOut };
  "GET /api/config/history": { data: { items: cfg.ConfigHistoryItem[] } };
  "GET /api/intake": { data: cfg.IntakeOut };
  "PATCH /api/intake": { body: In<typeof cfg.intakePatch>; data: cfg.IntakeOut };
  "GET /api/statistics/home": { data: home.Home };
  "GET /api/search": { query: { q: string }; data: home.SearchResult };
  "GET /api/views": { query: { list?: string | undefined }; data: { items: home.SavedView[] } };
  "POST /api/views": { body: In<typeof home.viewCreate>; data: home.SavedView };
  "DELETE /api/views/:id": { data: Ok };
  "GET /api/proof": { data: home.ProofOut | null };
  "POST /api/proof": { body: Ok; data: home.ProofOut };
}
export type EndpointKey = keyof Endpoints;
