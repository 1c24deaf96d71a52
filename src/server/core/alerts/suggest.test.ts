import { expect, it } from "vitest";
import type { ExceptionRow } from "../../../contract/exceptions.schema.ts";
import type { App, UserActor } from "../../platform/context.ts";
import type { Queryable } from "../../platform/db/pool.ts";
import { withSuggestions, type Suggestion } from "./suggest.ts";

const suggestion: Suggestion = { type: "payment", id: "P1", title: "order", amount: "1.00", at: "2026-01-01T00:00:00.000Z", score: 90, reasons: [] };
const rows = Array.from({ length: 30 }, (_unused, at) => ({
  id: `Z${at}`,
  kind: "sms_unmatched",
  object: { type: "sms", id: `S${at}` },
  suggestions: [],
})) as unknown as ExceptionRow[];
/** As far as it is looked at: where suggestions are offered, and what a public id stands for. */
const appOf = (suggest: (id: bigint) => Promise<Suggestion[]>): App =>
  ({
    offers: { suggestions: { sms_unmatched: (_app: App, _q: Queryable, id: bigint) => suggest(id) } },
    publicIds: { decode: (_kind: string, text: string) => BigInt(text.slice(1)) },
  }) as unknown as App;
const of = (app: App, waitMs: number | null): Promise<ExceptionRow[]> => withSuggestions(app, {} as Queryable, rows, {} as UserActor, waitMs);

it("finds those of the first twenty rows, however long it takes", async () => {
  const found = await of(
    appOf(() => Promise.resolve([suggestion])),
    null,
  );
  expect(found.map(({ suggestions }) => suggestions.length)).toEqual([...Array.from({ length: 20 }, () => 1), ...Array.from({ length: 10 }, () => 0)]);
});

it("leaves rows without those that are not there in time, and begins no more of them", async () => {
  let asked = 0;
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((done) => (letGo = done));
  const found = await of(
    appOf(async (id) => {
      asked += 1;
      if (id >= 4n) await held;
      return [suggestion];
    }),
    // Longer than the first four need, who wait for nobody.
    50,
  );
  expect(found).toHaveLength(30);
  expect(found.slice(4).flatMap(({ suggestions }) => suggestions)).toEqual([]);
  expect(asked).toBe(8);
  letGo();
  await new Promise((done) => setImmediate(done));
  expect(asked).toBe(8);
});
