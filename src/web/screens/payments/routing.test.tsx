// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import type { PaymentDetail } from "../../../contract/payments.schema.ts";
import { ROUTING_OUTCOMES } from "../../../contract/payments.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { text } from "../../i18n/keys.ts";
import type { Locale } from "../../screens.ts";
import { RoutingTable } from "./routing.tsx";

beforeAll(() => startMessages());

const wallets = ROUTING_OUTCOMES.map((result, n) => ({ wallet_id: `W${n}`, wallet_name: `Wallet ${n}`, result, share_bps: n === 0 ? null : n }));

const REST: NonNullable<PaymentDetail["routing"]>["rest"] = [
  { result: "not_evaluated", count: 1285 },
  { result: "offline", count: 3 },
];

async function shown(locale: Locale): Promise<HTMLElement> {
  await activate(locale, "rest");
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <RoutingTable routing={{ at: "2026-11-20T04:00:00.000Z", chosen: "W0", wallets, rest: REST }} tools={{ t: text, locale, currency: "BDT" } as never} />
    </MemoryRouter>,
  );
  return place;
}

const results = async (locale: Locale): Promise<(string | null)[]> =>
  [...(await shown(locale)).querySelectorAll("tbody tr")].map((row) => row.children[1]?.textContent ?? null);

describe("the choice of a wallet", () => {
  it("names every outcome in the reader's language", async () => {
    const zh = await results("zh");
    expect(zh.slice(0, 2)).toEqual(["已选中", "可用，未选中"]);
    const en = await results("en");
    expect(en.slice(0, 2)).toEqual(["Chosen", "Available, not chosen"]);
    for (const words of [zh, en]) expect(words.filter((word) => word === null || /^[a-z_]+$/.test(word) || word.includes("."))).toEqual([]);
  });

  it("counts the wallets that have no line of their own", async () => {
    expect((await shown("zh")).lastElementChild?.textContent).toBe("其余 1,288 个：未选中 1,285 · 手机离线 3");
    expect((await shown("en")).lastElementChild?.textContent).toBe("1,288 more: Not chosen 1,285 · Phone offline 3");
  });
});
