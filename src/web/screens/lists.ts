/** Every list of the product by name: on which screen and tab it stands, who sees it, and its description, loaded when it is asked for. */
import type { ListName, ViewPlace } from "../../contract/lists.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { HasId, ListSpec } from "../list/spec/index.ts";
import type { ScreenName } from "../screens.ts";

/** A description whose rows whoever reads it does not know. */
export type AnyList = ListSpec<HasId>;
export interface ListPlace {
  readonly screen: ScreenName;
  readonly tab?: string;
  readonly permission: Permission;
  /** @param platform the person is one of the platform, not of a merchant */
  readonly load: (platform: boolean) => Promise<AnyList>;
}
// Rows of many kinds: only filters, columns' names and acts' names are read, by whoever has a row of the very list.
const any = (spec: unknown): AnyList => spec as AnyList;

export const LISTS: Readonly<Record<ListName, ListPlace>> = {
  payments: { screen: "payments", permission: "payments.see", load: async () => any((await import("./payments/spec.ts")).paymentsList) },
  disburses: {
    screen: "disburses",
    permission: "disburses.see",
    load: async (platform) => {
      const { disbursesList, merchantDisbursesList } = await import("./disburses/spec.ts");
      return any(platform ? disbursesList : merchantDisbursesList);
    },
  },
  batches: {
    screen: "disburses",
    tab: "batches",
    permission: "disburses.batch",
    load: async () => any((await import("./disburses/batches-spec.tsx")).batchesList),
  },
  sms: { screen: "sms", permission: "sms.see", load: async () => any((await import("./sms/spec.ts")).smsList) },
  wallets: { screen: "wallets", permission: "wallets.see", load: async () => any((await import("./wallets/spec.ts")).walletsList) },
  merchants: { screen: "merchants", permission: "merchants.see", load: async () => any((await import("./merchants/spec.ts")).merchantsList) },
  deliveries: {
    screen: "merchants",
    tab: "deliveries",
    permission: "deliveries.see",
    load: async () => any((await import("./merchants/deliveries-spec.tsx")).deliveriesList),
  },
  transfers: { screen: "transfers", permission: "transfers.see", load: async () => any((await import("./transfers/spec.ts")).transfersList) },
  withdrawal: { screen: "withdrawal", permission: "withdrawal.see", load: async () => any((await import("./withdrawal/spec.ts")).withdrawalList) },
  journals: { screen: "journals", permission: "journals.see", load: async () => any((await import("./journals/spec.tsx")).journalsList) },
  manual: { screen: "manual", permission: "manual.see", load: async () => any((await import("./manual/spec.ts")).manualList) },
  approvals: { screen: "manual", tab: "approvals", permission: "approvals.see", load: async () => any((await import("./approvals/spec.ts")).approvalsList) },
  users: { screen: "users", permission: "users.see", load: async () => any((await import("./users/spec.ts")).usersList) },
  bulk: { screen: "bulk", permission: "bulk.see", load: async () => any((await import("./bulk/spec.tsx")).bulkList) },
  audit: { screen: "users", tab: "audit", permission: "audit.see", load: async () => any((await import("./users/audit-spec.tsx")).auditList) },
};

/** Where views lead: every list, and what is filtered without being one. */
export const VIEWED: Readonly<Record<ViewPlace, Omit<ListPlace, "load">>> = {
  ...LISTS,
  queue: { screen: "queue", permission: "exceptions.see" },
  statistics: { screen: "wallets", tab: "statistics", permission: "statistics.see" },
  reconciliation: { screen: "wallets", tab: "reconciliation", permission: "reconciliation.see" },
};
