/** Whether a commit that was acknowledged can be lost when the primary is: what the settings of a cluster say. */
/** Settings, and what each must be for a commit to be on two disks when it is answered. */
const NAMES = ["fsync", "full_page_writes", "synchronous_commit", "synchronous_standby_names"] as const;
export type Durability = Readonly<Record<(typeof NAMES)[number], string>>;

/** `off` and `local` do not wait for a standby, `remote_write` does not wait for its disk. */
const WAITS = ["on", "remote_apply"];

/** What speaks against these settings, a clause each; empty: nothing that was acknowledged is lost with one server. */
export function risksOf(settings: Durability): string[] {
  const risks: string[] = [];
  if (settings.fsync !== "on") risks.push("fsync is off");
  if (settings.full_page_writes !== "on") risks.push("full_page_writes is off");
  if (!WAITS.includes(settings.synchronous_commit)) risks.push(`synchronous_commit is ${settings.synchronous_commit}`);
  if (settings.synchronous_standby_names.trim() === "") risks.push("synchronous_standby_names is empty");
  return risks;
}

interface Row {
  readonly name: string;
  readonly value: string;
}

/** {@link risksOf} the settings as they hold for this connection: role and database may have their own. @param read runs a statement */
export async function readRisks(read: (text: string, values: readonly unknown[]) => Promise<readonly Row[]>): Promise<string[]> {
  const rows = await read("select name, current_setting(name) as value from unnest($1::text[]) name", [NAMES]);
  return risksOf(Object.fromEntries(rows.map(({ name, value }) => [name, value])) as Durability);
}

/** The one sentence of a start that refuses. */
export function riskSentence(place: string, risks: readonly string[]): string {
  return `DATABASE_URL: a commit that was acknowledged could be lost with the primary of ${place}: ${risks.join(", ")}. Mend it there (docs/operate.md#several-database-servers), or set DATABASE_LOSS_OK=1 to start all the same.`;
}
