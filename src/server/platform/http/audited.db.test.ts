/** What a route says it writes into the audit trail is written, or nothing of its call remains. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { ROUTES } from "../../app.ts";
import { audit, nothingChanged } from "../audit.ts";
import type { UserCtx } from "../context.ts";
import type { Tx } from "../db/pool.ts";
import { MoneyLab } from "../../../../test/support/parts/transfers.ts";
import { route, type AnyRoute } from "./route.ts";
import { buildHttp } from "./server.ts";

const staff = { kind: "session", permission: null } as const;
const write = (tx: Tx, name: string): Promise<number> => tx.run("insert into meta (key, value) values ($1, $2)", [name, "1"]);
const verb = (name: string, work: (ctx: UserCtx, tx: Tx) => Promise<void>): AnyRoute =>
  route({
    method: "POST",
    url: `/api/test/${name}`,
    access: staff,
    summary: name,
    data: z.object({}),
    audit: ["payments.note", "payments.notify"],
    handler: (ctx) =>
      ctx.tx(async (tx) => {
        await write(tx, name);
        await work(ctx, tx);
        return {};
      }),
  });
const row = (ctx: UserCtx, tx: Tx, action: "payments.notify" | "payments.reject"): Promise<void> =>
  audit(ctx, tx, { action, objectType: "payment", objectId: "P1" });

let lab: MoneyLab;
beforeAll(async () => {
  lab = await MoneyLab.start([
    verb("forgotten", async () => undefined),
    verb("other", (ctx, tx) => row(ctx, tx, "payments.reject")),
    verb("written", (ctx, tx) => row(ctx, tx, "payments.notify")),
    verb("idle", async (_ctx, tx) => nothingChanged(tx)),
  ]);
});
afterAll(() => lab.close());

describe("a verb of a person", () => {
  it.each([
    ["forgotten", 500],
    ["other", 500],
    ["written", 200],
    ["idle", 200],
  ])("%s: %i", async (name, status) => {
    expect((await lab.call("finance", "POST", `/api/test/${name}`)).status).toBe(status);
    const kept = await lab.owner.one("select 1 from meta where key = $1", [name]);
    expect(kept !== null).toBe(status === 200);
  });
});

describe("the registry", () => {
  const refused = (more: Record<string, unknown>): Promise<unknown> =>
    buildHttp({
      app: lab.app,
      routes: [
        { method: "POST", url: "/api/test/x", access: staff, summary: "x", data: z.object({}), audit: null, handler: async () => ({}), ...more } as AnyRoute,
      ],
      auth: {} as never,
      plugins: [],
    });

  it("takes no change of a person that says neither what it audits nor why it does not, nor one that says both", async () => {
    await expect(refused({})).rejects.toThrow("/api/test/x");
    await expect(refused({ audit: "payments.note", unaudited: "looks" })).rejects.toThrow("/api/test/x");
    await expect(refused({ unaudited: "looks" })).resolves.toBeTruthy();
    await expect(refused({ access: { kind: "merchant" } })).resolves.toBeTruthy();
  });

  it("lets these go without a row, and no others", () => {
    expect(ROUTES.flatMap(({ method, url, unaudited }) => (unaudited ? [`${unaudited}: ${method} ${url}`] : [])).sort()).toEqual([
      "looks: POST /api/bulk",
      "looks: POST /api/bulk/:id/again",
      "looks: POST /api/exceptions/:id/presence",
      "looks: POST /api/manual/preview",
      "looks: POST /api/merchants/:id/fees/preview",
      "looks: POST /api/proof",
      "looks: POST /api/seals/:date/check",
      "looks: POST /api/sms/endings/:id/try",
      "looks: POST /api/sms/rules/:id/try",
      "looks: POST /api/sms/try",
      "looks: POST /api/switches/preview",
      "looks: POST /api/switches/stop/preview",
      "looks: POST /api/user/passkeys/options",
      "own_screen: PATCH /api/user/preferences",
      "own_screen: POST /api/views",
      "own_screen: POST /api/views/default",
      "proves_himself: DELETE /api/user/check",
      "proves_himself: POST /api/user/check",
      "proves_himself: POST /api/user/check/options",
      "proves_himself: POST /api/user/check/passkey",
      "test_call: POST /api/alert-channels/:id/test",
      "test_call: POST /api/merchants/:id/webhook-test",
    ]);
  });
});
