/** Putting a template on one wallet. */
import type { WalletRow } from "../../../../contract/wallets.schema.ts";
import { call } from "../../../api.ts";
import type { FormSpec } from "../../../forms/spec.ts";
import { ApplyField, seenIn } from "./pick.tsx";
import { standsAlready } from "./values.ts";

export const applyForm: FormSpec<WalletRow, WalletRow> = {
  title: (wallet, { t }) => t("templates.applyTitle", { name: wallet.name }),
  fields: [{ name: "template", kind: "custom", label: "templates.one", component: ApplyField }],
  idle: (values, wallet) => standsAlready(wallet, seenIn(values.template)),
  initial: () => ({ template: "", template_for: "" }),
  submit: (values, wallet, idempotencyKey) =>
    call("POST /api/wallets/:id/template", { params: { id: wallet.id }, body: { version: wallet.version, template: seenIn(values.template) }, idempotencyKey }),
  label: "templates.apply",
  reload: async (wallet) => {
    const answer = await call("GET /api/wallets/:id", { params: { id: wallet.id } });
    return answer.success ? answer.data : null;
  },
};
