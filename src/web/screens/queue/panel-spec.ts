/** The descriptions of the lists whose drawers are evidence; each comes when an exception needs it. */
import { queryOptions } from "@tanstack/react-query";
import type { HasId, ListSpec } from "../../list/spec/index.ts";
import type { PanelType } from "./suggested.ts";

/** A list's description, whatever its rows are. */
export type AnySpec = ListSpec<HasId>;
const SPECS: Readonly<Record<PanelType, () => Promise<unknown>>> = {
  payment: async () => (await import("../payments/spec.ts")).paymentsList,
  disburse: async () => (await import("../disburses/spec.ts")).disbursesList,
  transfer: async () => (await import("../transfers/spec.ts")).transfersList,
  withdrawal: async () => (await import("../withdrawal/spec.ts")).withdrawalList,
  wallet: async () => (await import("../wallets/spec.ts")).walletsList,
  merchant: async () => (await import("../merchants/spec.ts")).merchantsList,
  sms: async () => (await import("../sms/spec.ts")).smsList,
  manual: async () => (await import("../manual/spec.ts")).manualList,
  approval: async () => (await import("../approvals/spec.ts")).approvalsList,
};

/** How the description of a type's list is read. */
export const panelSpec = (type: PanelType) =>
  queryOptions({
    queryKey: ["queue-panel", type],
    queryFn: async () => (await SPECS[type]()) as AnySpec, // each is one
    staleTime: Number.POSITIVE_INFINITY,
  });
