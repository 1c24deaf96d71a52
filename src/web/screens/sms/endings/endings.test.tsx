// @vitest-environment happy-dom
/** Harmless words: marked in a message, tried before they are asked for, listed and taken back. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Profile } from "../../../../contract/session.schema.ts";
import type { SmsEndingRow, SmsEndingTrial } from "../../../../contract/sms-endings.schema.ts";
import { ENDING_PROBLEMS } from "../../../../contract/sms-endings.ts";
import type { CallError } from "../../../api.ts";
import { problemsOf } from "../../../forms/check.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { mount, unmount } from "../../../mount.tsx";
import { queryClient } from "../../../query.ts";
import { takeProfile } from "../../../session.tsx";
import { asked } from "../../../ui/confirm.ts";
import { teachForm } from "./form.ts";
import { TaughtEndings } from "./list.tsx";
import { MarkedText, OpenWordsList } from "./marked.tsx";
import { openWordsOf, piecesOf, suggestedEnding } from "./open-words.ts";
import { EndingField, EndingTrial } from "./trial.tsx";

const TEXT = "You have received Tk 500.00 from 01812345678. TrxID CK7A91QWE0. Sing along  in our\nchoir for Tk 25. Payment not final";
const EVIDENCE = [
  { code: "trx_date_differs", detail: "–" },
  { code: "unexplained_words", detail: "Sing along in our choir for Tk 25" },
  { code: "words_deny", detail: "Payment not final" },
];
const row = (id: string, more: Partial<SmsEndingRow> = {}): SmsEndingRow => ({
  id,
  operator: "bkash",
  text: "Sing along in our choir for Tk {n}",
  note: null,
  status: "on",
  sms_id: "S261121000000AA",
  created_by: "lee",
  created_at: "2026-11-21T10:00:00.000Z",
  switched_by: "mia",
  switched_at: "2026-11-21T11:00:00.000Z",
  version: 2,
  actions: ["off"],
  ...more,
});
const TRIAL: SmsEndingTrial = {
  looked: 1200,
  cut_at: null,
  passes: 7,
  held: 2,
  settled: 3,
  samples: [
    {
      id: "S261121000000AA",
      received_at: "2026-11-21T10:00:00.000Z",
      becomes: "passes",
      text: TEXT,
      result: {
        operator: "bkash",
        class: "bkash.receive",
        kind: "receive",
        direction: "credit",
        amount: "500.00",
        fee: null,
        commission: null,
        balance: null,
        trx_id: "CK7A91QWE0",
        counterparty: "01812345678",
        reference: null,
        time: null,
        status: "parsed",
        rule: "bkash.receive v4",
        evidence: [],
      },
    },
  ],
};
const refused = (problem: string): CallError =>
  ({ code: "validation_failed", message: "", status: 422, fields: { text: "invalid" }, details: { problem } }) as CallError;
const PROFILE = {
  token: "t",
  id: "U261121000000AA",
  account: "lee",
  user_type: "admin",
  merchant_id: null,
  permissions: ["sms.see", "sms.rules"],
  currency: "BDT",
} as unknown as Profile; // what the screen reads of a profile
const tools = { t: text, currency: "BDT", open: () => undefined, locale: "zh" } as unknown as CellTools; // what these parts use of the tools

/** What the server answers. */
let items: SmsEndingRow[] = [];
let tried: SmsEndingTrial | CallError = TRIAL;
const calls: { method: string; url: string; body: string; key: string | null }[] = [];
const answer = (data: unknown, status = 200): Response =>
  new Response(JSON.stringify({ success: true, data }), { status, headers: { "content-type": "application/json" } });

beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    const method = init?.method ?? (typeof request === "string" ? "GET" : request.method);
    const headers = new Headers(init?.headers ?? (typeof request === "string" ? undefined : request.headers));
    const body = String(init?.body ?? (typeof request === "string" ? "" : await request.text()));
    calls.push({ method, url, body, key: headers.get("idempotency-key") });
    if (method === "GET") return answer({ items });
    if (url.endsWith("/off")) return answer(row("Y1", { status: "off" }));
    if (url.endsWith("/on")) return answer(row("Y1"));
    if ("code" in tried)
      return new Response(JSON.stringify({ success: false, error: tried }), { status: 422, headers: { "content-type": "application/json" } });
    const dry = (JSON.parse(body) as { dry_run?: boolean }).dry_run === true;
    return answer({ ending: dry ? null : row("Y1", { status: "draft", version: 1 }), trial: tried }, dry ? 200 : 201);
  });
  startMessages();
  await activate("en", "rest", "seldom");
  await activate("zh", "rest", "seldom");
});
afterEach(() => {
  unmount();
  queryClient.clear();
  calls.length = 0;
  items = [];
  tried = TRIAL;
});

async function show(element: React.ReactElement): Promise<HTMLElement> {
  const place = await mount(element, "/sms");
  await settle();
  return place;
}
const pause = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 20))));
/** Until nothing is asked for and the last answer is drawn: on a busy machine both take longer than any fixed time. */
async function settle(): Promise<void> {
  do await pause();
  while (queryClient.isFetching() + queryClient.isMutating() > 0);
  await pause();
}
const buttons = (place: ParentNode): string[] => [...place.querySelectorAll("button")].map((one) => one.textContent ?? "");

describe("words that nothing explains", () => {
  it("are marked where they stand, whatever became of the spaces", () => {
    const pieces = piecesOf(TEXT, openWordsOf(EVIDENCE));
    expect(pieces.map(({ text: piece }) => piece).join("")).toBe(TEXT);
    expect(pieces.filter(({ marked }) => marked).map(({ text: piece }) => piece)).toEqual(["Sing along  in our\nchoir for Tk 25", "Payment not final"]);
    expect(piecesOf(TEXT, [{ code: "unexplained_words", words: "not (in) the* text" }])).toEqual([{ at: 0, text: TEXT, marked: false }]);
    expect(
      piecesOf("aa aa", [
        { code: "unexplained_words", words: "aa aa" },
        { code: "words_deny", words: "aa" },
      ]),
    ).toHaveLength(1);
  });

  it("vary in their amounts alone: a helpline, a code and a date stay", () => {
    expect(suggestedEnding("Get Tk 1,250.50 back on Tk.500 till 31/12/26")).toBe("Get Tk {n} back on Tk.{n} till 31/12/26");
    expect(suggestedEnding("20% off, 50 Tk more, call 16247 or dial *334#")).toBe("{n}% off, {n} Tk more, call 16247 or dial *334#");
    expect(suggestedEnding("৳30 বোনাস")).toBe("৳{n} বোনাস");
    expect(suggestedEnding("Tk 01812345678")).toBe("Tk 01812345678");
  });

  it("stand under the text, with a button for whoever may teach and never for what denies", async () => {
    takeProfile(PROFILE);
    const place = await show(
      <>
        <MarkedText text={TEXT} evidence={EVIDENCE} />
        <OpenWordsList smsId="S261121000000AA" operator="bkash" evidence={EVIDENCE} tools={tools} />
      </>,
    );
    expect([...place.querySelectorAll("mark")].map((one) => one.textContent)).toEqual(["Sing along  in our\nchoir for Tk 25", "Payment not final"]);
    expect(place.querySelector("[data-raw]")?.textContent).toBe(TEXT);
    const rows = [...place.querySelectorAll("li")];
    expect(rows.map((one) => buttons(one))).toEqual([["标为无害"], []]);
    expect(rows[1]?.textContent).toContain("含否定或诱导文字");
    unmount();
    takeProfile({ ...PROFILE, permissions: ["sms.see"] });
    const reading = await show(<OpenWordsList smsId="S261121000000AA" operator="bkash" evidence={EVIDENCE} tools={tools} />);
    expect(reading.textContent).toContain("未能识别");
    expect(buttons(reading)).toEqual([]);
  });

  it("are not spoken of where there are none", async () => {
    const place = await show(<OpenWordsList smsId="S1" operator="bkash" evidence={[{ code: "trx_date_differs", detail: "–" }]} tools={tools} />);
    expect(place.querySelector("li")).toBeNull();
  });
});

describe("the form", () => {
  const subject = { operator: "bkash", smsId: "S261121000000AA", words: "Sing along in our choir for Tk 25" } as const;
  const field = (value: string) => (
    <EndingField
      id="f"
      label="文字"
      required
      value={value}
      values={{ text: value }}
      subject={subject}
      error={null}
      disabled={false}
      onChange={() => undefined}
      onPatch={() => undefined}
      onPropose={() => undefined}
    />
  );

  it("begins with the words, their amounts free, and tries them at once", async () => {
    expect(teachForm.initial(subject)).toEqual({ text: "Sing along in our choir for Tk {n}", note: "" });
    const place = await show(field("Sing along in our choir for Tk {n}"));
    expect(JSON.parse(calls.at(-1)?.body ?? "")).toEqual({ operator: "bkash", text: "Sing along in our choir for Tk {n}", dry_run: true });
    expect(place.textContent).toContain("此后会放行：7 条");
    expect(place.textContent).toContain("仍因其他原因被拦下：2 条");
    expect(place.textContent).toContain("已由余额证明或人工处理：3 条");
    for (const part of [TEXT, "会放行", "500.00", "CK7A91QWE0"]) expect(place.textContent).toContain(part);
  });

  it("shows a refusal at the words", async () => {
    tried = refused("denies");
    const place = await show(field("Payment not final at all"));
    expect(place.textContent).toContain("含否定或撤回的意思");
    expect(place.querySelector("textarea")?.getAttribute("aria-invalid")).toBe("true");
    for (const problem of ENDING_PROBLEMS) expect(problemsOf(teachForm.fields, refused(problem), {}).fields.text).toBe(`rules.ending.problem.${problem}`);
  });

  it("keeps the words and asks for the second approval in one go, each under a key of its own", async () => {
    const done = await teachForm.submit({ text: " Sing along in our choir ", note: "" }, subject, "key-1");
    expect(done.success).toBe(true);
    expect(calls.map(({ method, url, body, key }) => [method, new URL(url, "http://x").pathname, JSON.parse(body), key])).toEqual([
      ["POST", "/api/sms/endings", { operator: "bkash", text: "Sing along in our choir", sms_id: "S261121000000AA" }, "key-1"],
      ["POST", "/api/sms/endings/Y1/on", { version: 1 }, "key-1-on"],
    ]);
    calls.length = 0;
    tried = refused("known");
    expect((await teachForm.submit({ text: "Sing along in our choir", note: "why" }, subject, "key-2")).success).toBe(false);
    expect(calls).toHaveLength(1);
  });

  it("switches the words on that were kept before, and leaves those alone that pass", async () => {
    tried = { code: "already_exists", message: "", status: 409, fields: { text: "taken" }, details: { id: "Y7" } } as unknown as CallError;
    for (const status of ["draft", "off"] as const) {
      items = [row("Y7", { status, version: 4, actions: ["on"] })];
      expect((await teachForm.submit({ text: "Sing along in our choir", note: "" }, subject, "key-3")).success).toBe(true);
      expect(calls.at(-1)).toMatchObject({ method: "POST", body: JSON.stringify({ version: 4 }), key: "key-3-on" });
      expect(calls.at(-1)?.url).toContain("/api/sms/endings/Y7/on");
    }
    items = [row("Y7", { status: "on" })];
    expect(await teachForm.submit({ text: "Sing along in our choir", note: "" }, subject, "key-4")).toMatchObject({
      success: false,
      error: { code: "already_exists" },
    });
  });

  it("is not opened for what could never be compared: words that were cut, or whose digits are hidden", async () => {
    takeProfile(PROFILE);
    const evidence = ["Sing along with 1234 people", "Your code is ••••, sing along", `${"sing along ".repeat(18)}so`, "x".repeat(200)].map((detail) => ({
      code: "unexplained_words",
      detail,
    }));
    const place = await show(<OpenWordsList smsId="S261121000000AA" operator="bkash" evidence={evidence} tools={tools} />);
    expect([...place.querySelectorAll("li")].map((one) => buttons(one).length)).toEqual([1, 0, 0, 0]);
  });

  it("says how far back there was time to look, also where nothing was found", async () => {
    const none = { looked: 0, passes: 0, held: 0, settled: 0, samples: [] };
    const at = "2026-11-20T04:00:00.000Z";
    expect((await show(<EndingTrial trial={{ ...none, cut_at: at }} />)).textContent).toContain(`查看超时，${formatDateTime(at)} 之前的短信没有查看`);
    expect((await show(<EndingTrial trial={{ ...none, cut_at: null }} />)).textContent).not.toContain("查看超时");
  });

  it("warns where nothing would pass", async () => {
    const place = await show(<EndingTrial trial={{ looked: 10, cut_at: null, passes: 0, held: 0, settled: 0, samples: [] }} />);
    expect(place.querySelector("[data-tone=ask]")?.textContent).toContain("没有会因此放行的");
  });
});

describe("the list", () => {
  it("shows what passes first, with author and message, and takes one back after a question", async () => {
    takeProfile(PROFILE);
    items = [row("Y3", { status: "off", actions: ["on"] }), row("Y2", { status: "draft", actions: ["on"], switched_by: null, switched_at: null }), row("Y1")];
    const place = await show(<TaughtEndings operator={undefined} tools={tools} />);
    expect([...place.querySelectorAll("[data-id]")].map((one) => one.getAttribute("data-id"))).toEqual(["Y1", "Y2", "Y3"]);
    const first = place.querySelector('[data-id="Y1"]') as Element; // asserted above
    for (const part of ["Sing along in our choir for Tk {n}", "lee", "mia", "放行中"]) expect(first.textContent).toContain(part);
    // Whether anybody was asked to agree is the approval's to say: it may have been rejected or have lapsed.
    expect(place.querySelector('[data-id="Y2"]')?.textContent).toContain("草稿");
    const undo = [...first.querySelectorAll("button")].find((one) => one.textContent === "撤销");
    await act(async () => undo?.click());
    await settle();
    expect(asked.get()?.title).toBe("撤销 Y1？");
    await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
    await settle();
    expect(calls.find((one) => one.url.endsWith("/api/sms/endings/Y1/off"))?.body).toBe(JSON.stringify({ version: 2 }));
  });

  it("says what it is for where there is nothing, and asks for one operator's", async () => {
    takeProfile(PROFILE);
    const place = await show(<TaughtEndings operator="nagad" tools={tools} />);
    expect(place.textContent).toContain("还没有标为无害的文字");
    expect(calls.some((one) => one.url.includes("operator=nagad"))).toBe(true);
  });
});
