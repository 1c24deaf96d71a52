/** The database over TLS, as docs/operate.md says: the authority that is named is trusted, no other, and the name has to fit. */
import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { giveTo } from "../../src/server/platform/db/engine/account.ts";
import { provision, withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { ensureReachable } from "../../src/server/platform/db/reach.ts";
import { startOwnServer, type OwnServer } from "../support/own-server.ts";

let server: OwnServer;
let authority: string;
let stranger: string;
/** The embedded build may know no TLS; nobody reaches it from elsewhere. */
const withTls = inject("pg").engine === "server";

const openssl = (...args: string[]): void => void execFileSync("openssl", args, { stdio: "ignore" });
/** An authority and a key with its certificate for this machine. */
function makeCertificates(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const at = (name: string): string => join(folder, name);
  const own = ["-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=Authority", "-addext", "basicConstraints=critical,CA:TRUE"];
  openssl("req", ...own, "-keyout", at("ca.key"), "-out", at("ca.pem"));
  openssl("req", ...own, "-keyout", at("other.key"), "-out", at("other.pem"));
  openssl("req", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-keyout", at("server.key"), "-out", at("server.csr"));
  writeFileSync(at("ext"), "subjectAltName=DNS:localhost\n");
  openssl(
    "x509",
    "-req",
    "-in",
    at("server.csr"),
    "-CA",
    at("ca.pem"),
    "-CAkey",
    at("ca.key"),
    "-CAcreateserial",
    "-days",
    "1",
    "-extfile",
    at("ext"),
    "-out",
    at("server.crt"),
  );
}

beforeAll(async () => {
  if (!withTls) return;
  server = await startOwnServer();
  const folder = join(server.folder, "tls");
  makeCertificates(folder);
  for (const name of ["server.key", "server.crt"]) {
    const to = join(server.pgData, name);
    copyFileSync(join(folder, name), to);
    chmodSync(to, 0o600);
    giveTo(server.account, to);
  }
  [authority, stranger] = [join(folder, "ca.pem"), join(folder, "other.pem")];
  const administrator = server.url("postgres", server.password, "postgres");
  await withClient(administrator, async (client) => {
    await client.query("alter system set ssl = on");
    await client.query("select pg_reload_conf()");
  });
  await provision(administrator, { floatdesk_owner: "o", floatdesk_app: "a" });
});
afterAll(() => server?.remove());

it.skipIf(!withTls)("is encrypted with the authority that the address names, and refused with another one or another name", async () => {
  const here = server.url("floatdesk_owner", "o", "floatdesk").replace("127.0.0.1", "localhost");
  const trusted = `${here}?sslmode=verify-full&sslrootcert=${authority}`;
  await ensureReachable("DATABASE_OWNER_URL", trusted);
  await migrate(trusted);
  const rows = await withClient(trusted, async (client) => (await client.query("select ssl from pg_stat_ssl where pid = pg_backend_pid()")).rows as unknown[]);
  expect(rows).toEqual([{ ssl: true }]);
  const refused = (url: string): Promise<string> =>
    ensureReachable("DATABASE_OWNER_URL", url).then(
      () => "reached",
      (error: Error) => error.message,
    );
  expect(await refused(`${here}?sslmode=verify-full&sslrootcert=${stranger}`)).toMatch(
    /^DATABASE_OWNER_URL: the certificate of localhost:\d+ is not trusted \(\w+\); name its authority/,
  );
  expect(await refused(`${here}?sslmode=verify-full`)).toMatch(/is not trusted/);
  expect(await refused(trusted.replace("localhost", "127.0.0.1"))).toMatch(/^DATABASE_OWNER_URL: the certificate of 127\.0\.0\.1:\d+ is of another name/);
});
