// @vitest-environment happy-dom
/** A plot says each of its points without a pointer, and its data leaves as it stands. */
import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { beforeAll, describe, expect, it } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import type { Locale } from "../screens.ts";
import { PlotLegend } from "./legend.tsx";
import { csvOf, type PlotSpec, pointAfter, rowsOf } from "./spec.ts";

const spec: PlotSpec = {
  title: "Hours",
  alt: "Two lines",
  along: "Hour",
  points: [0, 1, 2].map((x) => ({ x, label: `0${x}:00` })),
  lines: [
    { key: "before", name: "Yesterday", look: "before", heights: [20, 30, 40], texts: ["20.00", "30.00", "40.00"], plain: ["20.00", "30.00", "40.00"] },
    { key: "main", name: "Today", look: "main", heights: [10, 1234.5, null], texts: ["10.00", "1,234.50", "–"], plain: ["10.00", "1234.50", ""] },
  ],
  present: 1,
  presentLabel: "01:00 (so far)",
  range: [0, 2],
  tick: String,
  file: "hours",
};

beforeAll(startMessages);

async function drawn(locale: Locale, chosen: number | null, of: PlotSpec = spec): Promise<HTMLElement> {
  await activate(locale, "rest");
  const place = document.createElement("div");
  place.innerHTML = renderToStaticMarkup(
    <MemoryRouter>
      <PlotLegend spec={of} chosen={chosen} onChoose={() => undefined} onOpen={() => undefined} />
    </MemoryRouter>,
  );
  return place;
}
async function legend(locale: Locale, chosen: number | null): Promise<HTMLElement> {
  return (await drawn(locale, chosen)).querySelector('[role="slider"]') as HTMLElement; // there is always one
}
const words = (place: HTMLElement): string[] => [...place.children].map((one) => one.textContent ?? "");

describe("the legend", () => {
  it("shows the present point while no other is chosen, in words for screen readers too", async () => {
    const place = await legend("zh", null);
    expect(words(place)).toEqual(["Hour：01:00 (so far)", "Yesterday：30.00", "Today：1,234.50"]);
    expect(place.getAttribute("aria-valuetext")).toContain("Today：1,234.50");
    expect(words(await legend("en", null))).toEqual(["Hour: 01:00 (so far)", "Yesterday: 30.00", "Today: 1,234.50"]);
  });

  it("shows the chosen point, with nothing where there is none", async () => {
    expect(words(await legend("zh", 2))).toEqual(["Hour：02:00", "Yesterday：40.00", "Today：–"]);
  });

  it("is back at the present point where another day has not so many", async () => {
    const place = await legend("zh", 35);
    expect(words(place)).toEqual(["Hour：01:00 (so far)", "Yesterday：30.00", "Today：1,234.50"]);
    expect(place.getAttribute("aria-valuenow")).toBe("1");
  });
});

it("leads to what the point is of, and nowhere where it is of nothing", async () => {
  const opening: PlotSpec = { ...spec, opens: { to: (at) => (at === 2 ? "/sms?open=M1" : null), text: (at) => `Open ${at}` } };
  const link = (await drawn("en", 2, opening)).querySelector("a");
  expect([link?.getAttribute("href"), link?.textContent]).toEqual(["/sms?open=M1", "Open 2"]);
  const none = await drawn("en", 0, opening);
  expect(none.querySelector("a")).toBeNull();
  expect(none.querySelector('[role="slider"]')?.getAttribute("aria-description")).toBeNull();
});

it.each([
  ["ArrowLeft", 5, 4],
  ["ArrowLeft", 0, 0],
  ["ArrowRight", 5, 6],
  ["ArrowUp", 23, 23],
  ["PageUp", 9, 19],
  ["PageDown", 9, 0],
  ["Home", 9, 0],
  ["End", 9, 23],
  ["Tab", 9, null],
])("%s goes from %i to %s", (key, from, to) => {
  expect(pointAfter(key, from, 23)).toBe(to);
});

describe("the data", () => {
  it("is a row for each point, plain in the file", () => {
    expect(rowsOf(spec, false)).toEqual({
      head: ["Hour", "Yesterday", "Today"],
      rows: [
        ["00:00", "20.00", "10.00"],
        ["01:00", "30.00", "1,234.50"],
        ["02:00", "40.00", "–"],
      ],
    });
    expect(rowsOf(spec, true).rows[1]).toEqual(["01:00", "30.00", "1234.50"]);
  });

  it("is no formula to a spreadsheet, and a negative amount is a number", () => {
    expect(csvOf([["a,b", 'c"d', "=1+1", "-5.00", "-x"]])).toBe('\uFEFF"a,b","c""d",\'=1+1,-5.00,\'-x\r\n');
    fc.assert(fc.property(fc.string(), (text) => !/^"?[=+@]/.test(csvOf([[text]]).slice(1))));
  });
});
