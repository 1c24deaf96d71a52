// @vitest-environment happy-dom
/** What is pressed again because its answer was cut off is done once: the closing of a day, a scheduled change, and what is shown once. */
import { act, type ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { CONFIG_DEFAULTS, OPERATOR_CONFIG_DEFAULTS } from "../../contract/config.ts";
import type { ConfigOut } from "../../contract/config.schema.ts";
import type { OwnMerchant } from "../../contract/merchants.schema.ts";
import type { ReconciliationRow } from "../../contract/reconciliation.schema.ts";
import type { Profile } from "../../contract/session.schema.ts";
import FormDialog from "../forms/form-dialog.tsx";
import { type MessageKey, text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { queryClient } from "../query.ts";
import { takeProfile } from "../session.tsx";
import { asked } from "../ui/confirm.ts";
import { ScheduleDialog } from "./config/schedule-dialog.tsx";
import { SigningKeys } from "./config/signing.tsx";
import { Webhook } from "./settings/webhook.tsx";
import { closeForm } from "./wallets/days/forms.ts";

const values = { ...CONFIG_DEFAULTS, ...OPERATOR_CONFIG_DEFAULTS };
const config = { version: 7, values, defaults: values } as unknown as ConfigOut; // what is read of it
const day = {
  wallet_id: "W1",
  wallet_name: "bKash 01",
  date: "2026-11-28",
  version: 4,
  opening_balance: "1.00",
  estimated_balance: "5.00",
  real_balance: "5.00",
};
const merchant = { id: "M1", version: 3, notify_url: "https://shop.example/hook" } as unknown as OwnMerchant; // what is read of it
const tools = { t: text, locale: "en", currency: "BDT" } as const;
const done = vi.fn<() => void>();

/** What the server has been asked to do: it does what is under a key once. */
const sent: { readonly key: string | null; readonly body: unknown }[] = [];
const acts = (): number => new Set(sent.map(({ key }) => key)).size;

beforeEach(async () => {
  await preparePage("en");
  takeProfile({
    token: "t",
    id: "U1",
    account: "lee",
    on_totp: false,
    permissions: ["config.see", "config.edit", "merchants.secret", "merchants.integration"],
  } as unknown as Profile); // what is asked of it
  vi.stubGlobal("fetch", async (request: Request | string, init?: RequestInit) => {
    const method = typeof request === "string" ? (init?.method ?? "GET") : request.method;
    const headers = typeof request === "string" ? new Headers(init?.headers) : request.headers;
    if (method === "GET") return answer({ keys: [{ id: "whk_0123456789abcdef", whpk: "whpk_x", from: "2026-11-01T00:00:00.000Z", until: null }] });
    sent.push({ key: headers.get("idempotency-key"), body: JSON.parse(String(init?.body ?? (typeof request === "string" ? "" : await request.text()))) });
    // It was done, and the answer is cut off on its way.
    if (sent.length === 1) throw new TypeError("the connection was lost");
    return answer({ webhook_secret: "whsec_once", previous_until: null, keys: [] });
  });
});
const answer = (data: unknown): Response => new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
afterEach(() => {
  unmount();
  queryClient.clear();
  vi.unstubAllGlobals();
  sent.length = 0;
  done.mockClear();
});

const button = (word: string) => [...document.querySelectorAll("button")].find((one) => one.textContent === word);
/** Presses, and says yes where it is asked. */
const press = (word: MessageKey) => async (): Promise<void> => {
  await seen(() => expect(button(text(word))).toBeDefined());
  await act(async () => button(text(word))?.click());
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
};
const submit = (): Promise<void> => act(async () => document.querySelector("form")?.requestSubmit());
const isDone = (): void => expect(done).toHaveBeenCalledOnce();
const shows = (words: string) => (): void => expect(document.body.textContent).toContain(words);

const escape = (): Promise<void> =>
  act(async () => void document.querySelector('[role="dialog"]')?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true })));

const LEFT: readonly [what: string, part: (left: () => void) => ReactElement][] = [
  ["a form", (left) => <FormDialog spec={closeForm} subject={day as ReconciliationRow} tools={tools} stillOffered={() => true} onClose={left} onDone={done} />],
  ["a scheduled change", (left) => <ScheduleDialog config={config} changes={{ payment_expiry_minutes: 20 }} onClose={left} onKept={done} />],
];
it.each(LEFT)("is said to be done perhaps where %s is left, which would make another act of it", async (_what, part) => {
  const left = vi.fn<() => void>();
  await mount(part(left));
  await seen(() => expect(document.querySelector("form")).not.toBeNull());
  await submit();
  await seen(() => expect([sent.length, document.querySelector("button[data-loading]")]).toEqual([1, null]));
  await escape();
  expect([left.mock.calls.length, asked.get()?.text]).toEqual([0, text("errors.code.no_answer")]);
  await act(async () => asked.get()?.answer({ confirmed: true, input: "" }));
  expect(left).toHaveBeenCalledOnce();
});

const CASES: readonly [what: string, part: () => ReactElement, again: () => Promise<void>, ended: () => void][] = [
  [
    "the closing of a day",
    () => <FormDialog spec={closeForm} subject={day as ReconciliationRow} tools={tools} stillOffered={() => true} onClose={() => undefined} onDone={done} />,
    submit,
    isDone,
  ],
  [
    "a scheduled change",
    () => <ScheduleDialog config={config} changes={{ payment_expiry_minutes: 20 }} onClose={() => undefined} onKept={done} />,
    submit,
    isDone,
  ],
  ["a new secret", () => <Webhook merchant={merchant} />, press("settings.webhook.renew"), shows("whsec_once")],
  ["a new key", () => <SigningKeys />, press("config.signing.renew"), () => expect(button(text("config.signing.renew"))?.dataset["loading"]).toBeUndefined()],
];

it.each(CASES)("%s", async (_what, part, again, ended) => {
  await mount(part());
  await seen(() => expect(document.querySelector("form, button")).not.toBeNull());
  await again();
  await seen(() => expect([sent.length, document.querySelector("button[data-loading]")]).toEqual([1, null]));
  await again();
  await seen(() => expect(sent).toHaveLength(2));
  await seen(ended);
  expect([acts(), sent[1]?.body]).toEqual([1, sent[0]?.body]);
});
