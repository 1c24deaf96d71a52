// @vitest-environment happy-dom
/** A statement that is not made says why, and when it may be asked for again. */
import { act } from "react";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { type MessageKey, text } from "../i18n/keys.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import { Notices } from "../ui/notices.tsx";
import StatementPanel from "./panel.tsx";

let refusal: { readonly status: number; readonly code: string; readonly headers?: Record<string, string> };
beforeAll(async () => {
  await preparePage("zh", "books");
  // Nothing is laid out here, so the focus trap finds nothing to focus, and says all it knows.
  vi.spyOn(console, "error").mockReturnValue();
  takeProfile({ id: "U1", token: "t", merchant_id: null, on_totp: false, permissions: [] } as unknown as Profile); // what it reads
  vi.stubGlobal("fetch", async () => {
    const { status, code, headers } = refusal;
    return new Response(JSON.stringify({ success: false, data: null, error: { code, message: "" } }), { status, ...(headers ? { headers } : {}) });
  });
});
afterEach(unmount);
afterAll(() => vi.unstubAllGlobals());

const failed: MessageKey = "reconciliation.statement.failed";
it.each([
  ["too many at once", { status: 429, code: "rate_limited", headers: { "retry-after": "10" } }, ["其他对账单正在生成，暂时无法生成这一份", "10 秒后可再试"]],
  ["no leave", { status: 403, code: "forbidden" }, [failed, "errors.code.forbidden"]],
] as const)("%s", async (_what, answer, said) => {
  refusal = answer;
  await mount(
    <>
      <Notices />
      <StatementPanel
        anchor={document.body}
        of={{ type: "merchants", id: "M1" }}
        tools={{ t: text, locale: "zh", currency: "BDT" }}
        onClose={() => undefined}
        onLook={() => undefined}
      />
    </>,
  );
  await act(async () => [...document.querySelectorAll("button")].find((one) => one.textContent === "CSV")?.click());
  const words = said.map((one) => (/^[a-z]+\.[a-zA-Z_.]+$/.test(one) ? text(one as MessageKey) : one));
  await seen(() => {
    for (const one of words) expect(document.body.textContent).toContain(one);
  });
});
