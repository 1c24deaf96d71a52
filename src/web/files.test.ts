// @vitest-environment happy-dom
/** A file that is refused, lost on the way or broken off. */
import { afterEach, expect, it, vi } from "vitest";
import { datedName, fileName, saveFile } from "./files.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const fetched = (response: () => Response): Promise<unknown> => {
  vi.stubGlobal("fetch", async () => response());
  return saveFile("/x", "x.csv", () => undefined);
};

it.each([
  ["attachment; filename*=UTF-8''%E4%BB%A3%E6%94%B6.csv", "代收.csv"],
  ['attachment; filename="a.csv"', "a.csv"],
  ["attachment; filename*=UTF-8''..%2F..%2Fetc", ".._.._etc"],
  ["attachment; filename*=UTF-8''%E4%ZZ", "payments-2026-11-21.csv"],
  [null, "payments-2026-11-21.csv"],
])("of %s the name is %s", (header, expected) => {
  expect(fileName(header, datedName("payments", "csv", Date.parse("2026-11-20T17:00:00Z")))).toBe(expected);
});

it("says of a file that is refused what the server says, and of one that is lost nothing", async () => {
  const error = { code: "forbidden", message: "x" };
  expect(await fetched(() => new Response(JSON.stringify({ success: false, data: null, error }), { status: 403 }))).toMatchObject({ error, status: 403 });
  expect(await fetched(() => new Response("<html>", { status: 502 }))).toEqual({ error: null, status: 502 });
  const away = (): Response => {
    throw new TypeError("no connection");
  };
  expect(await fetched(away)).toEqual({ error: null, status: 0 });
});

it("hands no part of a file that breaks off to the browser", async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
  const broken = (): Response => {
    let sent = false;
    const pull = (controller: ReadableStreamDefaultController): void => {
      if (sent) return controller.error(new TypeError("the connection was lost"));
      sent = true;
      controller.enqueue(new TextEncoder().encode("the first line"));
    };
    return new Response(new ReadableStream({ pull }));
  };
  expect(await fetched(broken)).toEqual({ error: null, status: 0 });
  expect(click).not.toHaveBeenCalled();
  expect(await fetched(() => new Response("whole"))).toMatchObject({ file: "x.csv" });
  expect(click).toHaveBeenCalledOnce();
});
