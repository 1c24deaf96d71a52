/** Names of merchants and wallets that an address knows by id only. */
import { useQuery } from "@tanstack/react-query";
import { call } from "../api.ts";
import type { Lookup } from "./option.ts";

const NAME_STALE_MS = 600_000;
const NAME = {
  merchants: async (id) => {
    const answer = await call("GET /api/merchants/:id", { params: { id }, background: true });
    return answer.success ? answer.data.name : id;
  },
  wallets: async (id) => {
    const answer = await call("GET /api/wallets/:id", { params: { id }, background: true });
    return answer.success ? answer.data.name : id;
  },
  templates: async (id) => {
    const answer = await call("GET /api/wallet-templates", { background: true });
    return (answer.success ? answer.data.items.find((one) => one.id === id)?.name : undefined) ?? id;
  },
} as const satisfies Record<Lookup, (id: string) => Promise<string>>;

/** Name of a chosen id; the id itself until it is known, or when this account may not see it; "" without an id. */
export function useLookupName(source: Lookup, id: string | null): string {
  const read = useQuery({ queryKey: ["lookup name", source, id], queryFn: () => NAME[source](id ?? ""), enabled: id !== null, staleTime: NAME_STALE_MS });
  return id === null ? "" : (read.data ?? id);
}
