/** Tries a connection of the settings before anything is built on it, and says in one sentence what to do when it does not work. */
import { randomInt } from "node:crypto";
import type pg from "pg";
import { addressOf, connectTo, NoPrimary } from "./hosts/index.ts";
import { beginsOtherwise } from "./session-settings.ts";

/** The oldest PostgreSQL whose `grant` and `nulls not distinct` this schema knows. */
export const OLDEST_POSTGRES = 15;

const PAGE = "docs/operate.md#on-a-postgresql-of-your-own";

type Setting = "DATABASE_URL" | "DATABASE_OWNER_URL" | "MOVE_TO_URL" | "MOVE_TO_OWNER_URL";

/** A connection that failed: what the server, or the way to it, has said. */
interface FailedConnection {
  readonly setting: Setting;
  readonly code: string;
  readonly message: string;
  readonly user: string;
  readonly place: string;
  readonly database: string;
}

/** What it means, by PostgreSQL's code. */
const BY_CODE: Readonly<Record<string, (said: FailedConnection) => string>> = {
  "28P01": ({ place, user }) => `${place} refuses the password of ${user}.`,
  "28000": ({ place, user, message }) => `${place} does not let ${user || "somebody without a name"} in from here: ${message}; see its pg_hba.conf.`,
  "3D000": ({ place, database }) => `${place} has no database ${database}; make it as its administrator (${PAGE}).`,
  "42501": ({ setting, user, database, message }) =>
    `${user} may not do this in the database ${database} (${message}). As the server's administrator: ${
      setting.includes("OWNER")
        ? `alter database "${database}" owner to "${user}";`
        : `grant connect on database "${database}" to "${user}"; and start once with DATABASE_OWNER_URL, which grants the rest`
    } (${PAGE}).`,
  "57P03": ({ place, message }) => `${place} is starting or stopping (${message}); try again.`,
  "53300": ({ place, message }) => `${place} has no connection left (${message}); raise its max_connections.`,
};

const NETWORK = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
const TLS = /CERT|SELF_SIGNED|UNABLE_TO_VERIFY/;
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** What else it may mean; the first that fits. */
const BY_LOOKS: readonly (readonly [fits: (said: FailedConnection) => boolean, sentence: (said: FailedConnection) => string])[] = [
  [
    ({ code, message }) => NETWORK.test(code) || /timeout expired/.test(message),
    ({ place, code, message }) => `no PostgreSQL answers at ${place} (${code || message}).`,
  ],
  [
    ({ code }) => code === "ERR_TLS_CERT_ALTNAME_INVALID",
    ({ place }) => `the certificate of ${place} is of another name; the address has to name the host as the certificate does.`,
  ],
  [
    ({ code }) => TLS.test(code),
    ({ place, code }) => `the certificate of ${place} is not trusted (${code}); name its authority with sslrootcert=/path/ca.pem in the address.`,
  ],
  [
    ({ message }) => /password must be a/.test(message),
    ({ place, user }) => `${place} asks for the password of ${user}, and the address has none (postgres://user:password@host:port/database).`,
  ],
  [
    ({ message }) => /does not support SSL/.test(message),
    ({ place }) => `${place} does not offer TLS; switch it on there, or take sslmode out of the address on a network that nobody else is on.`,
  ],
  [({ code }) => SQLSTATE.test(code), ({ place, user, message, code }) => `${place} refuses ${user} with "${message}" (${code}).`],
];

/** What a failed connection, or the owner's first statement, means, with the name of the setting; the error itself when it is neither the server's nor the way's. */
export function explained(error: unknown, setting: Setting, url: string): Error {
  const { code = "", message } = error as Error & { code?: string };
  if (error instanceof NoPrimary) return new Error(`${setting}: ${message}.`, { cause: error });
  // Never the whole address: it holds a password.
  const said: FailedConnection = { setting, code, message, ...addressOf(url) };
  const sentence = Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : BY_LOOKS.find(([fits]) => fits(said))?.[1];
  return sentence === undefined ? (error as Error) : new Error(`${setting}: ${sentence(said)}`, { cause: error });
}

/** @throws Error with one sentence where {@link beginsOtherwise} */
async function refuseSession(client: pg.Client, setting: Setting, url: string): Promise<void> {
  const otherwise = await beginsOtherwise(client);
  if (otherwise === null) return;
  const { user, database } = addressOf(url);
  throw new Error(
    `${setting}: sessions of ${user} in the database ${database} begin with ${otherwise}; take it out of the address's options, or of the settings of role and database.`,
  );
}

/**
 * Signs in once and looks at version, encoding and how the session begins.
 * @throws Error with one sentence that names the setting and says what to do
 */
export async function ensureReachable(setting: Setting, url: string): Promise<void> {
  let client: pg.Client | null = null;
  try {
    client = await connectTo(url);
    const { rows } = await client.query<{ number: number; version: string; encoding: string }>(
      "select current_setting('server_version_num')::int as number, current_setting('server_version') as version, current_setting('server_encoding') as encoding",
    );
    const [found] = rows;
    if (found && found.number < OLDEST_POSTGRES * 10_000)
      throw new Error(`${setting}: the server is PostgreSQL ${found.version}; Floatdesk needs ${OLDEST_POSTGRES} or newer.`);
    if (found && found.encoding !== "UTF8")
      throw new Error(
        `${setting}: the database ${addressOf(url).database} is in ${found.encoding}, which cannot hold every text; make it with encoding 'UTF8' (${PAGE}).`,
      );
    await refuseSession(client, setting, url);
  } catch (error) {
    throw explained(error, setting, url);
  } finally {
    await client?.end().catch(() => undefined);
  }
}

/** Sorted otherwise by every language, and lowered by some. */
const SORTED = ["-", "B", "a", "ab", "a-c", "b", "é", "Ж", "中"].toSorted();
const LOWERED = "IÉЖ";

/**
 * Sorting and case of a database are chosen when it is made. By a language `lower('I')` may be another letter, so that an account is not
 * found; and where two servers' libraries know the language differently, what one has written in an index the other looks for in vain:
 * a copy that is promoted, or the same server after an upgrade.
 * @returns what is wrong with it, as a clause; null: it sorts by code point, and knows small letters
 */
export async function sortsOtherwise(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ database: string; sorted: string[]; lowered: string; collate: string }>(
    `select datname as database, datcollate || ' / ' || datctype as collate, lower($2) as lowered, (select array_agg(x order by x) from unnest($1::text[]) x) as sorted
       from pg_database where datname = current_database()`,
    [SORTED, LOWERED],
  );
  const [found] = rows;
  if (!found || (found.sorted.join() === SORTED.join() && found.lowered === LOWERED.toLowerCase())) return null;
  return `the database ${found.database} sorts text, or knows small letters, otherwise than by code point (${found.collate}), which only a new one changes: make it with locale 'C.UTF-8' (${PAGE}), and take the data there with npm run backup and npm run restore.`;
}

/**
 * A new database is refused: to make it anew costs nothing now. One that is in use goes on, as it has until today.
 * @returns what a person has to know of it; null: nothing
 * @throws Error with one sentence where {@link sortsOtherwise} and nothing is in it yet
 */
export async function ensureSorted(setting: Setting, url: string): Promise<string | null> {
  const client = await connectTo(url);
  try {
    const wrong = await sortsOtherwise(client);
    if (wrong === null) return null;
    const { rows } = await client.query<{ used: boolean }>("select to_regclass('public.schema_migrations') is not null as used");
    if (rows[0]?.used !== true) throw new Error(`${setting}: ${wrong}`);
    return `${setting}: ${wrong}`;
  } finally {
    await client.end();
  }
}

/** An address of the settings; null: it is not set. */
interface Given {
  readonly setting: Setting;
  readonly url: string | null;
}

/**
 * Whoever makes the schema owns it, and nobody else can bring it up to date later: an administrator may do all that the owner may.
 * @throws Error with one sentence
 */
async function refuseAnotherOwner(client: pg.Client, { setting }: Given): Promise<void> {
  const { rows } = await client.query<{ role: string; database: string; owner: string; maker: string | null }>(
    `select current_user as role, datname as database, pg_get_userbyid(datdba) as owner,
            (select pg_get_userbyid(relowner) from pg_class where oid = to_regclass('public.schema_migrations')) as maker
       from pg_database where datname = current_database()`,
  );
  const { role = "", database = "", owner = "", maker = null } = rows[0] ?? {};
  if (maker === null && role !== owner)
    throw new Error(
      `${setting}: ${role} does not own the database ${database}, ${owner} does. As the server's administrator: alter database "${database}" owner to "${role}"; or sign in as ${owner} (${PAGE}). Nothing was done.`,
    );
  if (maker !== null && role !== maker)
    throw new Error(`${setting}: ${role} did not make the tables of the database ${database}, ${maker} did: sign in as ${maker}. Nothing was done.`);
}

/** What a person has to know of the application's role, once there is a schema; null: it has its rights and no more. */
export async function rightsTooMany(setting: Setting, url: string): Promise<string | null> {
  const client = await connectTo(url);
  try {
    const { rows } = await client.query<{ role: string }>(
      "select current_user as role from pg_class where oid = to_regclass('public.entries') and pg_has_role(current_user, relowner, 'usage')",
    );
    const [found] = rows;
    return found === undefined
      ? null
      : `${setting}: ${found.role} owns the tables or may act as their owner, so the database keeps nobody from changing ledger entries and audit rows; give the product a role of its own (${PAGE}).`;
  } finally {
    await client.end();
  }
}

const SAME_SPACE = 4202;

/**
 * Tries the two connections of one database. That they lead to one is told by a lock: the owner holds it, so the application's role
 * cannot get it. An owner of another database would have that one made into ours.
 * @throws Error with one sentence that names the setting and says what to do
 */
export async function ensureBoth(app: Given & { readonly url: string }, owner: Given): Promise<void> {
  await ensureReachable(app.setting, app.url);
  if (owner.url === null) return;
  await ensureReachable(owner.setting, owner.url);
  const clients: pg.Client[] = [];
  try {
    const taken: boolean[] = [];
    const key = randomInt(2 ** 31);
    for (const url of [owner.url, app.url]) {
      const client = await connectTo(url);
      clients.push(client);
      const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1, $2) as taken", [SAME_SPACE, key]);
      taken.push(rows[0]?.taken === true);
    }
    if (taken[1]) throw new Error(`${owner.setting} leads to another database than ${app.setting}: both have to name the same one. Nothing was done.`);
    if (clients[0]) await refuseAnotherOwner(clients[0], owner);
  } finally {
    for (const client of clients) await client.end().catch(() => undefined);
  }
}
