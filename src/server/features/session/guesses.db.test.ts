/** One password on many accounts, and what a guess costs: accounts that are there and names that are nobody's cannot be told apart. */
import { Worker } from "node:worker_threads";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { times, tried } from "../../../../test/support/parts/effort.ts";
import { openSite, PASSWORD, type Answer, type Site, type TestUser } from "../../../../test/support/parts/session.ts";

let site: Site;
beforeAll(async () => {
  site = await openSite({ TRUST_PROXY: "" });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => site.close());

const guess = (account: string, ip: string, password = "not the one"): Promise<Answer> => site.call(null, "POST", "/api/signin", { account, password }, { ip });
/** All of an answer that a caller sees but what names the call and the moment. */
const seen = ({ status, text, headers }: Answer): unknown[] => [
  status,
  text.replace(/"request_id":"[^"]*"/, ""),
  Object.entries(headers).map(([name, value]) => (/^(date|x-request-id|.*request.*)$/.test(name) ? name : `${name}: ${String(value)}`)),
];

describe("one password on many accounts, from many addresses", () => {
  const OWNERS = 4;
  /** A few less than would let every guess be looked at. */
  const ADDRESSES = times(3, 80);
  const NAMES = times(40, 1_000);

  it("tells nothing of any account, locks nobody's, and checks no more than ten from each address", async () => {
    const owners: TestUser[] = [];
    for (let index = 0; index < OWNERS; index += 1) owners.push(await site.addUser("operator"));
    const names = Array.from(
      { length: NAMES },
      (_item, index) => (index % (NAMES / OWNERS) === 0 ? owners[(index * OWNERS) / NAMES] : null)?.account ?? `nobody-${index}`,
    );
    const told = new Set<string>();
    let checked = 0;
    for (let pass = 0; pass < 2; pass += 1) {
      for (const [index, name] of names.entries()) {
        const answer = await guess(name, `198.51.${(index + pass) % ADDRESSES}.${20 + pass}`, "Summer 2026 in Dhaka");
        if (answer.code === "invalid_credentials") {
          checked += 1;
          told.add(JSON.stringify(seen(answer)));
        } else expect([name, answer.status, answer.code]).toEqual([name, 429, "rate_limited"]);
      }
    }
    tried("A4", 2 * NAMES);
    expect(told.size).toBe(1);
    expect(checked).toBe(2 * ADDRESSES * 10);
    for (const owner of owners) await site.signIn(owner, { ip: "203.0.113.5" });
  });

  it("comes in where it is the right one only, and then with that account's own answer", async () => {
    const owner = await site.addUser("finance");
    const answers: Answer[] = [];
    for (const [index, name] of ["nobody-a", owner.account, "nobody-b"].entries()) answers.push(await guess(name, `198.52.1.${index}`, PASSWORD));
    expect(answers.map(({ status }) => status)).toEqual([422, 200, 422]);
  });
});

/** What one guess makes the server do: the hashes that it compares, the statements that it sends, in order. */
async function workOf(account: string, ip: string): Promise<{ compared: string[]; statements: string[] }> {
  const [compared, statements]: [string[], string[]] = [[], []];
  const post = vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, message: unknown) {
    const { stored } = message as { stored?: string };
    // Algorithm and cost: what lies behind is salt and hash.
    if (stored !== undefined) compared.push(stored.split("$").slice(0, 4).join("$"));
    return realPost.call(this, message);
  });
  const query = vi.spyOn(pg.Client.prototype, "query");
  const answer = await guess(account, ip);
  expect(answer.code).toBe("invalid_credentials");
  for (const [asked] of query.mock.calls as unknown as [string | { text: string }][]) statements.push(typeof asked === "string" ? asked : asked.text);
  post.mockRestore();
  query.mockRestore();
  return { compared, statements };
}
const realPost = Worker.prototype.postMessage;

describe("a guess costs the same", () => {
  it("for an account that is there, one that is disabled or deleted, and a name that is nobody's", async () => {
    const [owner, disabled, deleted] = [await site.addUser("operator"), await site.addUser("operator"), await site.addUser("operator")];
    await site.app.db.run("update users set enabled = false where id = $1", [disabled.id]);
    await site.app.db.run("update users set deleted_at = now() where id = $1", [deleted.id]);
    await site.signIn(owner, { ip: "203.0.113.9" });
    // The first one of a process prepares what the others find.
    await workOf("nobody-at-first", "198.53.0.1");
    for (let round = 0; round < times(5, 100); round += 1) {
      const [known, ...others] = [
        await workOf(owner.account, `198.53.1.${round}`),
        await workOf(disabled.account, `198.53.2.${round}`),
        await workOf(deleted.account, `198.53.3.${round}`),
        await workOf(`nobody-${round}`, `198.53.4.${round}`),
        await workOf("x".repeat(64), `198.53.5.${round}`),
      ];
      tried("A4", 5);
      expect(known?.compared).toEqual([expect.stringMatching(/^\$argon2id\$v=19\$/)]);
      for (const other of others) expect(other).toEqual(known);
      site.pass(61 * 60_000);
    }
  });
});
