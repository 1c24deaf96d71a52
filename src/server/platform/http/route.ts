/** Routes as data: method, path, who may, schemas, audit name. The server refuses to start when one lacks a part. */
import type * as z from "zod";
import type { AuditAction } from "../../../contract/audit.ts";
import type { Needed } from "../../../contract/needed.ts";
import type { Answer } from "../answer.ts";
import type { Actor, Ctx, DeviceActor, MerchantActor, PublicActor, UserActor } from "../context.ts";
import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * What a route works before: a due change of a one-time password, which whoever gave it out knows, so nothing that makes
 * another way in is of this kind; or, with the password changed, a due set-up of the authenticator.
 */
export type Early = "password" | "authenticator";

/** Who a route is for. What a call needs whatever it asks for stands here, not in its handler. */
export type Access =
  | { readonly kind: "public" }
  | {
      readonly kind: "session";
      readonly permission: Needed;
      readonly early?: Early;
    }
  | { readonly kind: "merchant" }
  | { readonly kind: "device" };

type ActorOf<A extends Access> = A extends { kind: "session" }
  ? UserActor
  : A extends { kind: "merchant" }
    ? MerchantActor
    : A extends { kind: "device" }
      ? DeviceActor
      : PublicActor;
type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;

/** A raw answer: the handler writes to the reply itself (streams, hooks) and returns this. */
export const HANDLED = Symbol("handled");

/** What a handler may steer of the response. */
export interface Steering {
  status(code: number): void;
  header(name: string, value: string): void;
}

type Schema = z.ZodType | undefined;

export interface RouteSpec<
  A extends Access = Access,
  P extends Schema = Schema,
  Q extends Schema = Schema,
  B extends Schema = Schema,
  D extends z.ZodType = z.ZodType,
> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: string;
  readonly access: A;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B;
  /** Headers that its handler reads and checks itself, for the documents: the framework would look at all headers of every call. */
  readonly headers?: z.ZodType;
  /** Schema of `data`: an allow list, nothing else leaves. */
  readonly data: D;
  readonly status?: number;
  /**
   * What the route writes into the audit trail. Each transaction of a call writes one of these names or is rolled back
   * (`platform/http/call.ts`). null: a read, a program's call, or for a person's call what {@link RouteSpec.unaudited} says.
   */
  readonly audit: AuditAction | readonly AuditAction[] | null;
  /**
   * Why a person's POST, PUT, PATCH or DELETE leaves no audit row: it only looks, it shows who he is, it keeps how he likes
   * his own screen, or it sends a test. Nothing else may.
   */
  readonly unaudited?: "looks" | "proves_himself" | "own_screen" | "test_call";
  /** The answer holds a secret that is shown once: never stored for idempotency, `no-store`. */
  readonly secret?: true;
  /** Takes no `Idempotency-Key` of its own: each item is guarded by its version, or the verb's batch keeps the key. */
  readonly keyless?: true;
  /** Called so often that its answers are written by `writerOf` its schema. */
  readonly busy?: true;
  /** Answers HEAD too: status and headers of GET. */
  readonly heads?: true;
  /** Writes its own answer (event stream, exports, hooks); `data` then documents only. */
  readonly raw?: true;
  readonly handler: (
    ctx: Ctx<ActorOf<A>>,
    input: { params: Parsed<P>; query: Parsed<Q>; body: Parsed<B>; answer: Steering; request: FastifyRequest; reply: FastifyReply },
  ) => Promise<Answer<z.input<D>> | typeof HANDLED>;
}

/** A route of any shape, as the registry holds it. */
export type AnyRoute = Omit<RouteSpec, "handler"> & { readonly handler: (ctx: Ctx<Actor>, input: never) => Promise<unknown> };

/** Declares a route; types of params, query, body and data follow from the schemas. */
export function route<
  const A extends Access,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
  D extends z.ZodType = z.ZodType,
>(spec: RouteSpec<A, P, Q, B, D>): AnyRoute {
  // The registry forgets the actor's exact type; the access kind decides it again when the route runs.
  return spec as unknown as AnyRoute;
}

/** Declares what people with a permission look at: a GET that leaves nothing in the audit trail. */
export function read<P extends Schema = undefined, Q extends Schema = undefined, D extends z.ZodType = z.ZodType>(
  permission: Needed,
  spec: Omit<RouteSpec<{ readonly kind: "session"; readonly permission: Needed }, P, Q, undefined, D>, "method" | "access" | "body" | "audit">,
): AnyRoute {
  return { ...spec, method: "GET", access: { kind: "session", permission }, audit: null } as unknown as AnyRoute; // as in `route`
}
