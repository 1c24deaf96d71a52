import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";
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
