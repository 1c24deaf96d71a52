// @vitest-environment happy-dom
/** The import of a statement: a look at the file that failed is tried again, and nothing that was chosen goes without a question. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import type { StatementImportOut } from "../../../../contract/reconciliation.schema.ts";
import { text } from "../../../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../../../mount.tsx";
import { asked } from "../../../ui/confirm.ts";
import ImportDialog from "./import-dialog.tsx";

const TRIED: StatementImportOut = {
  dry_run: true,
  headers: [],
  columns: {},
  missing: [],
  unread: [],
  lines: 3,
  fresh: 3,
  known: 0,
  retimed: 0,
  repeated: 0,
  skipped: 0,
  not_done: 0,
  fee_rows: 0,
  errors: [],
  error_count: 0,
  from: null,
  to: null,
  days: [],
  sample: [],
  imported: false,
};
const closed = vi.fn<(imported: boolean) => void>();
/** What a look at the file, or its import, answers. */
let report = TRIED;
/** What the import was asked for. */
let sent: unknown = null;
/** Whether a look at the file fails. */
let fails = true;
/** Under which keys imports were sent, and how many of them get no answer. */
const keys: (string | null)[] = [];
let lost = 0;
/** Lets the import itself be answered. */
let answers: (() => void) | null = null;

beforeAll(async () => {
  await preparePage("en", "books");
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const body = String(init?.body ?? (typeof request === "string" ? "" : await request.text()));
    if (body !== "" && JSON.parse(body).dry_run === false) {
      sent = JSON.parse(body);
      keys.push((typeof request === "string" ? new Headers(init?.headers) : request.headers).get("idempotency-key"));
      if (lost-- > 0) throw new TypeError("the connection was lost");
      await new Promise<void>((go) => (answers = go));
    }
    const refused = body !== "" && fails;
    const answer = refused
      ? { success: false, error: { code: "too_large", message: "", request_id: "r" } }
      : { success: true, data: body === "" ? { items: [] } : report };
    return new Response(JSON.stringify(answer), { status: refused ? 413 : 200, headers: { "content-type": "application/json" } });
  });
});
beforeEach(async () => {
  fails = true;
  answers = null;
  keys.length = 0;
  lost = 0;
  report = TRIED;
  closed.mockClear();
  await mount(<ImportDialog walletId="W1" tools={{ t: text, locale: "en", currency: "BDT" }} onClose={closed} />);
});
afterEach(() => {
  asked.get()?.answer({ confirmed: false, input: "" });
  unmount();
});
afterAll(() => vi.unstubAllGlobals());

const shown = (): string => document.querySelector('[role="dialog"]')?.textContent ?? "";
const button = (word: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === word);
const press = (word: string) => act(async () => button(word)?.click());
const escape = () =>
  act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));
const outside = () => act(async () => document.querySelector<HTMLElement>(".mantine-Modal-inner")?.click());
async function choose(): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  Object.defineProperty(input, "files", { value: [new File(["a,b"], "may.csv")] });
  await act(async () => input?.dispatchEvent(new Event("change", { bubbles: true })));
}

it("says why the file could not be looked at, and looks again", async () => {
  expect(shown()).toContain("Choose a wallet and a file first");
  await choose();
  await seen(() => expect(shown()).toContain("The file could not be checked"));
  expect(shown()).not.toContain("Choose a wallet and a file first");
  fails = false;
  await press("Try again");
  await seen(() => expect(button("Import 3 lines")).toBeDefined());
});

it("takes a file of the same name again, once it was put right", async () => {
  await choose();
  const input = document.querySelector<HTMLInputElement>('input[type="file"]');
  const emptied = vi.fn<(value: string) => void>();
  // A browser tells of no change where the same name is chosen as the one that is still there.
  Object.defineProperty(input, "value", { set: emptied, get: () => "may.csv", configurable: true });
  await act(async () => input?.dispatchEvent(new MouseEvent("click", { bubbles: true })));
  expect(emptied).toHaveBeenCalledWith("");
});

it("asks before it drops what was chosen, and a click beside it drops nothing", async () => {
  await choose();
  await escape();
  expect(closed).not.toHaveBeenCalled();
  await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  await outside();
  expect([closed.mock.calls.length, asked.get()]).toEqual([0, null]);
  await press("Cancel");
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(closed).toHaveBeenCalledWith(false);
});

it("stays while the file is being imported", async () => {
  fails = false;
  await choose();
  await seen(() => expect(button("Import 3 lines")).toBeDefined());
  await press("Import 3 lines");
  await escape();
  expect([closed.mock.calls.length, asked.get()]).toEqual([0, null]);
  await seen(() => expect(answers).not.toBeNull());
  await act(async () => answers?.());
  await seen(() => expect(closed).toHaveBeenCalledWith(true));
});

it("sends the same import again where no answer came, and hears what that one has stored", async () => {
  fails = false;
  await choose();
  lost = 2;
  for (const count of [1, 2, 3]) {
    await seen(() => expect(button("Import 3 lines")?.disabled).toBe(false));
    await press("Import 3 lines");
    await seen(() => expect(keys).toHaveLength(count));
  }
  expect([new Set(keys).size, keys[0]]).toEqual([1, expect.stringMatching(/\S{16,}/)]);
  await act(async () => answers?.());
  await seen(() => expect(closed).toHaveBeenCalledWith(true));
});

it("says where it is left that an import without an answer may have been done", async () => {
  fails = false;
  await choose();
  await seen(() => expect(button("Import 3 lines")?.disabled).toBe(false));
  lost = 1;
  await press("Import 3 lines");
  await seen(() => expect([keys.length, document.querySelector("button[data-loading]")]).toEqual([1, null]));
  await escape();
  expect([asked.get()?.text, closed.mock.calls.length]).toEqual([text("errors.code.no_answer"), 0]);
});

it("gives known lines the times of the file where that is chosen, and not without", async () => {
  fails = false;
  report = { ...TRIED, fresh: 0, known: 3, retimed: 2 };
  await choose();
  await seen(() => expect(button("Every line of this file was already imported")?.disabled).toBe(true));
  expect(shown()).toContain("Give 2 known lines the times of this file");
  await act(async () => document.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click());
  await seen(() => expect(button("Import 2 lines")?.disabled).toBe(false));
  await press("Import 2 lines");
  await seen(() => expect(answers).not.toBeNull());
  expect(sent).toMatchObject({ retime: true, dry_run: false });
  await act(async () => answers?.());
  await seen(() => expect(closed).toHaveBeenCalledWith(true));
});

it("asks anew which lines get other times where another clock gives others", async () => {
  fails = false;
  report = { ...TRIED, fresh: 0, known: 3, retimed: 2 };
  await choose();
  const box = () => document.querySelector<HTMLInputElement>('input[type="checkbox"]');
  await seen(() => expect(shown()).toContain("Give 2 known lines the times of this file"));
  await act(async () => box()?.click());
  await seen(() => expect(button("Import 2 lines")).toBeDefined());
  report = { ...report, retimed: 1 };
  const clock = [...document.querySelectorAll<HTMLInputElement>("input[readonly]")].find((one) => one.value === text("reconciliation.clock.operator"));
  await act(async () => clock?.click());
  const option = () => [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) => one.textContent === text("reconciliation.clock.utc"));
  await seen(() => expect(option()).toBeDefined());
  await act(async () => option()?.click());
  await seen(() => expect(shown()).toContain("Give 1 known line the time of this file"));
  await seen(() => expect([box()?.checked, button("Every line of this file was already imported")?.disabled]).toEqual([false, true]));
});

it("reads no column of statuses where one says that there is none, and says what that means", async () => {
  fails = false;
  report = { ...TRIED, headers: ["TrxID", "Result"], columns: { trx_id: "TrxID", status: "Result" } };
  await choose();
  const status = () => [...document.querySelectorAll<HTMLInputElement>("details input[readonly]")].find((one) => one.value === "Result");
  await seen(() => expect(status()).toBeDefined());
  report = { ...report, columns: { trx_id: "TrxID" }, unread: ["Result"] };
  await act(async () => status()?.click());
  const list = document.getElementById(status()?.getAttribute("aria-controls") ?? "");
  const none = () =>
    [...(list?.querySelectorAll<HTMLElement>('[role="option"]') ?? [])].find((one) => one.textContent === text("reconciliation.import.noColumn"));
  await seen(() => expect(none()).toBeDefined());
  await act(async () => none()?.click());
  await seen(() => expect(shown()).toContain("Result is not read"));
  await press("Import 3 lines");
  await seen(() => expect(answers).not.toBeNull());
  expect(sent).toMatchObject({ columns: { status: null } });
  await act(async () => answers?.());
});
