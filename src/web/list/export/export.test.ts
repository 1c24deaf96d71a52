// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from "vitest";
import { EXPORT_FILE_BYTES, EXPORT_OWNER_BYTES } from "../../../contract/exports.ts";
import { exportPath, exportRows, sizeText } from "./export.ts";

afterEach(() => vi.unstubAllGlobals());
const ALL = { columns: null, chosen: null };

describe("address of an export", () => {
  it("has exactly the list's filters, without page and size", () => {
    expect(exportPath("payments", { status: "review", q: "a&b", from: "2026-11-01", size: 50, cursor: "c", sort: undefined }, "csv")).toBe(
      "/api/payments/export?format=csv&status=review&q=a%26b&from=2026-11-01",
    );
  });

  it("names what is in view: the columns in their order with the totals, the chosen rows", () => {
    expect(exportPath("payments", { status: "review" }, "xlsx", { columns: ["amount", "id"], chosen: ["P1", "P2"] })).toBe(
      "/api/payments/export?format=xlsx&columns=amount%2Cid&totals=1&ids=P1%2CP2&status=review",
    );
  });
});

describe("fetching", () => {
  const answer = (status: number, chunks: readonly string[]) =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
          controller.close();
        },
      }),
      { status },
    );

  it("tells how far it is and saves one file", async () => {
    vi.stubGlobal("fetch", async () => answer(200, ["abc", "de"]));
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    const steps: number[] = [];
    expect(await exportRows("payments", {}, "csv", ALL, (bytes) => steps.push(bytes), new AbortController().signal)).toMatchObject({ result: "done" });
    expect(steps).toEqual([3, 5]);
    expect(clicked).toHaveBeenCalledTimes(1);
  });

  it("tells which columns in view the file does not hold", async () => {
    vi.stubGlobal("fetch", async () => new Response("a", { headers: { "x-left-out": "health,today" } }));
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
    expect(await exportRows("x", {}, "csv", ALL, () => undefined, new AbortController().signal)).toMatchObject({ leftOut: ["health", "today"] });
  });

  it("knows a server without export from a failure and from a cancel", async () => {
    vi.stubGlobal("fetch", async () => answer(404, []));
    expect((await exportRows("x", {}, "csv", ALL, () => undefined, new AbortController().signal)).result).toBe("absent");
    vi.stubGlobal("fetch", async () => answer(500, []));
    expect((await exportRows("x", {}, "csv", ALL, () => undefined, new AbortController().signal)).result).toBe("failed");
    const stop = new AbortController();
    vi.stubGlobal("fetch", async () => {
      stop.abort();
      throw new DOMException("", "AbortError");
    });
    expect((await exportRows("x", {}, "csv", ALL, () => undefined, stop.signal)).result).toBe("cancelled");
  });

  it("says how many rows are too many", async () => {
    const body = { success: false, data: null, error: { code: "too_many_rows", message: "x", details: { rows: 1_200_000, most: 1_048_575 } } };
    vi.stubGlobal("fetch", async () => answer(422, [JSON.stringify(body)]));
    expect(await exportRows("x", {}, "xlsx", ALL, () => undefined, new AbortController().signal)).toEqual({
      result: "too_many",
      rows: 1_200_000,
      most: 1_048_575,
    });
    vi.stubGlobal("fetch", async () => answer(422, ['{"success":false,"error":{"code":"validation_failed"}}']));
    expect((await exportRows("x", {}, "xlsx", ALL, () => undefined, new AbortController().signal)).result).toBe("failed");
  });

  it("writes sizes as people read them", () => {
    expect([1, 999_999, 1 << 20, 12_340_000].map(sizeText)).toEqual(["1 KiB", "977 KiB", "1 MiB", "12 MiB"]);
    // As the bounds are meant.
    expect([1.25 * (1 << 20), EXPORT_FILE_BYTES, EXPORT_OWNER_BYTES].map(sizeText)).toEqual(["1.3 MiB", "256 MiB", "1 GiB"]);
  });
});
