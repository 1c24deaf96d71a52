/** Bad bodies at every route that takes one (rule 81): an error that names the field, never a failure of ours, books unchanged. */
import * as z from "zod";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROUTES } from "../../src/server/app.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import type { TestProduct } from "../support/app.ts";
import { booksDigest, expectDecent, FULL, routeName, send, thin, tried, type Raw } from "../support/attack.ts";
import { bodySample, fieldsOf, objectShape, shapeOf, withValue } from "../support/attack-samples.ts";
import { makeTarget, type Target } from "../support/attack-target.ts";
import { BAD_BODIES } from "../support/attack-bodies.ts";
import { BAD_TEXTS, BAD_TYPES, FORBIDDEN_FIELDS, MORE_BAD_TEXTS } from "../support/attack-values.ts";

let target: Target;
let product: TestProduct;
beforeAll(async () => {
  target = await makeTarget();
  product = target.product;
});
afterAll(async () => {
  expect(await product.findings()).toEqual([]);
  await product.stop();
});

const withBody = ROUTES.filter((route): route is AnyRoute & { readonly body: z.ZodType } => route.body !== undefined);
/** What a good body would end or close for everybody after: only bad ones are sent here. */
const ENDING = new Set([
  "PATCH /api/config",
  "PATCH /api/intake",
  "POST /api/signout",
  "PUT /api/user/authenticator/reset",
  "POST /api/user/password/save",
  "POST /api/proof",
  "POST /v1/disburses/:id/cancel",
]);
/** Its body is whatever its person wants to keep, by any name. */
const OPEN_BODY = "PATCH /api/user/preferences";
/** Bodies with one place changed; JSON as text, since numbers and names are meant as they stand. */
interface Mutation {
  /** Of the trust suite. */
  readonly row: "F1" | "F3" | "F5";
  readonly what: string;
  readonly path: readonly (string | number)[];
  readonly json: string;
}

function post(route: AnyRoute, payload: string | Buffer, contentType = "application/json"): Promise<Raw> {
  return send(product.product, {
    method: route.method,
    url: target.urlOf(route),
    token: target.tokenOf(route),
    headers: { "content-type": contentType },
    payload,
  });
}

/** A body with raw JSON in one place. */
function spliced(body: unknown, path: readonly (string | number)[], json: string): string {
  const marker = "\uf8ff here \uf8ff";
  return JSON.stringify(withValue(body, path, marker)).replace(JSON.stringify(marker), () => json);
}

function* mutations(route: AnyRoute & { readonly body: z.ZodType }): Generator<Mutation> {
  const shape = objectShape(shapeOf(route.body));
  const [least, all] = [bodySample(route), bodySample(route, true)];
  const places = fieldsOf(shape);
  // The configuration has a hundred fields of a handful of kinds.
  const chosen = places.length <= 25 ? places : thin(places, 8, 0);
  for (const [index, { path, required }] of chosen.entries()) {
    const name = path.join(".");
    if (required) yield { row: "F1", what: `without ${name}`, path, json: JSON.stringify(withValue(all, path, undefined)) };
    const texts = [...BAD_TEXTS, ...(FULL ? MORE_BAD_TEXTS : [])].map((text) => JSON.stringify(text));
    for (const json of thin([...BAD_TYPES, ...texts], 2, index))
      yield { row: texts.includes(json) ? "F3" : "F1", what: `${name} = ${json.slice(0, 40)}`, path, json: spliced(all, path, json) };
  }
  const levels = [[], ...chosen.filter((place) => place.shape.type === "object" && place.shape.properties !== undefined).map((place) => place.path)];
  for (const level of levels) {
    const known = new Set(places.filter((place) => place.path.length === level.length + 1).map((place) => String(place.path.at(-1))));
    for (const field of thin(FORBIDDEN_FIELDS, 3, route.url.length).filter((one) => !known.has(one)))
      yield { row: "F5", what: `with ${field}`, path: [...level, field], json: spliced(level.length === 0 ? least : all, [...level, field], "1") };
    for (const field of ["__proto__", "constructor"])
      yield { row: "F5", what: `with ${field}`, path: [...level, field], json: spliced(all, [...level, field], '{"prototype":{"x":1}}') };
  }
}

/** True when the answer names the changed place, or what it lies in or holds. */
function names(answer: Raw, path: readonly (string | number)[]): boolean {
  const place = path.join(".");
  return Object.keys(answer.json?.error?.fields ?? {}).some((field) => field === place || place.startsWith(`${field}.`) || field.startsWith(`${place}.`));
}

const parsed = (json: string): unknown => JSON.parse(json) as unknown;

describe("bad fields", () => {
  it.each(withBody.map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    let digest = await booksDigest(product.product);
    for (const { row, what, path, json } of mutations(route)) {
      tried(row);
      const polluted = path.at(-1) === "__proto__" || path.at(-1) === "constructor";
      // A name that nobody may set is refused, whatever the schema says.
      const valid = (row !== "F5" || (name === OPEN_BODY && !polluted)) && route.body.safeParse(parsed(json)).success;
      if (valid && ENDING.has(name)) continue;
      const answer = await post(route, json);
      expectDecent(answer, `${name} ${what}`);
      if (answer.status < 400) {
        if (!valid && !polluted) throw new Error(`${name} ${what} was taken`);
        digest = await booksDigest(product.product);
      } else if (!valid && answer.status === 422) {
        if (answer.json?.error?.code !== "validation_failed" || !names(answer, path))
          throw new Error(`${name} ${what} is not named: ${answer.text.slice(0, 300)}`);
      } else if (!valid) throw new Error(`${name} ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(await booksDigest(product.product)).toBe(digest);
  });
});

describe("bad bodies", () => {
  it.each(withBody.filter((route) => !ENDING.has(routeName(route))).map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const digest = await booksDigest(product.product);
    for (const [what, contentType, bytes] of BAD_BODIES) {
      tried("F4");
      const answer = await post(route, bytes, contentType);
      expectDecent(answer, `${name} with ${what}`);
      const takesNothing = route.body.safeParse({}).success || route.body.safeParse(null).success;
      const expected =
        contentType !== "application/json"
          ? [415]
          : what === "over 1 MiB"
            ? [413]
            : what === "bytes that are no UTF-8"
              ? [400]
              : what.includes("polluted")
                ? [422]
                : /cut|trailing|two|quotes|NaN|UTF-16/.test(what)
                  ? [400]
                  : takesNothing
                    ? [200, 201, 400, 404, 409, 422]
                    : [400, 422];
      if (!(name === OPEN_BODY && answer.status === 200) && !expected.includes(answer.status))
        throw new Error(`${name} with ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
    }
    expect(await booksDigest(product.product)).toBe(digest);
  });
});

describe("no body at all", () => {
  it.each(withBody.filter((route) => !ENDING.has(routeName(route))).map((route) => [routeName(route), route] as const))("%s", async (name, route) => {
    const digest = await booksDigest(product.product);
    const answer = await send(product.product, { method: route.method, url: target.urlOf(route), token: target.tokenOf(route) });
    expectDecent(answer, `${name} without a body`);
    // What needs nothing is not refused for want of a body; what needs something says what, as for an empty object.
    const { error } = answer.json ?? {};
    if (error?.code === "validation_failed")
      expect(Object.keys(error.fields ?? {})).toSatisfy((fields: string[]) => fields.length > 0 && !fields.includes("body"));
    if (answer.status >= 400) expect(await booksDigest(product.product)).toBe(digest);
  });
});
