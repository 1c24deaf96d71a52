// @vitest-environment happy-dom
/** Each figure opens the list that it is the sum of. */
import { QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import type { Home } from "../../../contract/home.schema.ts";
import type { Profile } from "../../../contract/session.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import { queryClient } from "../../query.ts";
import { takeProfile } from "../../session.tsx";
import { Figures } from "./figures.tsx";

const day: Home["today"] = {
  collected: "250.00",
  collected_count: 4,
  created_count: 6,
  success_bps: 6667,
  median_ms: 60_000,
  paid_out: "12.00",
  paid_out_count: 2,
  fees: "1.32",
  payment_fees: "1.20",
  disburse_fees: "0.12",
};
const PROFILE = { token: "t", id: "U1", account: "lee", user_type: "admin", merchant_id: null, permissions: ["home.see"], currency: "BDT" };

beforeAll(async () => {
  startMessages();
  await activate("zh", "rest");
});

describe("fees", () => {
  it("name both their parts, and each opens its own list", () => {
    takeProfile({ ...PROFILE, permissions: ["home.see", "journals.see", "disburses.see"] } as unknown as Profile); // what the figures read of a profile
    const place = document.createElement("div");
    place.innerHTML = renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>
          <Figures home={{ today: day, yesterday: day, own: null, float: null, liabilities: null } as unknown as Home} />
        </MemoryRouter>
      </QueryClientProvider>,
    );
    const links = [...place.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toContainEqual(["代收 1.20", "/journals?range=today&kind=payment_fee"]);
    expect(links).toContainEqual(["代付 0.12", "/disburses?range=today&status=completed"]);
    expect(links.filter(([text]) => text?.includes("1.32"))).toEqual([]);
  });
});
