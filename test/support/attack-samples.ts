/** Valid inputs made from the routes' own schemas, so that a new route is attacked without a line being written for it. */
import * as z from "zod";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { bkashTrx, next } from "./app.ts";

/** The part of JSON Schema that the routes' schemas come out as. */
export interface Shape {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly additionalProperties?: unknown;
}

/** A schema as JSON Schema, seen from the caller. */
export function shapeOf(schema: z.ZodType): Shape {
  return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape;
}

/** Values that only their field's meaning makes valid. */
const BY_NAME: Readonly<Record<string, () => unknown>> = {
  version: () => 1,
  trx_id: () => bkashTrx(),
  merchant_order_id: () => `sample-${next()}`,
  customer: () => "01712345678",
  account: () => `017${String(next()).padStart(8, "0")}`,
  email: () => `sample${next()}@example.org`,
  user_type: () => "operator",
  code: () => "123456",
  password: () => "a-long Test phrase 42",
  current_password: () => "a-long Test phrase 42",
  new_password: () => "another Long phrase 43",
  notify_url: () => "http://127.0.0.1:9/hook",
  list: () => "payments",
  query: () => "status=review",
  text: () => "a plain note",
  received_at: () => new Date(Date.now() - 60_000).toISOString(),
  sent_at: () => new Date(Date.now() - 60_000).toISOString(),
  device_time: () => new Date().toISOString(),
  from: () => "2026-01-01",
  to: () => "2026-01-31",
  cursor: () => "",
  size: () => 20,
  status: () => "waiting",
  currency: () => "BDT",
  ip_whitelist: () => ["203.0.113.0/24"],
  staff_ip_allowlist: () => [],
  balance: () => "100.00",
  estimated_balance: () => "-100.00",
  chat_id: () => "-1001234567890",
  token: () => `123456789:${"a".repeat(35)}`,
  at: () => "2026-01-01",
  object_id: () => "P260101AAAAAAAA",
};

/** One valid value. `optional`: also the fields that may be left out. */
export function sampleOf(shape: Shape, name = "", optional = false): unknown {
  const own = BY_NAME[name];
  // A name that is a day in one place and a number or a moment in another has no value of its own there.
  const fits = own !== undefined && shape.type !== "object" && shape.format !== "date-time" && !(shape.type === "integer" && typeof own() !== "number");
  if (fits) return own();
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  const among = shape.anyOf ?? shape.oneOf;
  if (among?.[0]) return sampleOf(among[0], name, optional);
  if (shape.examples) return shape.examples[0];
  if (shape.type === "object") {
    const names = Object.keys(shape.properties ?? {}).filter((key) => optional || shape.required?.includes(key));
    return Object.fromEntries(names.map((key) => [key, sampleOf(shape.properties?.[key] ?? {}, key, optional)]));
  }
  if (shape.type === "array") return [sampleOf(shape.items ?? {}, name, optional)];
  if (shape.type === "integer" || shape.type === "number") return Math.max(1, shape.minimum ?? 1);
  if (shape.type === "boolean") return true;
  if (shape.format === "date-time") return new Date().toISOString();
  return "sample".padEnd(shape.minLength ?? 0, "x").slice(0, shape.maxLength ?? 100);
}

/** A valid body of a route; null when it takes none. */
export function bodySample(route: AnyRoute, optional = false): Record<string, unknown> | null {
  if (!route.body) return null;
  const made = sampleOf(objectShape(shapeOf(route.body)), "", optional);
  return typeof made === "object" && made !== null && !Array.isArray(made) ? (made as Record<string, unknown>) : {};
}

/** The object among the alternatives of a body. */
export function objectShape(shape: Shape): Shape {
  return shape.type === "object" ? shape : ((shape.anyOf ?? shape.oneOf ?? []).map(objectShape).find((one) => one.type === "object") ?? shape);
}

/** Every place of an object's fields, as path and shape; arrays are entered through their first element. */
export function fieldsOf(shape: Shape, path: readonly (string | number)[] = []): { path: readonly (string | number)[]; shape: Shape; required: boolean }[] {
  const inner = shape.anyOf?.find((one) => one.type === "object" || one.type === "array") ?? shape;
  if (inner.type === "array" && inner.items) return fieldsOf(inner.items, [...path, 0]);
  return Object.entries(inner.properties ?? {}).flatMap(([name, one]) => [
    { path: [...path, name], shape: one, required: inner.required?.includes(name) ?? false },
    ...fieldsOf(one, [...path, name]),
  ]);
}

/** A copy of a body with one place changed; `undefined` removes it. What lies between is made where it is missing. */
export function withValue(body: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (typeof head === "number") {
    const list = Array.isArray(body) ? [...body] : [];
    list[head] = withValue(list[head], rest, value);
    return list;
  }
  const object: Record<string, unknown> = typeof body === "object" && body !== null && !Array.isArray(body) ? { ...body } : {};
  if (rest.length === 0 && value === undefined) delete object[head];
  else Object.defineProperty(object, head, { value: withValue(object[head], rest, value), enumerable: true, configurable: true, writable: true });
  return object;
}

/** The path of a route with its parameters filled in. */
export function pathOf(url: string, params: Readonly<Record<string, string>>): string {
  return url.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? `:${name}`));
}
