// @vitest-environment happy-dom
/** An act that came too late: the object is loaded again, what was typed stays, and who changed what is said. */
import { act, type ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { beforeAll, describe, expect, it, vi } from "vitest";
import type { PaymentRow } from "../../../contract/payments.schema.ts";
import type { TimelineItem } from "../../../contract/schema.ts";
import type { CallError, Result } from "../../api.ts";
import type { FormSpec } from "../../forms/spec.ts";
import { type ActionForm, useActionForm } from "../../forms/use-action-form.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { asked } from "../../ui/confirm.ts";
import { hasMoved, isStale, lastChange, meanwhileWords } from "../../forms/meanwhile.ts";
import type { ActionSpec } from "../spec/index.ts";
import type { CellTools } from "../../cell-tools.ts";
import { type RowActions, useRowActions } from "./use-actions.tsx";

const tools = { t: text, locale: "zh", currency: "BDT" } as unknown as CellTools; // what words need of it
const item = (kind: string, at: string, account: string | null): TimelineItem => ({
  at,
  kind,
  actor: account === null ? null : { type: "user", id: "U1", account },
  text_key: `timeline.${kind}`,
  params: {},
  data: null,
});
// Only these parts of an order are looked at.
const order = (values: Record<string, unknown>): PaymentRow => ({ id: "P261121XY12AB34", status: "review", version: 1, ...values }) as unknown as PaymentRow;
const fresh = order({
  status: "rejected",
  version: 2,
  actions: ["note"],
  timeline: [
    item("created", "2026-11-20T04:00:00.000Z", null),
    item("rejected", "2026-11-20T05:00:00.000Z", "lin"),
    item("notification", "2026-11-20T05:00:01.000Z", null),
  ],
});
const conflict: CallError = { code: "conflict", message: "", status: 409 };
const refused = (error: CallError): Result<never> => ({ success: false, data: null, error }) as unknown as Result<never>;

beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startMessages();
  await activate("zh", "rest");
});

/** Draws a component that hands its hook's answer out. */
async function drawn<T>(use: () => T): Promise<() => T> {
  let now: T;
  function Probe(): ReactElement | null {
    now = use();
    return null;
  }
  const place = document.body.appendChild(document.createElement("div"));
  await act(async () => createRoot(place).render(<Probe />));
  return () => now;
}

describe("what is said", () => {
  it("names who did it last, when, how, and the present state; notifications tell nothing new", async () => {
    expect(lastChange(fresh)?.kind).toBe("rejected");
    expect(meanwhileWords(fresh, tools)).toBe(
      "lin 已于 2026/11/20 13:00 更改此项（驳回），当前状态：已驳回。已载入最新内容，你填写的内容已保留，请核对后再提交。",
    );
    await activate("en", "rest");
    expect(meanwhileWords(fresh, tools)).toContain("lin changed it at 2026/11/20 13:00 (Rejected); it is now: Rejected.");
    await activate("zh", "rest");
  });

  it("prefers the person of an act to what the system wrote with it", () => {
    const both = [item("approved", "2026-11-20T05:00:00.100Z", "lin"), item("completed", "2026-11-20T05:00:00.900Z", null)];
    expect(lastChange({ timeline: both })?.actor?.account).toBe("lin");
    expect(lastChange({ timeline: [both[0], item("completed", "2026-11-20T06:00:00.000Z", null)] })?.kind).toBe("completed");
    expect(lastChange({})).toBeNull();
  });

  it("tells a stale object by its version, whatever the code of the 409", () => {
    expect([isStale(conflict), isStale({ ...conflict, code: "trx_used" }), isStale({ ...conflict, code: "idempotency_running" })]).toEqual([true, true, false]);
    expect(isStale({ ...conflict, status: 422 })).toBe(false);
    expect(hasMoved(order({}), fresh, { ...conflict, code: "trx_used" })).toBe(true);
    expect(hasMoved(order({}), order({}), conflict)).toBe(false);
  });
});

describe("a form", () => {
  const form = (error: CallError, submits: unknown[] = []): FormSpec<PaymentRow> => ({
    title: () => "",
    fields: [{ name: "note", kind: "text", label: "words.field.note" }],
    initial: () => ({ note: "" }),
    submit: async (_values, row) => {
      submits.push(row.version);
      return submits.length === 1 ? refused(error) : ({ success: true, data: null, status: 200 } as unknown as Result<unknown>);
    },
    label: "orders.form.complete",
    reload: async () => fresh,
  });
  const run = async (spec: FormSpec<PaymentRow>, done = vi.fn()): Promise<() => ActionForm<PaymentRow>> => {
    const now = await drawn(() => useActionForm(spec, order({}), done));
    await act(async () => now().set({ note: "typed" }));
    await act(async () => now().submit());
    return now;
  };

  it.each(["conflict", "wrong_state", "trx_used", "already_exists"] as const)(
    "loads the object again after %s, keeps what was typed and sends the new version",
    async (code) => {
      const [submits, done] = [[] as unknown[], vi.fn()];
      const now = await run(form({ ...conflict, code }, submits), done);
      expect([now().changed, now().subject.version, now().values.note]).toEqual([true, 2, "typed"]);
      await act(async () => now().submit());
      expect(submits).toEqual([1, 2]);
      expect(done).toHaveBeenCalledTimes(1);
    },
  );

  it("says only the refusal where the object is as it was", async () => {
    const now = await run({ ...form({ ...conflict, code: "trx_used", fields: { note: "taken" } }), reload: async () => order({}) });
    expect([now().changed, now().problems.form, now().problems.fields]).toEqual([false, "errors.code.trx_used", { note: "errors.field.taken" }]);
  });
});

describe("an act without fields", () => {
  const action = (answers: Result<unknown>[], versions: number[]): ActionSpec<PaymentRow> => ({
    id: "recheck",
    label: "payments.action.recheck",
    confirm: () => ({ title: "Sure?", body: "It is looked at.", label: "Yes" }),
    run: async (row) => {
      versions.push(row.version);
      return answers.shift() as Result<unknown>;
    },
    done: "orders.done.recheck",
  });
  const say = async (now: () => RowActions<PaymentRow>, spec: ActionSpec<PaymentRow>, questions: string[], yes = 2): Promise<void> => {
    await act(async () => {
      const spied = vi.spyOn(asked, "set").mockImplementation((question) => {
        if (question === null) return;
        questions.push(String(question.text));
        queueMicrotask(() => question.answer({ confirmed: questions.length <= yes, input: "" }));
      });
      await now().act(spec, order({ actions: ["recheck"] }));
      spied.mockRestore();
    });
  };

  it("asks anew with what has changed, and runs on the new version", async () => {
    const [versions, questions]: [number[], string[]] = [[], []];
    const done = vi.fn<Parameters<typeof useRowActions<PaymentRow>>[2]>();
    const now = await drawn(() => useRowActions<PaymentRow>([], tools, done, async () => order({ ...fresh, actions: ["recheck"] })));
    await say(now, action([refused(conflict), { success: true, data: fresh, status: 200 } as unknown as Result<unknown>], versions), questions);
    expect(versions).toEqual([1, 2]);
    expect(questions[0]).toBe("It is looked at.");
    expect(questions[1]).toMatch(/^lin 已于 .*（驳回），当前状态：已驳回。[^]*It is looked at\.$/);
    expect(done.mock.calls.map(([row, { id }, data, over]) => [row.id, id, data, over])).toEqual([["P261121XY12AB34", "recheck", fresh, true]]);
  });

  it("is the same act when it is pressed again because no answer came, and another one after an answer or of another version", async () => {
    const lost = refused({ code: "offline", message: "", status: 0 });
    const answers = [lost, lost, { success: true, data: fresh, status: 200 } as unknown as Result<unknown>];
    const keys: string[] = [];
    const spec: ActionSpec<PaymentRow> = { ...action([], []), run: async (_row, key) => (keys.push(key), answers.shift() ?? lost) };
    delete (spec as { confirm?: unknown }).confirm;
    const now = await drawn(() => useRowActions<PaymentRow>([], tools, vi.fn(), async () => null));
    for (const version of [1, 1, 1, 1, 2]) await act(async () => now().act(spec, order({ version })));
    const [first, second, third, anew, other] = keys;
    expect([second, third]).toEqual([first, first]);
    expect(new Set([first, anew, other]).size).toBe(3);
  });

  it("stays the same act while nobody lets the person in: the first try, which got no answer, may have been done", async () => {
    const shut = (code: CallError["code"], status: number) => refused({ code, message: "", status });
    const answers = [refused({ code: "bad_answer", message: "", status: 504 }), shut("recheck_required", 403), shut("locked", 429), shut("unauthorized", 401)];
    const keys: string[] = [];
    const spec: ActionSpec<PaymentRow> = { ...action([], []), run: async (_row, key) => (keys.push(key), answers.shift() ?? refused(conflict)) };
    delete (spec as { confirm?: unknown }).confirm;
    const now = await drawn(() => useRowActions<PaymentRow>([], tools, vi.fn(), async () => null));
    for (let press = 0; press < 6; press += 1) await act(async () => now().act(spec, order({ version: 1 })));
    const [first, ...others] = keys;
    expect(others.map((key) => key === first)).toEqual([true, true, true, true, false]);
  });

  it("is not offered again where the new state does not allow it", async () => {
    const [versions, questions]: [number[], string[]] = [[], []];
    const now = await drawn(() => useRowActions<PaymentRow>([], tools, vi.fn(), async () => fresh));
    await say(now, action([refused({ ...conflict, code: "wrong_state" })], versions), questions);
    expect([versions, questions.length]).toEqual([[1], 1]);
  });
});
