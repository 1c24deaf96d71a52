/** The product that a file of browser tests works on, and its public interfaces. */
import { join } from "node:path";
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { checkout } from "../support/parts/programs.ts";
import type { TestDatabase } from "../support/pg.ts";

/** A product that runs, and the browser to look at it with. */
export interface TestProduct {
  readonly baseUrl: string;
  readonly adminAccount: string;
  readonly adminPassword: string;
}
/** As {@link TestProduct}, of a server process. */
export const productOf = ({ address, admin }: ServerProcess): TestProduct => ({
  baseUrl: address,
  adminAccount: admin.account,
  adminPassword: admin.password,
});

/** The built server. */
export const MAIN = join(checkout, "dist", "server", "main.js");
/** One key for all copies of what a run fills. */
const SECRET_KEY = Buffer.alloc(32, "browser tests").toString("base64");

/** The built product on a database that the run has. */
export const deploymentOn = ({ ownerUrl, appUrl }: Pick<TestDatabase, "ownerUrl" | "appUrl">): Deployment =>
  new Deployment(MAIN, { DATABASE_URL: appUrl, DATABASE_OWNER_URL: ownerUrl, SECRET_KEY });

let own: TestProduct | null = null;
/** From now on this file works on that product. */
export function useProduct(product: TestProduct): void {
  own = product;
  admin = null;
}

/** The product of this file. */
export function theProduct(): TestProduct {
  if (own === null) throw new Error("No product was started for this file.");
  return own;
}

export interface Answer<T> {
  readonly status: number;
  readonly success: boolean;
  readonly data: T;
  readonly error?: { readonly code: string; readonly fields?: Record<string, string> };
}

/** What the run's browsers and calls are known again by at sign-in: none of them is a new device. */
export const DEVICE = "e2e".padEnd(43, "-");

/** Passwords of who signed in here, and when each proved himself last: a file outlives a proof. */
const proofs = new Map<string, { readonly password: string; readonly atMs: number }>();
const PROVE_AGAIN_MS = 120_000;

/** Whose last proof is old gives his password once more, unless he ended it himself. */
export async function prove(token: string, withinMs = PROVE_AGAIN_MS): Promise<void> {
  const last = proofs.get(token);
  if (last === undefined || Date.now() - last.atMs < withinMs) return;
  // Who may not sign in any more proves nothing; what he does then says so.
  if ((await call("POST", "/api/user/check", token, { password: last.password })).success) proofs.set(token, { ...last, atMs: Date.now() });
}

/** One call of a public interface; `token` is any bearer credential. */
export async function call<T = Record<string, unknown>>(method: string, path: string, token: string | null = null, body?: unknown): Promise<Answer<T>> {
  if (method === "DELETE" && path === "/api/user/check" && token !== null) proofs.delete(token);
  const answer = await fetch(theProduct().baseUrl + path, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(path === "/api/signin" ? { cookie: `device=${DEVICE}` } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, ...((await answer.json()) as Omit<Answer<T>, "status">) }; // the wrapper of every answer
}

/** As {@link call}, for what must succeed. */
export async function good<T = Record<string, unknown>>(method: string, path: string, token: string | null = null, body?: unknown): Promise<T> {
  let answer = await call<T>(method, path, token, body);
  if (answer.error?.code === "recheck_required" && token !== null) {
    await prove(token, 0);
    answer = await call<T>(method, path, token, body);
  }
  if (!answer.success) throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.error)}`);
  return answer.data;
}

/** Signs in through the API and answers the token. */
export async function tokenOf(account: string, password: string): Promise<string> {
  const { token } = await good<{ token: string }>("POST", "/api/signin", null, { account, password });
  proofs.set(token, { password, atMs: Date.now() });
  return token;
}

/** The first row of a list that has one: on a busy machine a list may answer before it has looked far enough. */
export async function firstRow<T extends { id: string }>(path: string, token: string): Promise<T> {
  for (let tries = 0; tries < 50; tries += 1) {
    const [row] = (await good<{ items: T[] }>("GET", path, token)).items;
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`${path} has no row`);
}

let admin: Promise<string> | null = null;
/** The first admin's token, one for each file. */
export function adminToken(): Promise<string> {
  admin ??= tokenOf(theProduct().adminAccount, theProduct().adminPassword);
  return admin;
}
