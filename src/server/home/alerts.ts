/** Open alerts for home: the newest first, with the names that a person needs. */
import { ALERT_KINDS, type AlertKind } from "../../contract/home.ts";
import type { Home } from "../../contract/home.schema.ts";
import { ID_LETTERS, type IdKind } from "../../contract/ids.ts";
import { formatAmountOrNull } from "../../contract/money.ts";
import type { App } from "../context.ts";
import { idIso } from "../db/ids.ts";

const SHOWN = 20;

interface Row {
  id: bigint;
  kind: string;
  object_type: string;
  object_id: bigint | null;
  amount: bigint | null;
  data: { operator?: string; count?: number; last_at?: string; wallets?: { wallet_id: string; result: string }[] };
}

const isKind = (kind: string): kind is AlertKind => (ALERT_KINDS as readonly string[]).includes(kind);
const isIdKind = (type: string): type is IdKind => type in ID_LETTERS;

/** The wallets of an alert that can still be read; alerts outlive the version that wrote them. */
const walletsOf = (row: Row): { id: bigint; result: string }[] =>
  (row.data.wallets ?? []).flatMap((wallet) => (/^\d+$/.test(String(wallet.wallet_id)) ? [{ id: BigInt(wallet.wallet_id), result: wallet.result }] : []));

/** Names of the wallets, devices and merchants that alerts speak of. */
async function namesOf(app: App, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, string>> {
  const rows = await app.db.rows<{ id: bigint; name: string }>(
    "select id, name from wallets where id = any ($1) union all select id, name from devices where id = any ($1) union all select id, name from merchants where id = any ($1)",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}

/** The newest open alerts; for the platform's people only. */
export async function openAlerts(app: App): Promise<Home["alerts"]> {
  const rows = await app.db.rows<Row>(
    "select id, kind, object_type, object_id, amount, data from alerts where status in ('open', 'claimed') order by id desc limit $1",
    [SHOWN],
  );
  const ids = rows.flatMap((row) => [...(row.object_id === null ? [] : [row.object_id]), ...walletsOf(row).map((wallet) => wallet.id)]);
  const names = await namesOf(app, ids);
  return rows.flatMap((row) => {
    if (!isKind(row.kind)) return [];
    const type = row.object_type.split(":")[0] ?? row.object_type;
    return [
      {
        kind: row.kind,
        object: {
          type,
          id: row.object_id !== null && isIdKind(type) ? app.publicIds.encode(type, row.object_id) : null,
          name: row.data.operator ?? (row.object_id === null ? null : (names.get(row.object_id) ?? null)),
        },
        amount: formatAmountOrNull(row.amount),
        count: row.data.count ?? null,
        at: row.data.last_at ? new Date(row.data.last_at).toISOString() : idIso(row.id),
        wallets: walletsOf(row).map((wallet) => ({
          wallet_id: app.publicIds.encode("wallet", wallet.id),
          wallet_name: names.get(wallet.id) ?? "",
          result: wallet.result,
        })),
      },
    ];
  });
}
