/** What the log keeps of what it is handed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeLogger, shownError } from "./log.ts";

const kept = (fields: object): Record<string, unknown> => {
  let line = "";
  makeLogger("info", { write: (text: string) => void (line = text) }).info(fields, "said");
  const { level, time, msg, ...rest } = JSON.parse(line) as Record<string, unknown>;
  expect([level, typeof time, msg]).toEqual(["info", "string", "said"]);
  return rest;
};

it("leaves out what is not on its list", () => {
  const secret = { authorization: "Bearer x", cookie: "y", password: "z" };
  expect(
    kept({ job: "sweep", req: { headers: secret }, headers: secret, body: secret, query: secret, url: "/?x", password: "p", token: "t", row: secret }),
  ).toEqual({
    job: "sweep",
  });
});

it("reads nothing of what people write as a format", () => {
  let line = "";
  const log = makeLogger("info", { write: (text: string) => void (line = text) });
  for (const text of ["%s %d %j %o %n", "%"]) {
    log.info({ job: text }, `said ${text}`);
    expect(JSON.parse(line)).toMatchObject({ job: text, msg: `said ${text}` });
  }
});

it("keeps of an error what tells where and what, not the values", () => {
  const database = Object.assign(new Error('invalid input syntax for type bigint: "secret"'), {
    code: "22P02",
    detail: "Failing row contains (secret).",
    where: "secret",
    parameters: ["secret"],
    table: "payments",
  });
  const outer = Object.assign(new Error("no answer", { cause: database }), { input: "secret", headers: { authorization: "secret" } });
  const shown = kept({ err: outer })["err"];
  expect(JSON.stringify(shown)).not.toContain("secret");
  expect(shown).toMatchObject({
    type: "Error",
    message: "no answer",
    cause: { code: "22P02", message: "invalid input syntax for type bigint: …", table: "payments" },
  });
  expect((shown as { at: string[] }).at[0]).toContain("log.test.ts");
});

it("keeps nothing of what a parser was given", () => {
  let thrown: unknown;
  try {
    JSON.parse('{"password": secret}');
  } catch (error) {
    thrown = error;
  }
  expect((thrown as Error).message).toContain("secret");
  expect(shownError(thrown).message).not.toContain("secret");
  const unique = Object.assign(new Error('duplicate key value violates unique constraint "users_account_key"'), {
    code: "23505",
    constraint: "users_account_key",
  });
  expect(shownError(unique)).toMatchObject({ code: "23505", constraint: "users_account_key" });
});

it("ends a chain of causes", () => {
  const loop = new Error("a");
  loop.cause = loop;
  expect(JSON.stringify(shownError(loop)).length).toBeLessThan(20_000);
});

it("keeps every field that the program hands it", () => {
  const server = join(import.meta.dirname, "..");
  const files = readdirSync(server, { recursive: true, encoding: "utf8" }).filter((file) => /(?<!\.test|\.spec)\.ts$/.test(file));
  const calls = files.flatMap((file) =>
    [...readFileSync(join(server, file), "utf8").matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(\s*\{(.*?)\},?\s*[`"\w(]/gs)].map(
      ([, fields = ""]) => ({
        file,
        // Of a call of a function within a value nothing is a field.
        names: [...fields.replaceAll(/\([^()]*\)/g, "").matchAll(/(?:^|[,{])\s*(\w+)\s*(?=[:,}]|$)/g)].map(([, name = ""]) => name),
      }),
    ),
  );
  expect(calls.length).toBeGreaterThan(40);
  const lost = calls.flatMap(({ file, names }) => names.filter((name) => !(name in kept({ [name]: "x" }))).map((name) => `${file}: ${name}`));
  expect(lost).toEqual([]);
});
