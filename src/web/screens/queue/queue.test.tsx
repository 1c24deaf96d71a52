// @vitest-environment happy-dom
/** The queue: rows with what they are about, filters in the address, keys that act on the row in view. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { ApprovalDetail } from "../../../contract/approvals.schema.ts";
import { EXCEPTION_KINDS, namedIn, namingIn } from "../../../contract/exceptions.ts";
import type { ExceptionActs, ExceptionLine, ExceptionLines, ExceptionRow } from "../../../contract/exceptions.schema.ts";
import { permissionsOf, type UserType } from "../../../contract/permissions.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { mount, seen, typeInto, unmount } from "../../mount.tsx";
import { keyOf, queryClient } from "../../query.ts";
import { Notices } from "../../ui/notices.tsx";
import { undoLast } from "../../ui/undo.ts";
import { objectPath, pathTo } from "../../paths.ts";
import { takeProfile } from "../../session.tsx";
import Queue from "./index.tsx";
import { afterwards, entriesOf } from "./entries.ts";
import { muteEnd } from "./forms.ts";
import { hasLeft, linesWithout } from "./left.ts";
import { ownActOf } from "./own-act.tsx";
import { exceptionPath } from "./row.tsx";
import { failedOf, keysFor, panelOf, suggestedAct } from "./suggested.ts";
import { type Acted, actsOf, actsOfLine, takenBy, waysBack } from "./together.ts";
import { keysOf } from "../../list/spec/index.ts";
import { changeFilters, isFiltered, lineQuery, NO_FILTERS, QUEUE_FILTERS, readFilters, writeFilters } from "./query.ts";

const row = (id: string, more: Partial<ExceptionRow> = {}): ExceptionRow => ({
  id,
  kind: "sms_unmatched",
  severity: "warning",
  ends: "cause",
  status: "open",
  since: "2026-11-21T10:00:00.000Z",
  amount: "480.00",
  object: { type: "sms", id: `S-${id}`, name: `TRX${id}` },
  merchant: null,
  wallet: null,
  count: null,
  last_at: null,
  wallets: [],
  messages: [],
  assignee: null,
  claimed_at: null,
  muted_until: null,
  resolved_at: null,
  resolved_by: null,
  note: null,
  suggestions: [],
  version: 1,
  actions: ["claim", "resolve", "mute"],
  ...more,
});
const line = (first: ExceptionRow, count = 1): ExceptionLine => ({
  key: `${first.kind}:${first.id}`,
  at: count > 1 ? "W1" : null,
  count,
  claimed: 0,
  amount: first.amount,
  first,
});
const page = (items: ExceptionLine[]): ExceptionLines => ({
  items,
  next_cursor: null,
  prev_cursor: null,
  lines: items.length,
  total: { value: items.length, exact: true },
  sums: { amount: "960.00" },
  kinds: [{ kind: "sms_unmatched", count: items.length, amount: "960.00", oldest: "2026-11-21T10:00:00.000Z" }],
});

const PROFILE = {
  token: "t",
  id: "U261121000000AA",
  account: "lee",
  email: "lee@example.org",
  user_type: "operator",
  merchant_id: null,
  merchant: null,
  wallet: null,
  avatar: "LE",
  totp: null,
  on_totp: false,
  permissions: ["exceptions.see", "exceptions.decide", "approvals.see", "sms.see", "payments.see", "disburses.see", "wallets.see", "merchants.see"],
  currency: "BDT",
} as unknown as Profile; // what the queue reads of a profile
/** A request that waits for its checker. */
const APPROVAL: ApprovalDetail = {
  id: "A261121000000AA",
  kind: "payments.approve",
  action: "approve",
  object_version: 1,
  status: "waiting",
  object: { type: "payment", id: "P1", name: "SO-1" },
  amount: "450.00",
  merchant_id: null,
  merchant_name: null,
  payload: {},
  before: null,
  after: null,
  maker: "wang",
  maker_active: true,
  checker: null,
  reason: null,
  mine: false,
  created_at: "2026-11-21T10:00:00.000Z",
  expires_at: "2026-11-22T10:00:00.000Z",
  decided_at: null,
  collect_until: null,
  version: 1,
  actions: ["approve", "reject"],
  timeline: [],
};
let shown: ExceptionRow[] = [];
const calls: { url: string; key: string | null; body: string }[] = [];
let narrow = false;
/** Which of several somebody else has taken meanwhile. */
let others = "";
/** Whether the server answers when it is asked for the lists. */
let listsAnswer = true;
/** What the server answers instead, of a list of the queue. */
let broken = false;
let savedView: unknown = null;
const answerTo = (url: string): unknown => {
  if (url.includes("/api/views/")) return savedView;
  if (url.includes("/api/approvals/")) return APPROVAL;
  if (url.includes("/marks")) return { viewers: [{ id: "a", key: "sms_unmatched:a", account: "wang" }], mentions: [{ id: "b", key: "sms_unmatched:b" }] };
  if (url.includes("/presence")) return { people: [] };
  if (/exceptions\?/.test(url)) return { items: shown, next_cursor: null, prev_cursor: null, total: { value: shown.length, exact: true } };
  if (url.includes("/lines")) return page(shown.map((one) => line(one)));
  const one = shown.find((row) => url.includes(`/exceptions/${row.id}`));
  return { ...(one ?? row("a")), timeline: [], comments: [] };
};
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (() => ({ matches: narrow, addEventListener: () => undefined, removeEventListener: () => undefined })) as never; // happy-dom has none that can be listened to
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const key = (typeof request === "string" ? new Headers(init?.headers) : request.headers).get("idempotency-key");
    calls.push({ url, key, body: String(init?.body ?? (typeof request === "string" ? "" : await request.text())) });
    if (!listsAnswer && /exceptions(\/lines)?(\?|$)/.test(url)) return new Promise<Response>(() => undefined);
    if (broken)
      return new Response(JSON.stringify({ success: false, error: { code: "internal", message: "" } }), {
        status: 500,
        headers: { "content-type": "application/json" },
      });
    if (url.includes("/mute"))
      shown = shown.map((one) => (url.includes(`/${one.id}/`) ? { ...one, status: "muted", muted_until: "2026-11-22T10:00:00.000Z" } : one));
    if (url.endsWith("/exceptions/acts")) {
      const { act: what, items } = JSON.parse(calls.at(-1)?.body ?? "{}") as ExceptionActs; // as it was sent
      const status = ({ claim: "claimed", assign: "claimed", release: "open", unmute: "open", mute: "muted", resolve: "resolved" } as const)[what];
      const acted = items.map(({ id, version }) =>
        id === others
          ? { id, status: "claimed", version, error: "wrong_state", claimed_by: "wang" }
          : { id, status, version: version + 1, error: null, claimed_by: null },
      );
      const data = { done: acted.filter(({ error }) => error === null).length, items: acted };
      return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
    }
    if (url.includes("/api/sms/")) return new Promise<Response>(() => undefined); // an object on its way
    return new Response(JSON.stringify({ success: true, data: answerTo(url) }), { headers: { "content-type": "application/json" } });
  });
  startMessages();
  takeProfile(PROFILE);
  await activate("zh", "rest");
});
afterEach(() => {
  unmount();
  queryClient.clear();
  calls.length = 0;
  narrow = false;
  others = "";
  listsAnswer = true;
  broken = false;
});

/** @param read those whose evidence has been read already */
async function show(items: ExceptionRow[], address = "/queue", lines = items.map((one) => line(one)), read = items): Promise<HTMLElement> {
  shown = items;
  queryClient.setQueryData(keyOf("GET /api/exceptions/lines", { query: lineQuery(readFilters(new URL(address, "http://x").search)) }), page(lines));
  queryClient.setQueryData(keyOf("GET /api/exceptions/marks", {}), answerTo("/marks"));
  for (const one of read) queryClient.setQueryData(keyOf("GET /api/exceptions/:id", { params: { id: one.id } }), { ...one, timeline: [], comments: [] });
  return mount(
    <>
      <Queue />
      <Notices />
    </>,
    address,
  );
}
const press = (key: string) => act(async () => void window.dispatchEvent(new KeyboardEvent("keydown", { key })));

/** An exception without an object to show beside it. */
const plain = (id: string, more: Partial<ExceptionRow> = {}): ExceptionRow => row(id, { object: { type: "books", id: null, name: null }, ...more });

describe("the queue", () => {
  it("shows every kind with its name, object and money", async () => {
    const place = await show(EXCEPTION_KINDS.map((kind) => row(kind, { kind })));
    expect(place.querySelectorAll("li[data-id]")).toHaveLength(EXCEPTION_KINDS.length);
    const first = place.querySelector("li[data-id]")?.textContent ?? "";
    expect(first).toContain("代收待审核");
    expect(first).toContain("480.00");
    expect(place.textContent).not.toMatch(/exceptions\.|undefined/);
  });

  it("says of its lines and of the evidence that they are from before once they cannot be read again", async () => {
    const place = await show([row("a")], "/queue?open=a");
    const notes = () => [...place.querySelectorAll("[role=status]")].filter((one) => one.textContent?.includes(text("list.state.failedAgain")));
    expect(notes()).toEqual([]);
    broken = true;
    await act(() => queryClient.refetchQueries());
    await seen(() => expect(notes()).toHaveLength(2));
    expect(place.querySelectorAll("li[data-id]"), "what was there stays").toHaveLength(1);
    broken = false;
    await act(async () => notes()[0]?.querySelector("button")?.click());
    await seen(() => expect(notes()).toHaveLength(1));
  });

  it("shows several of a kind at one place as one line, who is on it, who looks, and where one is called", async () => {
    const till = row("g", { wallet: { id: "W1", name: "Till" } });
    const place = await show([row("a"), row("b", { status: "claimed", assignee: { id: "U1", account: "lily", own: false } }), till], "/queue", [
      line(row("a")),
      line(row("b", { status: "claimed", assignee: { id: "U1", account: "lily", own: false } })),
      line(till, 6),
    ]);
    const text = (id: string) => place.querySelector(`li[data-id="${id}"]`)?.textContent ?? "";
    expect(text("a")).toContain("wang 正在查看");
    expect(text("b")).toMatch(/lily 处理中.*提到了你/);
    expect(text("g")).toMatch(/6 项.*Till/);
    expect(place.querySelector('li[data-id="g"] a')?.getAttribute("aria-expanded")).toBe("false");
  });

  it("moves with j, k and arrows, the evidence along, and acts on what is in view alone", async () => {
    const place = await show([plain("a"), plain("b", { kind: "trx_repeated", ends: "person", actions: ["release"] })]);
    await press("i");
    expect(calls.filter((call) => call.url.includes("/claim"))).toEqual([]);
    await press("j");
    expect(place.querySelector("section h2")?.textContent).toContain("短信未匹配");
    expect(place.textContent).toContain("问题解决后自动结束");
    await press("ArrowDown");
    expect(place.querySelector("section h2")?.textContent).toContain("TrxID 重复");
    await press("k");
    await press("i");
    const sent = calls.filter((call) => call.url.includes("/claim"));
    expect(sent.map((call) => call.url.replace(/^https?:\/\/[^/]*/, ""))).toEqual(["/api/exceptions/a/claim"]);
    expect(calls.some((call) => call.url.includes("/exceptions/b/presence") && call.body.includes("false"))).toBe(true);
  });

  it("sends the same act again where no answer came", async () => {
    await show([plain("a")], "/queue?open=a");
    const keys = () => calls.filter(({ url }) => url.endsWith("/exceptions/a/claim")).map(({ key }) => key);
    broken = true;
    // A press while the first is on its way means nothing.
    await seen(() => {
      window.dispatchEvent(new KeyboardEvent("keydown", { key: "i" }));
      expect(keys().length).toBeGreaterThan(1);
    });
    expect([new Set(keys()).size, keys()[0]]).toEqual([1, expect.stringMatching(/\S{16,}/)]);
  });

  it.each(["beside the list", "on a phone"])("goes on to the next one before the lists are read again, with the focus, %s", async (where) => {
    narrow = where === "on a phone";
    const place = await show([plain("a"), plain("b")], "/queue?open=a");
    place.querySelector<HTMLElement>("li[data-active] a")?.focus();
    listsAnswer = false;
    await press("s");
    await seen(() => expect(document.querySelector('[role="dialog"] form')).not.toBeNull());
    await act(async () => document.querySelector<HTMLFormElement>('[role="dialog"] form')?.requestSubmit());
    await seen(() => expect(place.querySelector('section[data-id="b"]')).not.toBeNull());
    expect([...place.querySelectorAll("li[data-id]")].map((one) => one.getAttribute("data-id"))).toEqual(["b"]);
    const focused = narrow ? 'section[data-id="b"]' : 'li[data-id="b"] a';
    await seen(() => expect(document.activeElement).toBe(place.querySelector(focused)));
  });

  it("has the acts of the object at the thumb on a phone, above those of the exception; else beside the object", async () => {
    const waiting = row("a", { kind: "approval_waiting", object: { type: "approval", id: APPROVAL.id, name: null } });
    const buttons = (place: Element | null): (string | null)[] => [...(place?.querySelectorAll("button") ?? [])].map(({ textContent }) => textContent);
    narrow = true;
    const phone = (await show([waiting], "/queue?open=a")).querySelector("section[data-id]");
    await seen(() => expect(buttons(phone?.lastElementChild ?? null)).toEqual(["通过Enter", "驳回", "认领", "暂不提醒"]));
    expect(buttons(phone).filter((words) => words === "驳回" || words === "认领")).toHaveLength(2);
    unmount();
    narrow = false;
    const desk = (await show([waiting], "/queue?open=a")).querySelector("section[data-id]");
    await seen(() => expect(buttons(desk).slice(1, 5)).toEqual(["认领", "暂不提醒", "通过Enter", "驳回"]));
    expect(desk?.querySelector("[data-foot]")).toBeNull();
  });

  it("says why a key does nothing, and what can be done instead", async () => {
    const waiting = row("a", { kind: "approval_waiting", object: { type: "approval", id: APPROVAL.id, name: null } });
    const place = await show([waiting], "/queue?open=a");
    await seen(() => expect(place.querySelector("section[data-id]")?.textContent).toContain("驳回"));
    await press("m");
    expect(document.body.textContent).toContain("按键 M 在这里没有对应的操作");
    expect(document.body.textContent).toContain("可以：通过、驳回。");
  });

  it("hands the focus of a line that is opened to its first member, whose evidence stands beside it", async () => {
    const place = await show([plain("a"), plain("b")], "/queue", [line(plain("a"), 2)]);
    const head = place.querySelector<HTMLElement>("li[data-id] a");
    head?.focus();
    await act(async () => head?.click());
    await seen(() => expect(document.activeElement).toBe(place.querySelector('li[data-member][data-id="a"] a') ?? "no member"));
  });

  it("reads the next one ahead, and shows it without asking first", async () => {
    await show([plain("a"), plain("b"), plain("c")], "/queue?open=a", undefined, [plain("a"), plain("c")]);
    await seen(() => expect(queryClient.getQueryData(keyOf("GET /api/exceptions/:id", { params: { id: "b" } }))).toBeDefined());
    expect(calls.some((call) => call.url.includes("/exceptions/b/presence"))).toBe(false);
    expect(calls.some((call) => call.url.endsWith("/exceptions/c"))).toBe(false);
  });

  it("does nothing by Enter or r before the object that it would act on has come", async () => {
    const place = await show([row("a", { ends: "person" })]);
    await press("j");
    const link = place.querySelector<HTMLElement>("li[data-active] a");
    await act(async () => void link?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true })));
    await press("r");
    await act(() => vi.dynamicImportSettled()); // a form is loaded when it is asked for
    expect(place.querySelector('section[data-id="a"]')).not.toBeNull();
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  it("says which emptiness it is", async () => {
    expect((await show([])).textContent).toContain("没有需要处理的事项");
    unmount();
    expect((await show([], "/queue?severity=urgent")).textContent).toContain("没有符合筛选条件的事项");
  });
});

describe("a line of several", () => {
  const at = { id: "W1", name: "bK-01" };
  const members = ["a", "b", "c"].map((id) =>
    plain(id, { kind: "trx_repeated", ends: "person", merchant: at, actions: ["claim", "assign", "resolve", "mute"] }),
  );
  const sent = (): ExceptionActs[] => calls.filter(({ url }) => url.endsWith("/exceptions/acts")).map(({ body }) => JSON.parse(body) as ExceptionActs);
  const shownLine = (): Promise<HTMLElement> => show(members, "/queue?open=a", [line(members[0] as ExceptionRow, 3)]);

  it("is taken whole by one key, says who has what it did not get, and is given back whole", async () => {
    others = "b";
    const place = await shownLine();
    expect([...place.querySelectorAll("section button")].map((one) => one.textContent)).toEqual(expect.arrayContaining(["认领 3 项", "暂不提醒 3 项"]));
    expect(place.querySelector("section")?.textContent).toContain("对本行全部 3 项生效");
    await press("i");
    await press("i");
    await seen(() => expect(place.textContent).toContain("已认领 2 项"));
    expect(sent()).toEqual([{ act: "claim", items: ["a", "b", "c"].map((id) => ({ id, version: 1 })) }]);
    expect(place.textContent).toContain("1 项未处理：平台：wang 正在处理");
    await act(async () => undoLast());
    await seen(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]).toEqual({ act: "release", items: ["a", "c"].map((id) => ({ id, version: 2 })) });
  });

  it.each([
    ["s", "mute", "暂不提醒“TrxID 重复但内容不同”：bK-01，共 3 项"],
    ["r", "resolve", "结束“TrxID 重复但内容不同”：bK-01，共 3 项"],
  ])("is asked about by %s with its place, how many and their sum, and all of it is done", async (key, what, title) => {
    await shownLine();
    await press(key);
    const dialog = (): Element | null => document.querySelector('[role="dialog"]');
    await seen(() => expect(dialog()?.querySelector("form")).not.toBeNull());
    expect(dialog()?.textContent).toContain(title);
    expect(dialog()?.textContent?.replaceAll("\u00a0", " ")).toContain("共 3 项，涉及金额 BDT 1,440.00。");
    const note = dialog()?.querySelector("textarea");
    if (note) await typeInto(note, "checked");
    await act(async () => dialog()?.querySelector("form")?.requestSubmit());
    await seen(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]).toMatchObject({ act: what, items: ["a", "b", "c"].map((id) => ({ id, version: 1 })) });
  });

  it("opened to its members is acted on one by one", async () => {
    const place = await show(members, `/queue?open=b&line=trx_repeated:a`, [line(members[0] as ExceptionRow, 3)]);
    await seen(() => expect(place.querySelector('li[data-member][data-id="b"][data-active]')).not.toBeNull());
    await press("i");
    await seen(() => expect(calls.some(({ url }) => url.endsWith("/exceptions/b/claim"))).toBe(true));
    expect(sent()).toEqual([]);
  });

  it("offers what its head tells, to who may decide", () => {
    const of = { first: members[0] as ExceptionRow, count: 3, claimed: 1 };
    expect(actsOfLine(of, true)).toEqual([
      { action: "claim", count: 2 },
      { action: "release", count: 1 },
      { action: "assign", count: 3 },
      { action: "resolve", count: 3 },
      { action: "mute", count: 3 },
    ]);
    expect(actsOfLine(of, false)).toEqual([]);
    expect(actsOfLine({ ...of, claimed: 3, first: row("a", { status: "muted" }) }, true).map(({ action }) => action)).toEqual([
      "release",
      "assign",
      "mute",
      "unmute",
    ]);
    expect(takenBy([row("a", { actions: [] }), row("b", { actions: ["release"] })], ["claim", "release"])).toMatchObject({
      action: "release",
      rows: [{ id: "b" }],
    });
    expect(takenBy([row("a", { actions: [] })], ["mute"])).toBeNull();
  });

  it("goes back to where each stood, one call for each of those", () => {
    const until = "2026-11-22T10:00:00.000Z";
    const before = [
      row("open"),
      row("own", { status: "claimed", assignee: { id: "U1", account: "lee", own: true } }),
      row("wang", { status: "claimed", assignee: { id: "U2", account: "wang", own: false } }),
      row("aside", { status: "muted", muted_until: until, note: "later" }),
      row("refused"),
    ];
    const acted = (did: Acted["did"], status: ExceptionRow["status"]): Acted => ({
      did,
      done: 4,
      items: before.map(({ id }) => ({ id, status, version: 7, error: id === "refused" ? "conflict" : null, claimed_by: null })),
    });
    const now = Date.parse("2026-11-21T10:00:00.000Z");
    expect(waysBack(before, acted({ act: "mute", until }, "muted"), now)).toEqual([
      { act: "unmute", items: [{ id: "open", version: 7 }] },
      { act: "claim", items: [{ id: "own", version: 7 }] },
      { act: "assign", user_id: "U2", items: [{ id: "wang", version: 7 }] },
      { act: "mute", until, reason: "later", items: [{ id: "aside", version: 7 }] },
    ]);
    expect(waysBack(before, acted({ act: "release" }, "open"), Date.parse(until)).map(({ act: way }) => way)).toEqual(["claim", "assign"]);
  });
});

describe("the keys that are named", () => {
  it("are those that do something for who looks", () => {
    const named = (type: UserType, ...without: string[]) => keysFor((permission) => permissionsOf(type).includes(permission) && !without.includes(permission));
    expect([named("operator"), named("operator", "exceptions.decide"), named("auditor")]).toEqual(["keys", "keysObject", "keysLook"]);
  });
});

describe("its parts", () => {
  it("keep the address and believe nothing else", () => {
    const filters = {
      ...NO_FILTERS,
      kind: "wallet_gap",
      severity: "urgent",
      status: "muted",
      assignee: "mentioned",
      operator: "bkash",
      cursor: "sn.1.Z",
      open: "Z1",
      line: "l",
      view: "V1",
    };
    expect(readFilters(writeFilters(filters))).toEqual(filters);
    expect(writeFilters(NO_FILTERS)).toBe("");
    expect(readFilters("?kind=x&severity=y&status=z&assignee=u&operator=w")).toEqual(NO_FILTERS);
    expect(changeFilters(filters, { severity: "" })).toEqual({ ...filters, severity: "", cursor: "", line: "" });
    expect([isFiltered(NO_FILTERS), isFiltered({ ...NO_FILTERS, open: "Z1" }), isFiltered(filters)]).toEqual([false, false, true]);
    expect(lineQuery(filters)).not.toHaveProperty("open");
    // A view from which everything was taken says so; alone it asks for what it holds.
    expect(writeFilters({ ...NO_FILTERS, view: "V1" })).toBe("?view=V1&all=1");
    expect(QUEUE_FILTERS.flatMap(keysOf).sort()).toEqual(["assignee", "kind", "operator", "severity", "status"]);
  });

  it("are what a saved view of the queue holds", async () => {
    const view = {
      id: "V261121000000AA",
      list: "queue",
      name: "Night",
      query: "kind=sms_unmatched&severity=urgent",
      layout: {},
      shared: false,
      default: false,
      default_for: [],
      own: true,
      owner: "lee",
      version: 1,
    };
    savedView = view;
    const place = await show([plain("a")], `/queue?view=${view.id}`);
    await seen(() => expect(place.querySelector<HTMLSelectElement>("[data-filters] select")?.value).toBe("sms_unmatched"));
    await seen(() => expect(calls.some(({ url }) => /lines\?.*severity=urgent/.test(url))).toBe(true));
    expect(place.textContent).toContain("Night");
    savedView = null;
  });

  it("put members behind their opened line", () => {
    const lines = [line(row("a"), 2), line(row("c"))];
    expect(entriesOf(lines, "sms_unmatched:a", [row("a"), row("b")]).map((entry) => [entry.row.id, entry.member])).toEqual([
      ["a", false],
      ["a", true],
      ["b", true],
      ["c", false],
    ]);
    expect(entriesOf(lines, "", [])).toHaveLength(2);
  });

  it("go on with the next of their line, then with the one before, then with the next line", () => {
    const line = (key: string, count: number, id: string): ExceptionLine => ({ key, count, amount: null, at: key, first: row(id) }) as ExceptionLine; // what counts
    const of = (members: string[]) =>
      entriesOf(
        [line("x", 1, "x"), line("w", members.length, members[0] ?? ""), line("y", 1, "y")],
        "w",
        members.map((id) => row(id)),
      );
    const whole = of(["a", "b", "c"]);
    const next = (now: ReturnType<typeof of>, id: string): unknown => afterwards(whole, now, id)?.row.id ?? null;
    expect(next(of(["a", "c"]), "b")).toBe("c");
    expect(next(of(["b", "c"]), "a")).toBe("b");
    expect(next(of(["a", "b"]), "c")).toBe("b");
    // The last of a line is the line itself.
    expect(next(of(["a"]), "b")).toBe("a");
    const gone = entriesOf([line("x", 1, "x"), line("y", 1, "y")], "w", []);
    expect([next(gone, "b"), next(gone.slice(0, 1), "y"), next([], "b"), next(gone, "unknown")]).toEqual(["y", "x", null, null]);
    expect(afterwards(whole, whole.slice(1), "x")?.row.id).toBe("a");
  });

  it("leave out what is over, as the server's own lists do", () => {
    const left = (status: ExceptionRow["status"], more: Partial<typeof NO_FILTERS> = {}): boolean => hasLeft({ status }, { ...NO_FILTERS, ...more });
    expect([left("open"), left("claimed"), left("muted"), left("resolved")]).toEqual([false, false, true, true]);
    expect([left("muted", { assignee: "mentioned" }), left("resolved", { assignee: "mentioned" })]).toEqual([false, true]);
    expect([left("muted", { status: "muted" }), left("open", { status: "muted" })]).toEqual([false, true]);
    const several = { ...line(row("a"), 3), key: "w" };
    const lines = [several, line(row("x"))];
    const now = (id: string, others: string[], key = "w") =>
      linesWithout(
        lines,
        key,
        id,
        others.map((other) => row(other)),
      ).map((one) => [one.key, one.count, one.first.id]);
    const x = ["sms_unmatched:x", 1, "x"];
    expect(now("b", ["a", "c"])).toEqual([["w", 2, "a"], x]);
    expect(now("a", ["b", "c"])).toEqual([["w", 2, "b"], x]);
    // Its members are not known.
    expect(now("a", [])).toEqual([["w", 3, "a"], x]);
    expect(now("x", [], "sms_unmatched:x")).toEqual([["w", 3, "a"]]);
    expect(now("y", [], "sms_unmatched:x")).toHaveLength(2);
  });

  it("suggest the first act that the object offers, and find what shows it", () => {
    expect(suggestedAct("sms_unmatched", [{ id: "accept" }, { id: "match" }])).toEqual({ id: "match" });
    // What may be forged is never suggested to be believed.
    expect(suggestedAct("sms_suspicious", [{ id: "match" }, { id: "ignore" }])).toEqual({ id: "ignore" });
    expect(suggestedAct("no_wallet", [{ id: "match" }])).toBeNull();
    const all = (): boolean => true;
    expect(panelOf(row("a"), all)).toEqual({ type: "sms", id: "S-a" });
    const device = row("a", { object: { type: "device", id: "G1", name: "x" }, wallet: { id: "W1", name: "Till" } });
    expect(panelOf(device, all)).toEqual({ type: "wallet", id: "W1" });
    expect(panelOf(plain("a"), all)).toBeNull();
    // Notifications of a merchant that failed, for whoever sees those and no merchants: there is no panel to be refused.
    const failed = row("a", { kind: "delivery_failed", object: { type: "merchant", id: "M1", name: "Lotus" } });
    expect(panelOf(failed, (permission) => permission === "deliveries.see")).toBeNull();
    expect(panelOf(failed, (permission) => permission === "merchants.see")).toEqual({ type: "merchant", id: "M1" });
  });

  it("leads from a phone to its wallet, and to the offline ones only where it fell silent", () => {
    const device = { object: { type: "device", id: "G1", name: "x" }, wallet: { id: "W261121XY12AB34", name: "Till" } };
    const path = (more: Partial<ExceptionRow>) => exceptionPath(row("a", { ...device, ...more }), { locale: "zh" });
    for (const kind of ["device_new_network", "device_sim_unknown", "device_sims_swapped", "device_encrypted"] as const)
      expect(path({ kind }), kind).toBe(objectPath("zh", "wallet", "W261121XY12AB34"));
    expect(path({ kind: "device_encrypted", wallet: null })).toBeNull();
    expect(path({ kind: "device_silent" })).toBe(pathTo("zh", "wallets", { health: "offline" }));
  });

  it("end a mute in an hour, tomorrow or on Monday at nine in Shanghai", () => {
    const now = Date.parse("2026-11-25T17:30:00Z"); // Thursday, 01:30
    const ends = ["hour", "tomorrow", "monday", "nonsense"].map((choice) => new Date(muteEnd(choice, now)).toISOString());
    expect(ends).toEqual(["2026-11-25T18:30:00.000Z", "2026-11-27T01:00:00.000Z", "2026-11-30T01:00:00.000Z", "2026-11-25T18:30:00.000Z"]);
  });

  it("know whom a comment calls, while it is typed and once it is sent", () => {
    expect(["hi @le", "@", "a@b", "done"].map(namingIn)).toEqual(["le", "", null, null]);
    // Chinese has no space before it, and a sign of its own.
    expect(["请@le", "请看，@", "请＠le"].map(namingIn)).toEqual(["le", "", "le"]);
    expect(namedIn("请@lee看，＠wang")).toEqual(["lee", "wang"]);
    expect(namedIn("@lee, @wang.x. see a@b.c and @lee")).toEqual(["lee", "wang.x"]);
  });
});

it("offers to end only what a person ends: what ends by its cause is refused as long as it stands", () => {
  expect([actsOf(row("a")), actsOf(row("b", { ends: "person" }))]).toEqual([
    ["claim", "mute"],
    ["claim", "resolve", "mute"],
  ]);
});

describe("an act that belongs to no row", () => {
  const all = (): boolean => true;
  it("is offered for its kind and object alone, to whoever has all of its permissions", () => {
    expect(ownActOf("delivery_failed", "merchant", all)?.id).toBe("resend");
    expect(ownActOf("delivery_failed", "merchant", (permission) => permission !== "bulk.run")).toBeNull();
    expect(ownActOf("books_differ", "wallet", all)?.id).toBe("import");
    expect(ownActOf("books_differ", "wallet", (permission) => permission !== "reconciliation.import")).toBeNull();
    expect(ownActOf("books_differ", "merchant", all)).toBeNull();
    expect(ownActOf("payment_review", "payment", all)).toBeNull();
  });
  it("sends again what failed and what was stopped, of one merchant", () => {
    expect(failedOf("M1")).toEqual({ merchant_id: "M1", status: "failed,stopped" });
  });
});
