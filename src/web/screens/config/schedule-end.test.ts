import { describe, expect, test } from "vitest";
import { formatDateTime } from "../../../contract/time.ts";
import { endToBegin, nextHour } from "./schedule-end.ts";

const at = Date.parse("2026-03-02T04:00:00Z");

describe("a change that is scheduled anew", () => {
  test("keeps its end; one that has passed by then comes a day after the start", () => {
    expect(endToBegin(null, at)).toBeNull();
    expect(endToBegin("2026-03-02T07:00:00.000Z", at)).toBe(formatDateTime(Date.parse("2026-03-02T07:00:00Z")));
    for (const passed of ["2026-03-02T04:00:00.000Z", "2026-03-01T00:00:00.000Z"]) expect(endToBegin(passed, at)).toBe(formatDateTime(at + 86_400_000));
  });

  test("starts at a full hour that is at least half an hour away", () => {
    expect(nextHour(at)).toBe(at + 3_600_000);
    expect(nextHour(at - 1_800_000)).toBe(at);
    expect(nextHour(at - 1_799_999)).toBe(at + 3_600_000);
  });
});
