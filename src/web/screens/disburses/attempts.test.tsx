// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { DisburseAttempt } from "../../../contract/disburses.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { Attempts } from "./attempts.tsx";

const failed: DisburseAttempt = {
  no: 1,
  wallet_id: "W261121XY12AB34",
  wallet_name: "bKash 01",
  way: "app",
  status: "failed",
  reference: "D261121XY12AB34A1",
  operator_reference: null,
  claimed_trx_id: null,
  trx_id: null,
  cost: null,
  error: "phone_failed: The app refused",
  started_at: "2026-11-20T04:00:00.000Z",
  acknowledged_at: null,
  ended_at: "2026-11-20T04:01:00.000Z",
};
const paid: DisburseAttempt = { ...failed, no: 2, status: "completed", reference: "D261121XY12AB34A2", trx_id: "CK7A91QWE0", error: null };

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest");
});

function shown(attempts: readonly DisburseAttempt[], cost: string | null): HTMLElement {
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <Attempts attempts={attempts} cost={cost} tools={{ t: text, locale: "zh", currency: "BDT" } as never} />
    </MemoryRouter>,
  );
  return place;
}
const costs = (place: HTMLElement): (string | null)[] => [...place.querySelectorAll("tbody tr")].map((row) => row.children[4]?.textContent ?? null);

afterEach(() => void vi.unstubAllGlobals());

describe("the attempts of a payout", () => {
  it("stand as blocks on a phone, each with its outcome and all its facts", () => {
    vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }));
    const place = shown([failed, paid], "12.50");
    expect(place.querySelector("table")).toBeNull();
    const blocks = [...place.querySelectorAll("ol > li")].map((block) => block.textContent ?? "");
    expect(blocks).toHaveLength(2);
    expect(blocks[0]).toContain("手机报告失败 · The app refused");
    for (const fact of ["bKash 01", "CK7A91QWE0", "D261121XY12AB34A2", "12.50"]) expect(blocks[1]).toContain(fact);
  });

  it("show the order's cost at the one that paid it, and none at those that failed", () => {
    expect(costs(shown([failed, paid], "12.50"))).toEqual(["–", "12.50"]);
    expect(costs(shown([failed, { ...paid, cost: "10.00" }], "12.50"))).toEqual(["–", "10.00"]);
    expect(costs(shown([failed, paid], null))).toEqual(["–", "–"]);
  });

  it("say in the reader's language why one failed, and what the phone said besides", () => {
    expect(shown([failed], null).textContent).toContain("手机报告失败 · The app refused");
  });
});
