/** The OpenAPI document of a surface, made from the registry's own schemas and made readable. */
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import * as z from "zod";
import { ERRORS, FIELD_CODES } from "../../../contract/errors.ts";
import { WEBHOOK_BODIES } from "../../../contract/webhooks.schema.ts";
import { WEBHOOK_TYPES } from "../../../contract/webhooks.ts";
import { IDEMPOTENCY_KEY } from "./call.ts";
import { DOCS_WORDS } from "./docs-words.ts";
import type { AnyRoute } from "./route.ts";

/** JSON of any shape, as the generator answers it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export interface JsonObject {
  readonly [key: string]: Json;
}

/** True for a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * As the generator has it, with the headers that a route reads by itself; a query that may hold anything has no parameters
 * to name, and is not to be taken for a list of them.
 */
export function documented(routes: readonly AnyRoute[]): typeof jsonSchemaTransform {
  return (input) => {
    const { schema, url } = jsonSchemaTransform(input);
    const query = schema["querystring"] as { readonly properties?: object } | undefined; // JSON Schema by now
    const read = routes.find((one) => one.url === input.url && one.method === input.route.method)?.headers;
    const headers = read === undefined ? {} : { headers: z.toJSONSchema(read, { io: "input" }) };
    return { url, schema: { ...schema, ...headers, ...(query?.properties === undefined ? { querystring: undefined } : {}) } };
  };
}

const FAILURE: JsonObject = {
  type: "object",
  required: ["success", "data", "error"],
  properties: {
    success: { type: "boolean", enum: [false] },
    data: { type: "null" },
    error: {
      type: "object",
      required: ["code", "message"],
      properties: {
        code: { type: "string", enum: Object.keys(ERRORS) },
        message: { type: "string", description: "English; show your own words by the code" },
        fields: { type: "object", additionalProperties: { type: "string", enum: [...FIELD_CODES] }, description: "which field, and what is wrong with it" },
        details: { type: "object", additionalProperties: true },
        request_id: { type: "string" },
      },
    },
  },
};
const FAILED: JsonObject = {
  description: "Refused or failed; the code says why",
  content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
};
const IDEMPOTENCY: JsonObject = {
  in: "header",
  name: "Idempotency-Key",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: IDEMPOTENCY_KEY.maxLength, pattern: IDEMPOTENCY_KEY.pattern.source },
  description: "The same key and body within 48 hours answer what the first call answered",
};
const SIGNED: readonly Json[] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map((name) => ({
  in: "header",
  name,
  required: true,
  schema: { type: "string" },
}));

/** What a merchant's address receives, by type. */
function notifications(): JsonObject {
  return Object.fromEntries(
    WEBHOOK_TYPES.map((type) => {
      const { $schema: _dialect, ...schema } = z.toJSONSchema(WEBHOOK_BODIES[type]) as JsonObject; // a schema of JSON is JSON
      const post: JsonObject = {
        operationId: type.replace(/\.(.)/g, (_dot, next: string) => next.toUpperCase()),
        // What proves it is in its headers.
        security: [],
        summary: DOCS_WORDS.en.events[type],
        parameters: SIGNED,
        requestBody: { required: true, content: { "application/json": { schema: tidy(schema) } } },
        responses: { "2XX": { description: "Delivered; anything else is tried again for 24 hours" } },
      };
      return [type, { post }];
    }),
  );
}

const isAnything = (schema: Json): boolean => isObject(schema) && Object.keys(schema).length === 0;

/** Leaves out what says nothing to a reader: bounds of every JavaScript integer, the pattern behind `date-time`, "anything or null". */
function tidy(value: Json): Json {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const { anyOf, ...besides } = value;
  if (Array.isArray(anyOf) && (anyOf as readonly Json[]).some(isAnything)) return tidy(besides); // narrowed by the test before it
  const drops = (key: string, item: Json): boolean =>
    (key === "minimum" && item === Number.MIN_SAFE_INTEGER) ||
    (key === "maximum" && item === Number.MAX_SAFE_INTEGER) ||
    (key === "pattern" && value["format"] === "date-time") ||
    (key === "propertyNames" && isObject(item) && Object.keys(item).every((word) => word === "type"));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, item]) => !drops(key, item))
      .map(([key, item]) => [key, tidy(item)]),
  );
}

const ABOUT = "Every answer is wrapped: `success`, `data`, and `error` with a code where it failed. Amounts are decimal strings.";

/** Merchants first, devices after them. */
const rank = (path: string): string => (path.startsWith("/v1/") ? `0${path}` : `1${path}`);

const tagOf = (path: string): string => path.split("/")[2] ?? "api";

function operation(method: string, path: string, value: JsonObject): JsonObject {
  const body = value["requestBody"];
  const content = isObject(body) ? body["content"] : undefined;
  const schema = isObject(content) && isObject(content["application/json"]) ? content["application/json"]["schema"] : undefined;
  const properties = isObject(schema) ? schema["properties"] : undefined;
  const bodyless = isObject(properties) && Object.keys(properties).length === 0;
  const own = Array.isArray(value["parameters"]) ? (value["parameters"] as readonly Json[]) : []; // narrowed by the test before it
  const keyed = method === "post" && Array.isArray(value["security"]) && !path.startsWith("/device");
  const { requestBody: _body, parameters: _parameters, ...rest } = value;
  const parameters = [...own, ...(keyed ? [IDEMPOTENCY] : [])];
  return {
    operationId: `${method}${path.replace(/[^A-Za-z0-9]+(.)?/g, (_whole, next: string | undefined) => (next ?? "").toUpperCase())}`,
    ...rest,
    // Said for open operations, too: nobody has to guess whether it was forgotten.
    security: value["security"] ?? [],
    tags: [tagOf(path)],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(isObject(body) && !bodyless ? { requestBody: body } : {}),
    responses: { ...(isObject(value["responses"]) ? value["responses"] : {}), "4XX": FAILED, "5XX": FAILED },
  };
}

/**
 * The document of one surface.
 * @param whole everything that the registry declares
 * @param shown which paths belong to it
 * @param publicUrl outside address of the server; null: the address that served the document
 */
export function documentOf(whole: JsonObject, shown: (path: string) => boolean, title: string, publicUrl: string | null): JsonObject {
  const tidied = tidy(whole) as JsonObject; // an object stays one
  const paths = isObject(tidied["paths"]) ? tidied["paths"] : {};
  const entries = Object.entries(paths)
    .filter(([path]) => shown(path))
    .sort(([left], [right]) => (rank(left) < rank(right) ? -1 : 1))
    .map(
      ([path, methods]) =>
        [
          path,
          Object.fromEntries(
            Object.entries(isObject(methods) ? methods : {})
              .filter(([method]) => method !== "head")
              .map(([method, value]) => [method, isObject(value) ? operation(method, path, value) : value]),
          ),
        ] as const,
    );
  const components = isObject(tidied["components"]) ? tidied["components"] : {};
  const schemas = isObject(components["schemas"]) ? components["schemas"] : {};
  return {
    openapi: "3.1.0",
    info: { title, version: "1.0.0", description: ABOUT, license: { name: "Apache-2.0", identifier: "Apache-2.0" } },
    servers: [{ url: publicUrl ?? "/" }],
    tags: [...new Map(entries.map(([path]) => [tagOf(path), path.split("/").slice(0, 3).join("/")]))].map(([name, under]) => ({
      name,
      description: `Calls under ${under}`,
    })),
    paths: Object.fromEntries(entries),
    ...(entries.some(([path]) => path.startsWith("/v1/")) ? { webhooks: notifications() } : {}),
    components: { ...components, schemas: { ...schemas, Failure: FAILURE } },
  };
}
