/** Finds merchants and wallets by what is typed of them. */
import { OPERATOR_INFO } from "../../contract/operators.ts";
import { phoneText } from "../i18n/format.ts";
import { fetchData } from "../query.ts";
import type { Permission } from "../../contract/permissions.ts";
import type { Lookup } from "./option.ts";

const SHOWN = 20;
export interface Found {
  readonly value: string;
  readonly label: string;
  /** The name alone. */
  readonly name: string;
}

/** What it takes to search them. */
export const FIND_NEEDS = { merchants: "merchants.see", wallets: "wallets.see", templates: "wallets.see" } as const satisfies Record<Lookup, Permission>;

/** The first twenty that the server finds; "" for the newest. */
export const FIND = {
  merchants: async (q) =>
    (await fetchData("GET /api/merchants", { query: { size: SHOWN, ...(q ? { q } : {}) } })).items.map(({ id, name }) => ({ value: id, label: name, name })),
  wallets: async (q) =>
    (await fetchData("GET /api/wallets", { query: { size: SHOWN, ...(q ? { q } : {}) } })).items.map(({ id, name, account }) => ({
      value: id,
      label: `${name} · ${phoneText(account)}`,
      name,
    })),
  templates: async (q) =>
    (await fetchData("GET /api/wallet-templates", {})).items
      .filter(({ name }) => name.toLowerCase().includes(q.trim().toLowerCase()))
      .slice(0, SHOWN)
      .map(({ id, name, operator }) => ({ value: id, label: `${OPERATOR_INFO[operator].name} · ${name}`, name })),
} as const satisfies Record<Lookup, (q: string) => Promise<Found[]>>;
