// @vitest-environment happy-dom
/** Message rules: rows with their acts, what a trial says, and what is wrong with a template. */
import { act } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Profile } from "../../../../contract/session.schema.ts";
import type { SmsRuleList, SmsRuleRow, SmsRuleTrial } from "../../../../contract/sms-rules.schema.ts";
import { RULE_CLASSES, RULE_PROBLEMS } from "../../../../contract/sms-rules.ts";
import type { CallError } from "../../../api.ts";
import { problemsOf } from "../../../forms/check.ts";
import { activate, startMessages } from "../../../i18n/index.ts";
import { text } from "../../../i18n/keys.ts";
import { mount, typeInto, unmount } from "../../../mount.tsx";
import { queryClient } from "../../../query.ts";
import { takeProfile } from "../../../session.tsx";
import { asked } from "../../../ui/confirm.ts";
import { bodyOf, NOTHING } from "./body.ts";
import { backForm, onForm, ruleForm } from "./form.ts";
import Rules from "./index.tsx";
import { TemplateField } from "./template-field.tsx";
import { TrialFigures, TrialSamples } from "./trial.tsx";
import { classWords, problemKey } from "./words.ts";

const TEMPLATE = "You have got {amount} from {msisdn}. TrxID {trx} at {dt}";
const row = (id: string, more: Partial<SmsRuleRow> = {}): SmsRuleRow => ({
  id,
  operator: "bkash",
  class: "cash_in",
  template: TEMPLATE,
  note: "wording of November",
  status: "draft",
  edition: 1,
  replaces: null,
  created_by: "lee",
  created_at: "2026-11-21T10:00:00.000Z",
  switched_by: null,
  switched_at: null,
  promoted_by: null,
  promoted_at: null,
  shadow: null,
  before: null,
  at_work: null,
  version: 3,
  actions: [],
  ...more,
});
const CLASSES: SmsRuleList["classes"] = [
  { class: "cash_in", personal: "cash_in_received", agent: "cash_in_sent", merchant: "cash_in_received" },
  { class: "receive", personal: "receive", agent: "receive", merchant: "receive" },
  { class: "reversal_credit", personal: "reversal", agent: "reversal", merchant: "reversal" },
];
const SHIPPED: SmsRuleList["shipped"] = [
  { id: "bkash.receive", version: 2, operator: "bkash", class: "bkash.receive", heads: ["You have received {amount} from {party}."], tails: [" @TAIL"] },
  { id: "nagad.money_received", version: 1, operator: "nagad", class: "receive", heads: ["Money Received."], tails: [] },
];
const trial = (more: Partial<SmsRuleTrial> = {}): SmsRuleTrial => ({
  looked: 1200,
  cut_at: null,
  unread: 7,
  unread_all: 9,
  noise: 0,
  open: 0,
  differs: 0,
  agrees: 3,
  collisions: [],
  samples: [],
  about: null,
  ...more,
});
const SAMPLE: SmsRuleTrial["samples"][number] = {
  id: "S261121000000AA",
  received_at: "2026-11-21T10:00:00.000Z",
  was: "unread",
  text: "You have got Tk 480.00 from 01812345678. TrxID CK7A91QWE0 at 21/11/2026 10:00",
  marked: {
    parts: [
      { field: null, text: "You have got Tk " },
      { field: "amount", text: "480.00" },
      { field: null, text: " from 01812345678. TrxID CK7A91QWE0 at 21/11/2026 10:00" },
    ],
    rest: "",
  },
  differs: [],
  rule: null,
  result: {
    operator: "bkash",
    class: "bkash.cash_in",
    kind: "cash_in_received",
    direction: "credit",
    amount: "480.00",
    fee: "1.00",
    commission: null,
    balance: "900.00",
    trx_id: "CK7A91QWE0",
    counterparty: "01812345678",
    reference: "8841",
    time: "2026-11-21T04:00:00.000Z",
    status: "parsed",
    rule: "H261121000000AA",
    evidence: [],
  },
};
const refused = (problem: string): CallError =>
  ({ code: "validation_failed", message: "", status: 400, fields: { template: "invalid" }, details: { problem } }) as CallError;
const PROFILE = {
  token: "t",
  id: "U261121000000AA",
  account: "lee",
  user_type: "admin",
  merchant_id: null,
  permissions: ["sms.see", "sms.rules"],
  currency: "BDT",
} as unknown as Profile; // what the screen reads of a profile

/** What the server answers. */
let list: SmsRuleList = { items: [], shipped: [], classes: CLASSES };
let tried: SmsRuleTrial | CallError = trial();
const calls: { url: string; body: string }[] = [];
beforeAll(async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const url = typeof request === "string" ? request : request.url;
    calls.push({ url, body: String(init?.body ?? (typeof request === "string" ? "" : await request.text())) });
    const method = init?.method ?? (typeof request === "string" ? "GET" : request.method);
    if (method === "POST" && "code" in tried)
      return new Response(JSON.stringify({ success: false, error: tried }), { status: 400, headers: { "content-type": "application/json" } });
    const data = url.endsWith("/off")
      ? row("H1", { status: "off" })
      : url.includes("/api/intake")
        ? undefined
        : url.includes("/api/sms/endings")
          ? { items: [] }
          : method === "POST"
            ? { rule: null, trial: tried }
            : list;
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
  startMessages();
  await activate("en", "rest", "seldom");
  await activate("zh", "rest", "seldom");
});
afterEach(() => {
  unmount();
  calls.length = 0;
  tried = trial();
});

async function show(element: React.ReactElement, address = "/sms?tab=rules"): Promise<HTMLElement> {
  const place = await mount(element, address);
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
const press = async (place: ParentNode, word: string): Promise<void> => {
  const found = [...place.querySelectorAll("button")].find((one) => one.textContent === word);
  expect(found, word).toBeDefined();
  await act(async () => found?.click());
  await settle();
};

describe("the rules tab", () => {
  it("shows rules with their meaning, state, template and acts", async () => {
    takeProfile(PROFILE);
    list = {
      items: [
        row("H1", { status: "on", actions: ["off"], switched_by: "mia", switched_at: "2026-11-21T11:00:00.000Z" }),
        row("H2", { class: "receive", edition: 2, replaces: "H1", actions: ["on"] }),
        row("H3", { status: "off" }),
      ],
      shipped: SHIPPED,
      classes: CLASSES,
    };
    const place = await show(<Rules tabs={null} />);
    const of = (id: string): Element => place.querySelector(`[data-id="${id}"]`) as Element; // asked for by rows that are there
    expect(of("H1").textContent).toContain("个人、商户：存入；代理：代客存入");
    expect(of("H1").textContent).toContain("mia");
    expect(buttons(of("H1")).slice(1)).toEqual(["停用", "写新版本"]);
    expect(of("H2").textContent).toContain("收款");
    expect(of("H2").textContent).toContain("替换 H1");
    expect(of("H2").textContent).toContain("草稿");
    expect(buttons(of("H2")).slice(1)).toEqual(["启用", "写新版本"]);
    expect(buttons(of("H3")).slice(1)).toEqual(["写新版本"]);
    expect(place.textContent).toContain(TEMPLATE);
    expect(place.textContent).toContain("查看 2 条规则");
  });

  it("switches one off at once, after a question", async () => {
    takeProfile(PROFILE);
    list = { items: [row("H1", { status: "on", actions: ["off"] })], shipped: [], classes: CLASSES };
    const place = await show(<Rules tabs={null} />);
    await press(place, "停用");
    expect(asked.get()?.title).toBe("停用规则 H1？");
    await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
    await settle();
    expect(calls.find((one) => one.url.endsWith("/api/sms/rules/H1/off"))?.body).toBe(JSON.stringify({ version: 3 }));
  });

  it("runs one in the shadow, shows what it noted, and ends that", async () => {
    takeProfile(PROFILE);
    const shadow = {
      since: "2026-11-21T10:00:00.000Z",
      ended_at: null,
      until: "2026-11-21T11:00:00.000Z",
      looked: 40,
      unread: 7,
      noise: 0,
      open: 1,
      differs: 2,
      agrees: 3,
    };
    list = {
      items: [row("H1", { actions: ["shadow", "on"] }), row("H2", { status: "shadow", shadow, actions: ["on", "off"] })],
      shipped: [],
      classes: CLASSES,
    };
    const place = await show(<Rules tabs={null} />);
    const of = (id: string): Element => place.querySelector(`[data-id="${id}"]`) as Element; // asked for by rows that are there
    expect(buttons(of("H1")).slice(1)).toEqual(["影子运行", "启用", "写新版本"]);
    expect(buttons(of("H2")).slice(1)).toEqual(["启用", "结束影子运行", "写新版本"]);
    for (const words of ["期间收到的短信：40 条", "此规则能读取：7 条", "此规则会接过来：1 条", "读出的值不同：2 条", "读出的值相同：3 条"])
      expect(place.textContent).toContain(words);
    await press(place, "影子运行");
    expect(asked.get()?.title).toBe("规则 H1 开始影子运行？");
    await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
    await settle();
    expect(calls.find((one) => one.url.endsWith("/api/sms/rules/H1/shadow"))?.body).toBe(JSON.stringify({ version: 3 }));
    await press(place, "结束影子运行");
    expect(asked.get()?.title).toBe("结束规则 H2 的影子运行？");
    await act(async () => asked.get()?.answer({ confirmed: false, input: "" }));
  });

  it("rolls back to the edition before, naming the one that is at work, and reads again for whoever may decide", async () => {
    const before = { id: "H1", edition: 1, version: 5 };
    const live = row("H2", { status: "on", edition: 2, before, actions: ["off"], promoted_by: "mia", promoted_at: "2026-11-21T11:00:00.000Z" });
    list = { items: [live], shipped: [], classes: CLASSES };
    takeProfile(PROFILE);
    const place = await show(<Rules tabs={null} />);
    expect(buttons(place)).toContain("回滚到版次 1");
    expect(buttons(place)).not.toContain("重读未读短信");
    unmount();
    takeProfile({ ...PROFILE, permissions: ["sms.see", "sms.rules", "sms.decide"] });
    expect(buttons(await show(<Rules tabs={null} />))).toContain("重读未读短信");
    await backForm.submit({}, live, "key");
    const { url, body } = calls.at(-1) ?? { url: "", body: "" };
    expect([url.replace(/^.*\/api/, ""), JSON.parse(body)]).toEqual(["/sms/rules/H1/on", { version: 5, instead_of: { id: "H2", version: 3 } }]);
  });

  it("says what such rules are for where there are none, and lets readers only read", async () => {
    takeProfile({ ...PROFILE, permissions: ["sms.see"] });
    list = { items: [], shipped: [], classes: CLASSES };
    const place = await show(<Rules tabs={null} />);
    expect(place.textContent).toContain("还没有自建规则");
    expect(buttons(place)).not.toContain("新建规则");
    unmount();
    const filtered = await show(<Rules tabs={null} />, "/sms?tab=rules&operator=nagad");
    expect(filtered.textContent).toContain("此运营商没有自建规则");
    expect(calls.some((one) => one.url.includes("operator=nagad"))).toBe(true);
  });

  it("finds shipped rules by any of their words", async () => {
    takeProfile(PROFILE);
    list = { items: [], shipped: SHIPPED, classes: CLASSES };
    const place = await show(<Rules tabs={null} />);
    const details = place.querySelector<HTMLDetailsElement>("#shipped details");
    await act(async () => {
      if (details === null) return;
      details.open = true;
      details.dispatchEvent(new Event("toggle"));
    });
    expect(place.querySelectorAll("#shipped li")).toHaveLength(2);
    const search = place.querySelector<HTMLInputElement>("#shipped input");
    await typeInto(search, "money rec");
    expect([...place.querySelectorAll("#shipped li")].map((one) => one.querySelector("button")?.textContent)).toEqual(["nagad.money_received"]);
  });
});

describe("a trial", () => {
  it("tells its figures, warns of noise and shows what would be read", async () => {
    const place = await show(
      <>
        <TrialFigures trial={trial({ noise: 2, differs: 1, collisions: [{ rule: "bkash.receive", status: null, count: 4, differs: 1 }] })} />
        <TrialSamples samples={[SAMPLE, { ...SAMPLE, id: "S2", was: "differs", differs: ["kind", "amount"], rule: "bkash.receive" }]} />
      </>,
    );
    expect(place.textContent).toContain("查看了最近的短信 1,200 条");
    expect(place.textContent).toContain("此规则能读取：7 条，共 9 条");
    expect(place.textContent).toContain("bkash.receive：4 条，其中读出的值不同 1 条");
    expect(place.textContent).toContain("现由 bkash.receive 读取 · 不同的值：类型、金额");
    expect(place.querySelector("mark")?.textContent).toBe("480.00");
    expect(place.querySelector("[data-tone=ask]")?.textContent).toContain("此规则会读取：2 条");
    expect(place.textContent).toContain("读出的值相同：3 条");
    for (const part of [SAMPLE.text, "原来读不出", "存入", "480.00", "CK7A91QWE0", "8841"]) expect(place.textContent).toContain(part);
  });

  it("comes while the template is written, shows how far it gets, and its refusal stands there", async () => {
    const values = { operator: "bkash", class: "cash_in", template: TEMPLATE, note: "" };
    const start = { replaced: null, source: { operator: "bkash" as const, template: TEMPLATE, smsId: "S9", text: "You have got nothing" } };
    const field = (
      <TemplateField
        id="f"
        label="模板"
        required
        value={TEMPLATE}
        values={values}
        subject={start}
        error={null}
        disabled={false}
        onChange={() => undefined}
        onPatch={() => undefined}
        onPropose={() => undefined}
      />
    );
    tried = trial({ about: { parts: [{ field: null, text: "You have got" }], rest: " nothing" } });
    let place = await show(field);
    await vi.waitFor(() => expect(place.querySelector("[role=status]")?.textContent).toContain("此规则能读取：7 条"), 60_000);
    expect(JSON.parse(calls.at(-1)?.body ?? "")).toEqual({ operator: "bkash", class: "cash_in", template: TEMPLATE, sms_id: "S9", dry_run: true });
    expect(place.querySelector("[data-rest]")?.textContent).toBe(" nothing");
    unmount();
    queryClient.clear();
    tried = refused("touching");
    place = await show(field);
    await vi.waitFor(() => expect(place.textContent).toContain("两个标记之间须有文字"), 60_000);
    expect(place.querySelector("textarea")?.getAttribute("aria-invalid")).toBe("true");
    expect(place.textContent).toContain("You have got nothing");
  });
});

describe("words", () => {
  it("of each problem stand at the field", () => {
    const form = ruleForm(["bkash"], CLASSES);
    for (const problem of RULE_PROBLEMS) {
      const placed = problemsOf(form.fields, refused(problem), {}).fields.template;
      expect(placed).toBe(`rules.problem.${problem}`);
      expect(text(placed ?? "rules.empty")).not.toContain("rules.");
    }
    expect(problemKey(refused("newer"))).toBeNull();
    expect(problemsOf(form.fields, refused("newer"), {}).fields.template).toBe("errors.field.invalid");
  });

  it("of a class name each kind once", () => {
    expect(classWords("reversal_credit", CLASSES, text)).toBe("冲正（入账）");
    expect(classWords("bkash.otp", CLASSES, text)).toBe("验证码");
    expect(RULE_CLASSES.filter((one) => text(`rules.class.${one}`) === "")).toEqual([]);
  });

  it("of the form say which rule a new edition replaces", () => {
    const tools = { t: text } as Parameters<typeof onForm.title>[1]; // all that titles use
    const form = ruleForm(["bkash"], CLASSES);
    const of = (replaced: SmsRuleRow) => ({ replaced, source: null });
    expect(form.title(NOTHING, tools, {})).toBe("新建规则");
    expect(form.title(of(row("H1")), tools, {})).toBe("规则 H1 的新版本");
    expect(form.initial(of(row("H1")))).toEqual({ operator: "bkash", class: "cash_in", template: TEMPLATE, note: "" });
    expect(bodyOf({ operator: "bkash", class: "receive", template: ` ${TEMPLATE} `, note: "why" }, of(row("H1")))).toEqual({
      operator: "bkash",
      class: "receive",
      template: TEMPLATE,
      note: "why",
      replaces: "H1",
    });
    expect(bodyOf({ operator: "", class: "receive" }, NOTHING)).toBeNull();
    expect(onForm.intro?.(row("H2", { at_work: { id: "H1", edition: 1, version: 4 } }), tools)).toContain("第 1 版（H1）随之停用");
  });
});
