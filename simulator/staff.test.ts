/** A person of the simulator stays able to act: signed in anew, and with the password where it is asked for. */
import { expect, it } from "vitest";
import type { Http } from "./http.ts";
import { Person } from "./staff.ts";

const failed = (status: number, code: string) => ({ status, data: null, error: { code, message: code } });
const done = (data: unknown) => ({ status: 200, data, error: null });

/** A product that answers each call with the next of its own line, and keeps what was called. */
function product(answers: Readonly<Record<string, unknown[]>>): { http: Http; calls: string[] } {
  const calls: string[] = [];
  const send = async ({ method, path }: { method: string; path: string }): Promise<unknown> => {
    calls.push(`${method} ${path}`);
    return answers[path]?.shift();
  };
  return { http: { send } as unknown as Http, calls };
}

it.each([
  ["whose password is too old gives it once more", failed(403, "recheck_required"), "/api/user/check"],
  ["whose session has ended signs in", failed(401, "unauthorized"), "/api/signin"],
] as const)("a person %s, and does it then", async (_name, refused, again) => {
  const { http, calls } = product({
    "/api/signin": [done({ token: "one" }), done({ token: "two" })],
    "/api/user/check": [done({ until: "" })],
    "/api/users": [refused, done({ id: "U1" })],
  });
  const person = new Person(http, "admin", "secret");
  const made = await person.call("POST /api/users", { body: { account: "new", email: "n@example.org", user_type: "admin" } });
  expect(made).toEqual({ id: "U1" });
  expect(calls).toEqual(["POST /api/signin", "POST /api/users", `POST ${again}`, "POST /api/users"]);
});

it("what is refused for another reason is not said twice", async () => {
  const { http, calls } = product({ "/api/signin": [done({ token: "one" })], "/api/users": [failed(409, "already_exists")] });
  const body = { account: "new", email: "n@example.org", user_type: "admin" } as const;
  await expect(new Person(http, "admin", "secret").call("POST /api/users", { body })).rejects.toThrow("already_exists");
  expect(calls).toEqual(["POST /api/signin", "POST /api/users"]);
});
