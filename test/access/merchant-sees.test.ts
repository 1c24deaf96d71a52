/**
 * What a merchant's people are told, field by field: an allow-list. A field that a route tells them for the first time fails here until
 * somebody writes it into merchant-sees.txt, who has then thought of whom it is meant for.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ROUTES } from "../../src/server/app.ts";
import type { TestProduct } from "../support/app.ts";
import { routeName, send, startTarget } from "../support/attack.ts";
import { makeWorld, type World } from "../support/attack-worlds.ts";

const ALLOWED = new Set(
  readFileSync(join(import.meta.dirname, "merchant-sees.txt"), "utf8")
    .split("\n")
    .filter((line) => line !== ""),
);

let product: TestProduct;
let own: World;
beforeAll(async () => {
  product = await startTarget({ ROLE: "api" });
  own = await makeWorld(product, [await product.wallet(), await product.wallet()], 1);
});
afterAll(() => product.stop());

/** The places of an answer that hold something; keys that are data themselves stand as `*`. */
function placesOf(value: unknown, at = ""): string[] {
  if (value === null || value === "") return [];
  if (Array.isArray(value)) return value.flatMap((item) => placesOf(item, `${at}[]`));
  if (typeof value !== "object") return [at];
  return Object.entries(value).flatMap(([key, item]) => placesOf(item, `${at}.${/^[a-z][a-z0-9_]*$/.test(key) && !at.endsWith("metadata") ? key : "*"}`));
}

async function told(url: string): Promise<readonly string[]> {
  const { json } = await send(product.product, { method: "GET", url, token: own.admin.token });
  return [...new Set(placesOf((json?.data ?? null) as unknown))];
}

/** Routes that answer data of a merchant, and the ids that theirs take. */
const reads = ROUTES.filter((route) => route.method === "GET" && route.access.kind === "session" && route.url !== "/api/events");

it.each(reads.map((route) => [routeName(route), route.url] as const))("tells what is allowed in %s", async (name, url) => {
  const ids = [...own.ids.values()].flat();
  const addresses = url.includes(":") ? ids.map((id) => url.replace(":id", id)).filter((one) => !one.includes(":")) : [url];
  const places = new Set((await Promise.all(addresses.map(told))).flat());
  const more = [...places].map((place) => `${name} ${place}`).filter((line) => !ALLOWED.has(line));
  expect(more.toSorted(), "is a merchant meant to be told this? Then it goes into merchant-sees.txt; else the value is null for them").toEqual([]);
});

it("is asked of everything that stands in the list", async () => {
  const names = new Set(reads.map(routeName));
  expect([...ALLOWED].filter((line) => !names.has(line.split(" ").slice(0, 2).join(" ")))).toEqual([]);
});
