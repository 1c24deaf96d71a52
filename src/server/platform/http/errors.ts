/** Failures to answers: one wrapper, field codes, no stack, no SQL. */
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { ZodError, config } from "zod";
import type { Failure } from "../../../contract/envelope.ts";
import { ERRORS, FIELD_CODES, type ErrorCode, type FieldCode } from "../../../contract/errors.ts";
import { isAway } from "../db/pool.ts";
import { refusedIn, type Refused } from "../refusal.ts";

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly input?: unknown;
  readonly keys?: readonly string[];
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly message?: string;
  readonly errors?: readonly (readonly Issue[])[];
  /** What is wrong with a name that the caller chose. */
  readonly issues?: readonly Issue[];
}

/** How a missing value is told in words by the library; the same for choices, which it does not tell apart from wrong ones. */
const MISSING = "received undefined";
config({
  customError: (issue) => {
    if (issue.code === "invalid_value" && issue.input === undefined) return MISSING;
    const choice = issue.code === "invalid_union" && typeof issue["discriminator"] === "string" ? issue["discriminator"] : null;
    const given = issue.input as Readonly<Record<string, unknown>> | null | undefined;
    return choice !== null && typeof given === "object" && given?.[choice] === undefined ? MISSING : undefined;
  },
});

/** Names that callers choose (keys of metadata, fields we do not know) come back in part only, characters. */
const NAME_SHOWN = 100;
/** A place in a body as `error.fields` writes it. */
export const fieldName = (path: readonly PropertyKey[]): string => path.map((part) => String(part).slice(0, NAME_SHOWN)).join(".") || "body";

function isFieldCode(value: unknown): value is FieldCode {
  return typeof value === "string" && (FIELD_CODES as readonly string[]).includes(value);
}

function fieldCode(issue: Issue): FieldCode {
  const own = issue.params?.["code"];
  if (isFieldCode(own)) return own;
  const sized = issue.origin === "string" || issue.origin === "array" || issue.origin === "set";
  if (issue.code === "too_big") return sized ? "too_long" : "too_large";
  if (issue.code === "too_small") return sized ? (issue.minimum === 1 ? "required" : "too_short") : "too_small";
  if (issue.message?.endsWith(MISSING)) return "required";
  if (issue.code === "invalid_value") return "not_allowed";
  return "invalid";
}

/** How near an alternative came, which then names the fields best: how deep its issues lie; another kind of value altogether is no alternative. */
function nearness(issues: readonly Issue[]): number {
  const otherKind = issues.some((issue) => issue.code === "invalid_type" && issue.path.length === 0);
  return otherKind ? -1 : issues.reduce((sum, issue) => sum + issue.path.length, 0);
}

/** Maps validation issues to `field -> code`; names every field that is wrong. */
export function fieldErrors(issues: readonly Issue[]): Record<string, FieldCode> {
  // Without a prototype: a field may be called toString.
  const fields: Record<string, FieldCode> = Object.create(null) as Record<string, FieldCode>;
  for (const issue of issues) {
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys ?? []) fields[fieldName([...issue.path, key])] ??= "unknown_field";
    } else if (issue.code === "invalid_union" && issue.errors?.length) {
      const closest = [...issue.errors].sort((left, right) => nearness(right) - nearness(left))[0] ?? [];
      Object.assign(fields, fieldErrors(closest.map((item) => ({ ...item, path: [...issue.path, ...item.path] }))));
    } else if (issue.code === "invalid_key" && issue.issues?.[0]) {
      fields[fieldName(issue.path)] ??= fieldCode(issue.issues[0]);
    } else {
      fields[fieldName(issue.path)] ??= fieldCode(issue);
    }
  }
  return fields;
}

/** Builds the answer of an error code. */
export function failure(
  code: ErrorCode,
  requestId: string,
  extra: { readonly fields?: Readonly<Record<string, FieldCode>> | undefined; readonly details?: Readonly<Record<string, unknown>> | undefined } = {},
): Failure {
  return {
    success: false,
    data: null,
    error: {
      code,
      message: ERRORS[code].message,
      ...(extra.fields ? { fields: extra.fields } : {}),
      ...(extra.details ? { details: extra.details } : {}),
      request_id: requestId,
    },
  };
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: "too_large",
  FST_ERR_CTP_INVALID_MEDIA_TYPE: "unsupported_media_type",
  FST_ERR_CTP_EMPTY_JSON_BODY: "malformed",
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: "malformed",
  FST_ERR_CTP_INVALID_JSON_BODY: "malformed",
  FST_ERR_BAD_URL: "malformed",
  // Nothing has an id that long.
  FST_ERR_MAX_PARAM_LENGTH: "not_found",
};

/** An issue as the type provider reports it: its path as a pointer, the rest under `params`. */
interface Reported {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: Omit<Issue, "code" | "path" | "message">;
}
const issueOf = (item: Reported): Issue => ({ ...item.params, code: item.keyword, message: item.message, path: item.instancePath.split("/").filter(Boolean) });

/** The one place where a refusal becomes HTTP. */
export function sendRefused(refused: Refused, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (refused.retryAfterSeconds !== undefined) reply.header("retry-after", String(Math.max(1, Math.ceil(refused.retryAfterSeconds))));
  if (refused.code === "unauthorized") reply.header("www-authenticate", "Bearer");
  return reply.code(refused.status).send(failure(refused.code, request.id, refused));
}

/** The last resort of every request: expected failures to their code, everything else to a generic 500 with a logged cause. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  // Who calls and what the body is, is settled before any verb: the framework knows errors alone.
  const refused = refusedIn(error);
  if (refused !== null) {
    sendRefused(refused, request, reply);
    return;
  }
  const validation = (error as { validation?: Reported[] }).validation;
  if (error instanceof ZodError || Array.isArray(validation)) {
    const issues = error instanceof ZodError ? (error.issues as unknown as Issue[]) : (validation ?? []).map(issueOf);
    reply.code(422).send(failure("validation_failed", request.id, { fields: fieldErrors(issues) }));
    return;
  }
  const known = error as FastifyError;
  const code = FASTIFY_CODES[known.code ?? ""] ?? (known.statusCode === 400 ? "malformed" : null);
  if (code) {
    reply.code(ERRORS[code].status).send(failure(code, request.id));
    return;
  }
  if (isAway(error)) {
    request.log.error({ requestId: request.id, err: error, route: request.routeOptions.url, method: request.method }, "the database did not answer");
    reply.header("retry-after", "1").code(ERRORS.not_ready.status).send(failure("not_ready", request.id));
    return;
  }
  request.log.error({ requestId: request.id, err: error, route: request.routeOptions.url, method: request.method }, "unexpected error");
  reply.code(500).send(failure("internal", request.id));
}
