// @vitest-environment happy-dom
/** Taking back: by button or key, for ten seconds that stop while it is looked at; what came in between is said. */
import { act } from "react";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import type { CallError, Result } from "../api.ts";
import { activate, startMessages } from "../i18n/index.ts";
import { text } from "../i18n/keys.ts";
import { mount, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import { Notices } from "./notices.tsx";
import { offerUndo, UNDO_MS, undoLast, useUndoKey } from "./undo.ts";

const DONE: Result<unknown> = { success: true, data: { id: "M1", version: 3 }, status: 200 };
const refused = (error: Partial<CallError>): Result<never> => ({ success: false, data: null, error: { code: "conflict", message: "", status: 409, ...error } });

function Place() {
  useUndoKey();
  return <Notices />;
}

let place: HTMLElement;
beforeAll(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  startMessages();
  takeProfile({ token: "t", id: "U1", account: "lee", on_totp: false, permissions: [] } as unknown as Profile); // what notices read
  await activate("zh", "rest");
});
beforeEach(async () => {
  vi.useFakeTimers();
  place = await mount(<Place />);
});
afterEach(() => {
  act(() => vi.advanceTimersByTime(60_000));
  unmount();
  vi.useRealTimers();
});
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const words = (): string => place.querySelector("section")?.textContent ?? "";
const offer = (back: () => Promise<Result<unknown>>, done = "商户已停用", onBack?: (data: unknown) => void) =>
  act(() => offerUndo({ done, back, ...(onBack === undefined ? {} : { onBack }) }));

describe("an act that can be taken back", () => {
  it("stands for ten seconds and no longer", async () => {
    const back = vi.fn(async () => DONE);
    offer(back);
    expect(place.querySelector("section")?.getAttribute("aria-live")).toBe("polite");
    await pass(UNDO_MS - 50);
    expect(words()).toContain("商户已停用");
    await pass(100);
    expect(words()).not.toContain("商户已停用");
    await act(async () => undoLast());
    expect(back).not.toHaveBeenCalled();
  });

  it("is taken back once, says so, and hands on what it is now", async () => {
    const [back, onBack] = [vi.fn(async (_key: string) => DONE), vi.fn()];
    act(() => offerUndo({ done: "商户已停用", back, onBack }));
    await act(async () => {
      undoLast();
      undoLast();
    });
    expect(back).toHaveBeenCalledTimes(1);
    expect(onBack.mock.calls).toEqual([[DONE.data]]);
    expect(words()).toContain("已撤销：商户已停用");
  });

  it("is taken back by its key where a dialog stays open, but not while somebody types in it", async () => {
    const dialog = document.body.appendChild(document.createElement("div"));
    dialog.setAttribute("role", "dialog");
    dialog.setAttribute("aria-modal", "true");
    const field = dialog.appendChild(document.createElement("textarea"));
    const back = vi.fn(async () => DONE);
    const press = (where: HTMLElement) => act(async () => void where.dispatchEvent(new KeyboardEvent("keydown", { key: "z", bubbles: true })));
    offer(back);
    await press(field);
    expect(back).not.toHaveBeenCalled();
    await press(document.body);
    expect(back).toHaveBeenCalledTimes(1);
    dialog.remove();
  });

  it("takes back the newest first, then those before it, three at most", async () => {
    const order: string[] = [];
    for (const name of ["zeroth", "first", "second", "third"])
      offer(async () => {
        order.push(name);
        return DONE;
      }, name);
    expect(place.querySelectorAll("[data-offer]")).toHaveLength(3);
    for (let round = 0; round < 4; round += 1) await act(async () => undoLast());
    expect(order).toEqual(["third", "second", "first"]);
  });

  it.each([
    ["pointed at", () => new Event("pointerover", { bubbles: true }), () => new Event("pointerout", { bubbles: true })],
    ["focused", () => new Event("focusin", { bubbles: true }), () => new Event("focusout", { bubbles: true })],
  ])("does not run out while it is %s", async (_how, enter, leave) => {
    offer(async () => DONE);
    await pass(6000);
    const notice = place.querySelector("[data-offer]");
    act(() => void notice?.dispatchEvent(enter()));
    await pass(60_000);
    expect(words()).toContain("商户已停用");
    act(() => void notice?.dispatchEvent(leave()));
    await pass(3000);
    expect(words()).toContain("商户已停用");
    await pass(1500);
    expect(words()).not.toContain("商户已停用");
  });

  it("says that somebody changed it since, and offers it no longer", async () => {
    const [back, onBack] = [vi.fn(async () => refused({})), vi.fn()];
    offer(back, "商户已停用", onBack);
    await act(async () => place.querySelector<HTMLButtonElement>("[data-offer] button")?.click());
    expect(words()).toContain("未能撤销“商户已停用”：此后已有人更改");
    expect(onBack.mock.calls).toEqual([[null]]);
    await act(async () => undoLast());
    expect(back).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["no answer came", { code: "offline", status: 0 }],
    ["the password was not given", { code: "recheck_required", status: 403 }],
    ["there were too many at once", { code: "rate_limited", status: 429 }],
    ["the first try still runs", { code: "idempotency_running", status: 409 }],
  ] as const)("is offered again, under the same key, when %s, which is said", async (_why, error) => {
    const keys: string[] = [];
    const answers = [refused(error), DONE];
    act(() =>
      offerUndo({
        done: "商户已停用",
        back: async (key) => {
          keys.push(key);
          return answers.shift() ?? DONE;
        },
      }),
    );
    await act(async () => undoLast());
    expect(place.querySelector("[data-offer]")).not.toBeNull();
    expect(words()).toContain(text(`errors.code.${error.code}`));
    await act(async () => undoLast());
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(words()).toContain("已撤销");
  });

  it("is offered to nobody once the session has ended", async () => {
    const back = vi.fn(async () => refused({ code: "unauthorized", status: 401 }));
    offer(back);
    await act(async () => undoLast());
    expect(place.querySelector("[data-offer]")).toBeNull();
    await act(async () => undoLast());
    expect(back).toHaveBeenCalledTimes(1);
  });
});
