/** The form of a merchant: new, or changed. Finance sees every field and changes the fees. */
import { linesOf } from "../../forms/entries.ts";
import { parseAmount } from "../../../contract/money.ts";
import { MERCHANT_FIELD_PERMISSIONS } from "../../../contract/merchants.ts";
import type { MerchantCreated, MerchantRow } from "../../../contract/merchants.schema.ts";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import { call } from "../../api.ts";
import type { FieldSpec, FormSpec } from "../../forms/spec.ts";
import { type MessageKey, text } from "../../i18n/keys.ts";
import { mayNow } from "../../session.tsx";
import { DisbursePreview, PaymentPreview } from "./fee-preview.tsx";
import { shownSecret } from "./shown.ts";
import { bpsOf, createBody, type FeeSide, madeFree, patchBody, valuesOf } from "./values.ts";

const NAME_MAX = 64;
const URL_MAX = 500;
type Defaults = { readonly payment_fee: FeeRuleJson; readonly disburse_fee: FeeRuleJson };

const checkRate = (value: string): MessageKey | null => (bpsOf(value) === null ? "merchants.form.rateBad" : null);
const checkUrl = (value: string): MessageKey | null => (URL.canParse(value) ? null : "merchants.form.urlBad");

function feeFields<Subject>(side: FeeSide, locked: boolean): readonly FieldSpec<Subject>[] {
  const disabled = { disabled: () => locked };
  const server = (name: string): { server: readonly string[] } => ({ server: [`${side}_fee.${name}`] });
  const checkMax: FieldSpec<Subject>["check"] = (value, values) => {
    const [min, max] = [parseAmount((values[`${side}_min`] ?? "").trim()), parseAmount(value)];
    return min !== null && max !== null && max < min ? "merchants.form.maxBelowMin" : null;
  };
  return [
    {
      name: `${side}_rate`,
      kind: "text",
      label: "merchants.form.rate",
      help: "merchants.form.rateHelp",
      check: checkRate,
      half: true,
      section: `merchants.form.section.${side}`,
      maxLength: 6,
      ...disabled,
      ...server("rate_bps"),
    },
    {
      name: `${side}_fixed`,
      kind: "amount",
      zero: true,
      label: "merchants.form.fixed",
      help: "merchants.form.fixedHelp",
      half: true,
      ...disabled,
      ...server("fixed"),
    },
    {
      name: `${side}_min`,
      kind: "amount",
      zero: true,
      label: "merchants.form.min",
      help: "merchants.form.blankNone",
      half: true,
      ...disabled,
      ...server("min"),
    },
    {
      name: `${side}_max`,
      kind: "amount",
      zero: true,
      label: "merchants.form.max",
      help: "merchants.form.blankNone",
      half: true,
      check: checkMax,
      ...disabled,
      ...server("max"),
    },
    { name: `${side}_preview`, kind: "custom", label: "merchants.form.preview", component: side === "payment" ? PaymentPreview : DisbursePreview },
  ];
}

/** Whoever makes a merchant may fill in everything. */
function fields<Subject>(isNew: boolean): readonly FieldSpec<Subject>[] {
  const of = (name: keyof typeof MERCHANT_FIELD_PERMISSIONS): { disabled: () => boolean } => ({
    disabled: () => !isNew && !mayNow(MERCHANT_FIELD_PERMISSIONS[name]),
  });
  const feesLocked = !isNew && !mayNow("merchants.fees");
  return [
    { name: "name", kind: "text", label: "merchants.column.name", required: true, maxLength: NAME_MAX, half: true, ...of("name") },
    { name: "owner", kind: "text", label: "words.field.owner", maxLength: NAME_MAX, half: true, ...of("owner") },
    ...feeFields<Subject>("payment", feesLocked),
    ...feeFields<Subject>("disburse", feesLocked),
    {
      name: "withdrawal_reserve",
      kind: "amount",
      zero: true,
      label: "words.field.withdrawal_reserve",
      help: "merchants.form.reserveHelp",
      section: "merchants.form.section.withdrawal",
      disabled: () => feesLocked,
    },
    {
      name: "ip_whitelist",
      kind: "multiline",
      entries: linesOf,
      label: "words.field.ip_whitelist",
      help: "merchants.form.ip",
      section: "merchants.form.section.integration",
      ...of("ip_whitelist"),
    },
    {
      name: "notify_url",
      kind: "text",
      label: "words.field.notify_url",
      help: "merchants.form.url",
      maxLength: URL_MAX,
      check: checkUrl,
      ...of("notify_url"),
    },
    { name: "require_ack", kind: "switch", label: "merchants.form.ack", ...of("require_ack") },
  ];
}

/** A fee of nothing is seldom meant: said before it is sent. */
const freeWords = ([side, ...more]: readonly FeeSide[]): string | null =>
  side === undefined ? null : text(`merchants.form.free.${more.length > 0 ? "both" : side}`);

/** Makes a merchant; its two secrets are shown afterwards, this once. */
export function createForm(defaults: Defaults): FormSpec<null, MerchantCreated> {
  return {
    title: (_none, { t }) => t("merchants.ask.createTitle"),
    fields: fields<null>(true),
    initial: () => valuesOf(defaults),
    ask: (values) => freeWords(madeFree(values, null)),
    submit: async (values, _none, idempotencyKey) => {
      const answer = await call("POST /api/merchants", { body: createBody(values), idempotencyKey });
      if (answer.success && answer.status !== 202) {
        const { name, app_id, app_secret, webhook_secret } = answer.data;
        shownSecret.set({
          kind: "created",
          name,
          appId: app_id,
          values: [
            { label: "app_id", value: app_id },
            { label: "app_secret", value: app_secret },
            { label: "webhook_secret", value: webhook_secret },
          ],
          previousUntil: null,
        });
      }
      return answer;
    },
    label: "merchants.form.create",
  };
}

/** Changes a merchant; made when it is opened, since what may be changed depends on who is signed in. */
export function editForm(): FormSpec<MerchantRow, MerchantRow> {
  return {
    title: (row, { t }) => t("merchants.ask.editTitle", { name: row.name }),
    intro: (_row, { t }) => t(mayNow("merchants.edit") ? "merchants.ask.feeIntro" : "merchants.ask.feesIntro"),
    fields: fields<MerchantRow>(false),
    initial: valuesOf,
    ask: (values, base) => freeWords(madeFree(values, base)),
    submit: (values, row) => call("PATCH /api/merchants/:id", { params: { id: row.id }, body: patchBody(row, values, mayNow) }),
    label: "merchants.form.save",
    reload: async (row) => {
      const answer = await call("GET /api/merchants/:id", { params: { id: row.id } });
      return answer.success ? answer.data : null;
    },
  };
}
