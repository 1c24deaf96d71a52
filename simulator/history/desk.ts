/**
 * The product's own verbs, called in this process: a route's handler gets what the route's schemas read, in a context of whoever
 * acts, and no request goes over a wire. Rights are checked as the dashboard's front door checks them.
 */
import { EventEmitter } from "node:events";
import type { EndpointKey, Endpoints } from "../../src/contract/endpoints.ts";
import { meets } from "../../src/contract/needed.ts";
import { can, rightsOf } from "../../src/contract/permissions.ts";
import { ROUTES } from "../../src/server/app.ts";
import { Waiting } from "../../src/server/platform/answer.ts";
import type { Actor, App, UserActor } from "../../src/server/platform/context.ts";
import { Undone } from "../../src/server/platform/db/undone.ts";
import { PROVED_BEFORE } from "../../src/server/core/session/recheck.ts";
import { makeCtx } from "../../src/server/platform/http/call.ts";
import type { AnyRoute } from "../../src/server/platform/http/route.ts";
import { answerOfVerb, Refused } from "../../src/server/platform/refusal.ts";
import type { Options } from "../staff.ts";

/** What a call carries. */
interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: object;
}

const routes = new Map(ROUTES.map((route) => [`${route.method} ${route.url}`, route]));

function permitted(actor: Actor, { access }: AnyRoute): boolean {
  if (access.kind !== "session") return access.kind === actor.type;
  if (actor.type !== "user") return false;
  return meets((permission) => can(actor, permission), access.permission);
}

/** Refused by the product. */
export class NotDone extends Error {
  constructor(
    what: string,
    readonly code: string,
    fields: unknown,
  ) {
    super(`${what}: ${code}${fields === undefined ? "" : ` ${JSON.stringify(fields)}`}`);
  }
}

/** Calls verbs as people, merchants and phones. */
export class Desk {
  private readonly people = new Map<string, UserActor>();
  private calls = 0;

  constructor(
    readonly app: App,
    private readonly prefix: string,
  ) {}

  /** Reads who there is. */
  async load(): Promise<void> {
    const rows = await this.app.db.rows<{ id: bigint; account: string; user_type: UserActor["userType"]; merchant_id: bigint | null }>(
      "select id, account, user_type, merchant_id from users where deleted_at is null",
    );
    for (const row of rows)
      this.people.set(row.account, {
        type: "user",
        id: row.id,
        account: row.account,
        userType: row.user_type,
        rights: rightsOf(row.user_type, null),
        merchantId: row.merchant_id,
        sessionId: 0n,
        recheckedUntilMs: 0,
      });
  }

  /** A person's call of the dashboard, with the password just given. @throws NotDone */
  async call<K extends EndpointKey>(account: string, key: K, options: Options<K> = {}): Promise<Endpoints[K]["data"]> {
    const params = { ...(options.id === undefined ? {} : { id: options.id }), ...(options.date === undefined ? {} : { date: options.date }) };
    const answer = await this.run(this.person(account), key, { params, query: options.query ?? {}, body: options.body ?? {} });
    return answer as Endpoints[K]["data"];
  }

  /** As {@link call}, and where the product asks for a checker, that one approves. */
  async decide<K extends EndpointKey>(account: string, second: string, key: K, options: Options<K>): Promise<void> {
    const answer = (await this.call(account, key, options)) as { approval?: { id: string } } | null;
    if (answer?.approval !== undefined) await this.call(second, "POST /api/approvals/:id/approve", { id: answer.approval.id, body: {} });
  }

  /** A merchant's program at `/v1`. @throws NotDone */
  merchant<T>(merchantId: bigint, key: string, input: Input): Promise<T> {
    return this.run({ type: "merchant", merchantId, appId: "history" }, key, input) as Promise<T>;
  }

  /** A phone at `/device`. @throws NotDone */
  device<T>(deviceId: bigint, key: string, input: Input): Promise<T> {
    return this.run({ type: "device", deviceId }, key, input) as Promise<T>;
  }

  /** Runs one of the product's jobs as long as it has something to do. */
  async job(name: string): Promise<void> {
    const job = this.app.offers.jobs.find((one) => one.name === name);
    if (!job) throw new Error(`there is no job ${name}`);
    while ((await job.run(this.app)) === true);
  }

  private person(account: string): UserActor {
    const found = this.people.get(account);
    if (!found) throw new Error(`nobody is called ${account}`);
    return { ...found, recheckedUntilMs: PROVED_BEFORE };
  }

  private async run(actor: Actor, key: string, input: Input): Promise<unknown> {
    const route = routes.get(key);
    if (!route) throw new Error(`there is no route ${key}`);
    if (!permitted(actor, route)) throw new NotDone(key, "forbidden", undefined);
    this.calls += 1;
    const ctx = makeCtx(this.app, actor, {
      ip: actor.type === "user" ? "203.0.113.24" : "198.51.100.7",
      requestId: `${this.prefix}${this.calls}`,
      background: false,
      idempotency: null,
      audit: route.audit === null ? null : ([route.audit].flat() as never),
    });
    const reply = { raw: Object.assign(new EventEmitter(), { destroyed: false }) };
    const answer = { status: () => undefined, header: () => undefined };
    const read = {
      params: route.params?.parse(input.params ?? {}),
      query: route.query?.parse(input.query ?? {}),
      body: route.body?.parse(input.body ?? {}),
      answer,
      request: { headers: {}, body: input.body },
      reply,
    };
    // The registry forgot the handler's own types; the schemas above have just read what it takes.
    const done = await answerOfVerb(() => route.handler(ctx, read as never));
    if (done instanceof Waiting) return done.data;
    if (done instanceof Refused) throw new NotDone(`${key} of ${actor.type === "user" ? actor.account : actor.type}`, done.code, done.fields ?? done.details);
    if (done instanceof Undone) throw new Error(`${key} was answered before`);
    return done;
  }
}
