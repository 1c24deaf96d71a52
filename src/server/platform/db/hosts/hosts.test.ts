import { describe, expect, it } from "vitest";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { PARAMETER_NAMES, readAddress, wrongParameter } from "./address.ts";
import { risksOf } from "./durable.ts";

describe("an address", () => {
  it("of one host is left as it is, and nobody looks for a primary", () => {
    const url = "postgresql://app:p%40ss@db/floatdesk?sslmode=require";
    expect(readAddress(url)).toEqual({ hosts: [{ place: "db", url }], seeks: false, user: "app", place: "db", database: "floatdesk" });
    expect(readAddress("postgres:///d?host=/run/postgresql")).toMatchObject({ seeks: false, place: "/run/postgresql", database: "d" });
    expect(readAddress("postgres://app@db")).toMatchObject({ database: "app" });
  });

  it("of one host that stands for several, a proxy, is looked at", () => {
    expect(readAddress("postgres://a@proxy:5000/d?target_session_attrs=read-write")).toMatchObject({ seeks: true, place: "proxy:5000" });
  });

  it("of several hosts is one for each, with the same user, database and options", () => {
    const address = readAddress("postgres://a:b@h1:5432,[::1]:5433,h3/d?target_session_attrs=primary&sslmode=require");
    expect(address).toMatchObject({ seeks: true, user: "a", place: "h1:5432, [::1]:5433, h3", database: "d" });
    expect(address?.hosts.map(({ url }) => url)).toEqual(
      ["h1:5432", "[::1]:5433", "h3"].map((place) => `postgres://a:b@${place}/d?target_session_attrs=primary&sslmode=require`),
    );
  });

  it.each([
    "mysql://h/d",
    "h1,h2",
    "postgres://a@h1,,h2/d",
    "postgres://a@h1,/d",
    "postgres://a@h1:x,h2/d",
    "postgres://a@h1,h2/d?target_session_attrs=any",
    "postgres://a@h1/d?target_session_attrs=standby",
  ])("%s is none", (text) => expect(readAddress(text)).toBeNull());

  it.each([
    "ssl=true",
    "ssl=1",
    "ssl=0",
    "ssl=true&sslmode=require",
    "sslmode=prefer",
    "sslmode=require&channel_binding=require",
    "uselibpqcompat=true&sslmode=require",
    "sslmode=require&sslnegotiation=direct",
    "statement_timeout=60000&lock_timeout=5000&query_timeout=60000&idle_in_transaction_session_timeout=60000",
    "client_encoding=UTF8&fallback_application_name=desk",
    "connect_timeout=10&gssencmode=prefer&keepalives=1&keepalives_idle=30&keepalives_interval=10&keepalives_count=3&tcp_user_timeout=0",
  ])("may have %s", (parameters) => expect(readAddress(`postgres://a:b@db/d?${parameters}`)).not.toBeNull());

  it("may name its user among the parameters, and who signs in is that one, as the driver has it", () => {
    const url = "postgres://other:b@db?user=app&password=c";
    const { user, database } = new pg.Client({ connectionString: url });
    expect(readAddress(url)).toMatchObject({ user: "app", database: "app" });
    expect({ user, database }).toEqual({ user: "app", database: "app" });
  });

  it.each([
    ["sslmdoe=verify-full", "sslmdoe is no parameter"],
    ["sslmode=no-verify", "sslmode has another value"],
    ["sslmode=require&sslmode=disable", "sslmode stands there twice"],
    ["ssl=false", "ssl has another value"],
    ["ssl=no-verify", "ssl has another value"],
    ["ssl=true&sslmode=disable", "ssl contradicts sslmode"],
    ["ssl=0&sslrootcert=/ca.pem", "ssl contradicts a certificate"],
    ["uselibpqcompat=1", "uselibpqcompat has another value"],
    ["uselibpqcompat=true&sslmode=verify-ca", "sslmode needs sslrootcert"],
    ["sslnegotiation=direct&sslmode=disable", "sslnegotiation needs encryption"],
    ["gssencmode=require", "gssencmode has another value"],
    ["statement_timeout=5s", "statement_timeout has another value"],
    ["query_timeout=0", "query_timeout has another value"],
    ["client_encoding=LATIN1", "client_encoding has another value"],
    ["sslcrl=/crl.pem", "sslcrl is no parameter"],
    ["dbname=other", "dbname is no parameter"],
  ])("may not have %s, and is told which parameter", (parameters, said) => {
    expect(readAddress(`postgres://a:b@db/d?${parameters}`)).toBeNull();
    expect(wrongParameter(`postgres://a:b@db/d?${parameters}`)).toBe(said);
  });

  it.each(["postgres://a:hun?ter2@h/d", "postgres://h/d?user=a&password=hun&ter2=x", "postgres://a:b@h/d?hun%0Ater2=x"])(
    "%s: what may be of a password is not told",
    (text) => {
      expect(readAddress(text)).toBeNull();
      expect(wrongParameter(text)).toBeNull();
    },
  );

  it("has the parameters that the page names", () => {
    const page = readFileSync(join(import.meta.dirname, "../../../../..", "docs/operate.md"), "utf8");
    const section = /\n#+ Parameters of an address\n([\s\S]*?)\n#/.exec(page)?.[1] ?? "";
    const named = [...section.matchAll(/^- ((?:`\w+`(?:, )?)+)/gm)].flatMap(([, names = ""]) => [...names.matchAll(/\w+/g)].map(([name]) => name));
    expect(named.toSorted()).toEqual([...PARAMETER_NAMES].toSorted());
  });
});

describe("an acknowledged commit", () => {
  const safe = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", synchronous_standby_names: "ANY 1 (*)" };
  it.each([{}, { synchronous_commit: "remote_apply" }, { synchronous_standby_names: '"node2"' }, { synchronous_standby_names: "FIRST 1 (a, b)" }])(
    "is safe with %o",
    (change) => expect(risksOf({ ...safe, ...change })).toEqual([]),
  );
  it.each([
    [{ fsync: "off" }, "fsync is off"],
    [{ full_page_writes: "off" }, "full_page_writes is off"],
    [{ synchronous_commit: "off" }, "synchronous_commit is off"],
    [{ synchronous_commit: "local" }, "synchronous_commit is local"],
    [{ synchronous_commit: "remote_write" }, "synchronous_commit is remote_write"],
    [{ synchronous_standby_names: " " }, "synchronous_standby_names is empty"],
  ])("can be lost with %o", (change, risk) => expect(risksOf({ ...safe, ...change })).toEqual([risk]));
});
