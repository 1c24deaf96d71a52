/** What a verb answers beside what it was asked for leaves nothing of its transaction; what waits is kept, with its key. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MoneyLab } from "../../../test/support/parts/transfers.ts";
import { doneOf, StoredAnswer, Waiting } from "./answer.ts";
import { audit } from "./audit.ts";
import type { JobActor, UserCtx } from "./context.ts";
import type { Tx } from "./db/pool.ts";
import { endingWith } from "./db/undone.ts";
import { bodyHash, makeCtx, type IdempotencyClaim } from "./http/call.ts";
import { answerOfVerb, refuse, Refused } from "./refusal.ts";

let lab: MoneyLab;
beforeAll(async () => {
  lab = await MoneyLab.start([]);
});
afterAll(() => lab.close());
beforeEach(async () => {
  await lab.owner.run("delete from meta where key like 'answer %'");
  lab.events.length = 0;
});

const actor: JobActor = { type: "job", name: "test" };
const key = (name: string): IdempotencyClaim => ({
  actor: "test",
  route: "POST /x",
  key: name,
  bodyHash: bodyHash(lab.app, actor, { name }),
  secret: false,
  status: 201,
});
const call = (idempotency: IdempotencyClaim | null = null) => makeCtx(lab.app, actor, { ip: null, requestId: "t", background: true, idempotency, audit: null });
const write = (tx: Tx, name: string): Promise<number> => tx.run("insert into meta (key, value) values ($1, '1')", [`answer ${name}`]);
const written = async (): Promise<string[]> =>
  (await lab.owner.rows<{ key: string }>("select key from meta where key like 'answer %' order by key")).map((row) => row.key.slice(7));
const stored = (name: string) => lab.owner.one<{ status: number; response: string }>("select status, response from idempotency_keys where key = $1", [name]);
const event = { kind: "config" as const, objectId: 1n, version: 1, change: "changed" as const, merchantId: null };

describe("a transaction that answers", () => {
  it("what was asked for stays, with its events and its key's answer", async () => {
    const ctx = call(key("done"));
    const answer = await ctx.tx(async (tx) => {
      await write(tx, "done");
      ctx.emit(event);
      return { n: 1 };
    });
    expect([doneOf(answer), await written(), lab.events.length]).toEqual([{ n: 1 }, ["done"], 1]);
    expect(await stored("done")).toEqual({ status: 201, response: '{"success":true,"data":{"n":1}}' });
  });

  it.each([
    ["answers", () => new Refused("wrong_state", { fields: { a: "invalid" } })],
    ["ends with", () => refuse("wrong_state", { fields: { a: "invalid" } })],
  ])("a refusal that it %s leaves nothing: no row, no event, no key", async (name, refusal) => {
    const ctx = call(key(name));
    const answer = await answerOfVerb(() =>
      ctx.tx(async (tx) => {
        await write(tx, "refused");
        ctx.emit(event);
        return refusal();
      }),
    );
    expect(answer).toBeInstanceOf(Refused);
    expect(answer).toMatchObject({ code: "wrong_state", status: 409, fields: { a: "invalid" } });
    expect([await written(), lab.events, await stored(name)]).toEqual([[], [], null]);
    // The key is free: the same call may succeed later.
    expect(doneOf(await call(key(name)).tx(async () => ({ n: 2 })))).toEqual({ n: 2 });
  });

  it("that it waits leaves nothing of the work, and keeps what waits with the key's answer", async () => {
    const ctx = call(key("waits"));
    const waits = () =>
      ctx.tx(async (tx) => {
        await write(tx, "work");
        ctx.emit(event);
        return new Waiting("approval_required", async (later) => {
          await write(later, "request");
          ctx.emit({ ...event, kind: "approvals" });
          return { approval: 7 };
        });
      });
    const answer = await waits();
    expect(answer).toBeInstanceOf(Waiting);
    expect(answer).toMatchObject({ code: "approval_required", data: { approval: 7 } });
    expect([await written(), lab.events.map((one) => one.kind)]).toEqual([["request"], ["approvals"]]);
    expect(await stored("waits")).toEqual({ status: 202, response: '{"success":true,"code":"approval_required","data":{"approval":7}}' });
  });

  it("that it waits for what may not be kept leaves nothing at all", async () => {
    const answer = await answerOfVerb(() =>
      call(key("kept")).tx(async () => new Waiting("approval_required", async (later) => (await write(later, "request"), refuse("approval_waiting")))),
    );
    expect(answer).toMatchObject({ code: "approval_waiting" });
    expect([await written(), await stored("kept")]).toEqual([[], null]);
  });
});

describe("a key that was used before", () => {
  it("is answered as it was, without any work", async () => {
    doneOf(await call(key("again")).tx(async () => ({ n: 1 })));
    const answer = await call(key("again")).tx(async (tx) => {
      await write(tx, "twice");
      return { n: 2 };
    });
    expect(answer).toBeInstanceOf(StoredAnswer);
    expect(answer).toMatchObject({ status: 201, body: '{"success":true,"data":{"n":1}}' });
    expect([await written(), lab.events]).toEqual([[], []]);
  });

  it("is refused with another body", async () => {
    doneOf(await call(key("other")).tx(async () => ({ n: 1 })));
    const answer = await answerOfVerb(() => call({ ...key("other"), bodyHash: bodyHash(lab.app, actor, {}) }).tx(async (tx) => write(tx, "other")));
    expect([(answer as Refused).code, await written()]).toEqual(["idempotency_mismatch", []]);
  });
});

describe("a verb that goes on over an answer that ends it", () => {
  it("cannot commit, and is a fault of the program", async () => {
    const forgets = call().tx(async (tx) => {
      endingWith(tx, new Waiting("approval_required", async () => ({})));
      await write(tx, "forgotten");
      return { n: 1 };
    });
    await expect(forgets).rejects.toThrow("went on");
    expect(await written()).toEqual([]);
  });

  it("nor can an act that cannot be refused be taken for done", () => {
    expect(() => doneOf(new Refused("conflict"))).toThrow("was not done");
    expect(doneOf(null)).toBeNull();
  });
});

describe("the edge of a verb", () => {
  it("answers refusals and lets faults of the program through", async () => {
    expect(await answerOfVerb(async () => 1)).toBe(1);
    expect(await answerOfVerb(() => refuse("not_found"))).toMatchObject({ code: "not_found", status: 404 });
    await expect(answerOfVerb(() => Promise.reject(new Error("a bug")))).rejects.toThrow("a bug");
  });

  it("keeps an audit row's name out of what was refused", async () => {
    const ctx = makeCtx(lab.app, actor, { ip: null, requestId: "t", background: true, idempotency: null, audit: ["payments.note"] });
    const refused = await ctx.tx(async (tx) => {
      await audit(ctx as unknown as UserCtx, tx, { action: "payments.note", objectType: "payment", objectId: "P0" });
      return new Refused("conflict");
    });
    expect((refused as Refused).code).toBe("conflict");
    expect(await lab.owner.one("select 1 from audit where object_id = 'P0'")).toBeNull();
  });
});
