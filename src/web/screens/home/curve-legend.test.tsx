// @vitest-environment happy-dom
import { renderToStaticMarkup } from "react-dom/server";
import { beforeAll, describe, expect, it } from "vitest";
import type { Home } from "../../../contract/home.schema.ts";
import { activate, startMessages } from "../../i18n/index.ts";
import type { Locale } from "../../screens.ts";
import { CurveLegend, hourAfter } from "./curve-legend.tsx";

const row = (hour: number, collected: string): Home["hourly"]["today"][number] => ({ hour, collected, count: 1 });
const hourly: Home["hourly"] = {
  today: [row(0, "10.00"), row(1, "1234.50")],
  yesterday: [row(0, "20.00"), row(1, "30.00"), row(2, "40.00")],
};

beforeAll(startMessages);

async function legend(locale: Locale, chosen: number | null): Promise<HTMLElement> {
  await activate(locale, "rest");
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(<CurveLegend hourly={hourly} chosen={chosen} onChoose={() => undefined} />);
  return place.firstElementChild as HTMLElement; // one element was drawn
}
const words = (place: HTMLElement): string[] => [...place.children].map((one) => one.textContent ?? "");

describe("the curve's legend", () => {
  it("shows the present hour while no other is chosen, in words for screen readers too", async () => {
    const place = await legend("zh", null);
    expect(words(place)).toEqual(["时段：01:00（至今）", "昨日：30.00", "今日：1,234.50"]);
    expect(place.getAttribute("aria-valuetext")).toContain("今日：1,234.50");
    expect(words(await legend("en", null))).toEqual(["Hour: 01:00 (so far)", "Yesterday: 30.00", "Today: 1,234.50"]);
  });

  it("shows the chosen hour, with nothing for an hour that is still to come", async () => {
    expect(words(await legend("zh", 2))).toEqual(["时段：02:00", "昨日：40.00", "今日：–"]);
  });
});

it.each([
  ["ArrowLeft", 5, 4],
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 5, 6],
  ["ArrowUp", 23, 23],
  ["Home", 9, 0],
  ["End", 9, 23],
  ["Tab", 9, null],
])("%s goes from %i to %s", (key, from, to) => {
  expect(hourAfter(key, from)).toBe(to);
});
