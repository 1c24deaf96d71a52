/** Roles and database inside a started server. Safe to repeat after an interruption. */
import pg from "pg";

/** Passwords by role. */
export interface RolePasswords {
  floatdesk_owner: string;
  floatdesk_app: string;
}

const ROLES = ["floatdesk_owner", "floatdesk_app"] as const;

/** Runs one piece of work on a connection of its own. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // A server that stops meanwhile must fail the query, not the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Makes the owner's and the application's role, or sets their passwords where they exist. */
async function ensureRoles(client: pg.Client, passwords: RolePasswords): Promise<void> {
  for (const role of ROLES) {
    const found = await client.query("SELECT 1 FROM pg_roles WHERE rolname = $1", [role]);
    const verb = found.rowCount === 0 ? "CREATE" : "ALTER";
    await client.query(
      `${verb} ROLE ${client.escapeIdentifier(role)} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOREPLICATION NOBYPASSRLS PASSWORD ${client.escapeLiteral(passwords[role])}`,
    );
  }
}

/** Only the two roles may connect; the application's may make nothing, not even temporary tables. */
export async function restrictDatabase(client: pg.Client, name: string): Promise<void> {
  const database = client.escapeIdentifier(name);
  await client.query(`REVOKE ALL ON DATABASE ${database} FROM PUBLIC`);
  await client.query(`GRANT CONNECT ON DATABASE ${database} TO floatdesk_app`);
}

/** Makes an empty database of the owner's, sorted by code point, when it does not exist yet. */
export async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
  if (found.rowCount === 0) {
    // The locale is the server's, see initdb: C.UTF-8 of the builtin provider, or of the C library before 17.
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)} OWNER floatdesk_owner TEMPLATE template0 ENCODING 'UTF8'`);
  }
  await restrictDatabase(client, name);
}

/** Everything the product needs, on the superuser's connection to the database `postgres`. */
export async function provision(superUrl: string, passwords: RolePasswords): Promise<void> {
  await withClient(superUrl, async (client) => {
    await ensureRoles(client, passwords);
    await ensureDatabase(client, "floatdesk");
    await client.query("REVOKE ALL ON DATABASE postgres FROM PUBLIC");
    await client.query("REVOKE ALL ON DATABASE template1 FROM PUBLIC");
  });
}
