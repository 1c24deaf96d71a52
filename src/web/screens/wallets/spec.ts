/** The wallets list as data. */
import type { WalletDetail, WalletRow } from "../../../contract/wallets.schema.ts";
import { formatDateTime, moneyText } from "../../i18n/format.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { ListSpec } from "../../list/spec/index.ts";
import { walletActions, walletBulk } from "./actions.ts";
import { walletColumns, walletHead } from "./columns.tsx";
import { walletFilters } from "./filters.ts";

/** What is wrong with a wallet, the heaviest first. */
function waitingOf(row: WalletRow, { t, currency }: CellTools): string | null {
  if (row.deleted) return null;
  const { breaks } = row;
  if (breaks !== null)
    return t(row.actions.includes("clear") ? "wallets.waiting.discrepancy" : "wallets.waiting.discrepancyPlain", {
      n: breaks.count,
      amount: moneyText(breaks.amount, currency),
      since: formatDateTime(breaks.since),
    });
  const refused = row.devices.find((device) => (device.last_refused ?? null) !== null && (device.last_refused_at ?? "") > (device.last_seen_at ?? ""));
  if (refused) return t("wallets.waiting.refused", { reason: named("wallets", "refusal", refused.last_refused ?? "") });
  if (row.api_type !== "app") return null;
  if (row.bind_status === "unbound") return t("wallets.waiting.unbound");
  return row.health === "offline" ? t("wallets.waiting.offline") : null;
}

export const walletsList: ListSpec<WalletRow, WalletDetail> = {
  name: "wallets",
  title: "frame.screen.wallets",
  endpoint: "GET /api/wallets",
  columns: walletColumns,
  filters: walletFilters,
  searchHint: "wallets.searchHint",
  empty: "wallets.empty",
  firstStep: { permission: "wallets.create", text: "wallets.firstStep" },
  card: { status: "state", amount: "balance", lines: ["name", "account", "operator", "health", "today", "device"] },
  actions: walletActions,
  bulk: walletBulk,
  drawer: {
    endpoint: "GET /api/wallets/:id",
    status: walletHead,
    amount: (row) => row.balance,
    waiting: (row, _detail, tools) => waitingOf(row, tools),
    body: () => import("./drawer.tsx"),
  },
  live: "wallets",
  exportable: true,
};
