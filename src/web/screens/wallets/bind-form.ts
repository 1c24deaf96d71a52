/** The forms that tie a phone to a wallet and take it off. */
import type { WalletBind, WalletBound, WalletRow } from "../../../contract/wallets.schema.ts";
import { DEVICE_APPS, FORWARDING_APPS } from "../../../contract/wallets.ts";
import { call, type Result } from "../../api.ts";
import type { FormSpec, Values } from "../../forms/spec.ts";
import { phoneText } from "../../i18n/format.ts";
import { ALL_DEVICES, AppField, DeviceField, ModeField, NO_DEVICE, PayoutField, UnbindField } from "./bind-fields.tsx";
import { shownBinding } from "./bound.ts";

const SIMS = ["sim1", "sim2"] as const;
/** No card is named: the phone has one, or its cards need not be told apart. */
const ANY_SIM = "any";

/** What the form asks of the server. */
export function bindBody(values: Values): Omit<WalletBind, "version"> {
  const app = DEVICE_APPS.find((one) => one === values.app);
  const sim = SIMS.find((one) => one === values.sim);
  if (values.mode === "again") return { device_id: values.device_id ?? "" };
  if (values.mode === "sim") return { device_id: values.device_id ?? "", ...(sim ? { sim } : {}) };
  return { ...(app ? { app } : {}), ...(sim ? { sim } : {}) };
}

async function reload(row: WalletRow): Promise<WalletRow | null> {
  const answer = await call("GET /api/wallets/:id", { params: { id: row.id } });
  return answer.success ? answer.data : null;
}

/** Asks for a binding and hands it to the dialog that shows it. */
export async function bind(wallet: WalletRow, asked: Omit<WalletBind, "version">, version: number, idempotencyKey?: string): Promise<Result<WalletBound>> {
  const answer = await call("POST /api/wallets/:id/bind", {
    params: { id: wallet.id },
    body: { ...asked, version },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  });
  if (answer.success && answer.status !== 202) shownBinding.set({ wallet, asked, bound: answer.data });
  return answer;
}

/** Binds a phone; the code, or the address and its secret, are shown afterwards. */
export const bindForm: FormSpec<WalletRow, WalletBound> = {
  title: (row, { t }) => t("wallets.ask.bindTitle", { name: row.name }),
  intro: (row, { t }) => {
    const forwarded = t("wallets.ask.bindIntro", { account: phoneText(row.account) });
    // An app that forwards pays nothing out: a person does, and the operator's message proves it.
    const lacksPayout = row.api_type === "app" && !row.devices.some((device) => device.payout);
    const payout = row.api_type === "manual" ? "wallets.ask.bindByHand" : lacksPayout ? "wallets.ask.bindNoPayout" : null;
    return payout === null ? forwarded : `${forwarded}\n${t(payout)}`;
  },
  fields: [
    { name: "mode", kind: "custom", label: "wallets.bind.mode", required: true, component: ModeField },
    { name: "app", kind: "custom", label: "wallets.bind.app", required: true, component: AppField, shown: (values) => values.mode === "new" },
    { name: "device_id", kind: "custom", label: "wallets.bind.device", required: true, component: DeviceField, shown: (values) => values.mode !== "new" },
    {
      name: "sim",
      kind: "radio",
      label: "wallets.bind.slot",
      options: [
        { value: ANY_SIM, label: "wallets.bind.anySim" },
        { value: "sim1", label: "wallets.bind.sim1" },
        { value: "sim2", label: "wallets.bind.sim2" },
      ],
      shown: (values) => values.mode !== "again",
      check: (value, values) => (values.mode === "sim" && value === ANY_SIM ? "errors.field.required" : null),
    },
  ],
  initial: () => ({ mode: "new", app: FORWARDING_APPS[0] ?? "", device_id: "", sim: ANY_SIM }),
  submit: (values, row, idempotencyKey) => bind(row, bindBody(values), row.version, idempotencyKey),
  label: "wallets.bind.submit",
  reload,
};

/** Takes one phone or all off a wallet. */
export const unbindForm: FormSpec<WalletRow, WalletRow> = {
  title: (row, { t }) => t("wallets.ask.unbindTitle", { name: row.name }),
  intro: (_row, { t }) => t("wallets.ask.unbindIntro"),
  fields: [{ name: "device_id", kind: "custom", label: "wallets.unbind.which", required: true, component: UnbindField }],
  initial: (row) => ({ device_id: row.devices.length === 1 ? (row.devices[0]?.id ?? "") : ALL_DEVICES }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/wallets/:id/unbind", {
      params: { id: row.id },
      body: { version: row.version, ...(values.device_id === ALL_DEVICES ? {} : { device_id: values.device_id ?? "" }) },
      idempotencyKey,
    }),
  label: "wallets.unbind.submit",
  danger: true,
  reload,
};

/** Chooses the phone that makes the wallet's payouts. */
export const payoutDeviceForm: FormSpec<WalletRow, WalletRow> = {
  title: (row, { t }) => t("wallets.ask.payoutTitle", { name: row.name }),
  intro: (_row, { t }) => t("wallets.ask.payoutIntro"),
  fields: [{ name: "device_id", kind: "custom", label: "wallets.payoutDevice.which", required: true, component: PayoutField }],
  initial: (row) => ({ device_id: row.devices.find((device) => device.payout)?.id ?? NO_DEVICE }),
  submit: (values, row, idempotencyKey) =>
    call("POST /api/wallets/:id/payout-device", {
      params: { id: row.id },
      body: { version: row.version, device_id: values.device_id === NO_DEVICE ? null : (values.device_id ?? null) },
      idempotencyKey,
    }),
  label: "common.save",
  reload,
};
