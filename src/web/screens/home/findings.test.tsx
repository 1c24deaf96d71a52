// @vitest-environment happy-dom
/** What the ledger integrity check found, in both languages: words for each check and fact, amounts as everywhere, a way to the object. */
import { Suspense } from "react";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { IntegrityOut } from "../../../contract/home.schema.ts";
import { FINDING_AMOUNTS, FINDING_FACTS, INTEGRITY_CHECK_NAMES } from "../../../contract/integrity.ts";
import { activate } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import { viewAs } from "../../list/suite-viewer.ts";
import { mount, preparePage, seen, unmount } from "../../mount.tsx";
import { named } from "../../words/named.ts";
import { Findings } from "./lazy-findings.ts";

const FOUND: IntegrityOut["findings"] = [
  { check: "payment_entries", id: "P261130ABCDEFGH", row: "9123", facts: { order: "1170.33", entries: "1188.33" } },
  { check: "disburse_entries", id: "D261130ABCDEFGH", row: "9124", facts: { status: "completed", order: "0.00", entries: "21.00" } },
  { check: "manual_entries", id: "N261130ABCDEFGH", row: "9125", facts: { status: "applied", order: "70.00", entries: "0.00" } },
  { check: "balance_is_sum", id: "17", row: "17", facts: { account: "suspense", stored: "5.00", entries: "6.00" } },
  { check: "sealed_day", id: "2026-11-25", row: "2026-11-25", facts: { fault: "signature" } },
];

beforeAll(async () => {
  await preparePage("zh");
  vi.stubGlobal("fetch", async () => {
    const data = { ok: false, checked_at: "2026-11-30T00:00:00.000Z", entries: 1, accounts: 1, orders: 1, findings: FOUND };
    return new Response(JSON.stringify({ success: true, data }), { headers: { "content-type": "application/json" } });
  });
});
afterEach(unmount);

describe.each(["zh", "en"] as const)("in %s", (locale) => {
  beforeAll(async () => {
    for (const part of ["rest", "books"] as const) await activate(locale, part);
  });

  it("each check and each fact has words", () => {
    for (const check of INTEGRITY_CHECK_NAMES) expect(text(`findings.check.${check}`)).not.toContain(check);
    for (const fact of [...FINDING_AMOUNTS, ...FINDING_FACTS]) expect(named("findings", "fact", fact)).not.toBe(fact);
  });

  it("what the last check found is told without a new one", async () => {
    viewAs("admin");
    const place = await mount(
      <Suspense fallback={null}>
        <Findings />
      </Suspense>,
    );
    await seen(() => expect(place.querySelectorAll("li")).toHaveLength(FOUND.length));
    const lines = [...place.querySelectorAll("li")].map((line) => line.textContent ?? "");
    expect(lines[0]).toContain(text("findings.check.payment_entries"));
    expect(lines[0]).toMatch(/1,170\.33.*1,188\.33/);
    expect(place.querySelector("li a")?.getAttribute("href")).toContain("open=P261130ABCDEFGH");
    expect(lines[1]).toContain(text("disburses.status.completed"));
    // What few screens need comes with it.
    expect(lines[2]).not.toContain("applied");
    expect(lines[2]).toContain(text("manual.status.applied"));
    expect(lines[3]).toContain(text("list.entryAccount.suspense"));
    expect(lines[4]).toContain(text("seals.fault.signature"));
  });
});
