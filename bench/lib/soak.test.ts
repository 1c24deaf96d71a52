import { describe, expect, it } from "vitest";
import { slope, type Sample } from "./soak.ts";

const sample = (minutes: number, memoryMb: number): Sample => ({ minutes, memoryMb, handles: 0, deadRows: 0, liveRows: 0 });

describe("the rise a minute", () => {
  it("is the slope of a line, and near it where looks stray to both sides", () => {
    expect(
      slope(
        [0, 1, 2, 3].map((at) => sample(at, 200 + 5 * at)),
        ({ memoryMb }) => memoryMb,
      ),
    ).toBeCloseTo(5);
    expect(
      slope(
        [0, 1, 2, 3].map((at) => sample(at, 200 + (at % 3 === 0 ? 3 : -3))),
        ({ memoryMb }) => memoryMb,
      ),
    ).toBeCloseTo(0);
  });
  it("is nothing of one look", () => {
    expect(slope([sample(1, 200)], ({ memoryMb }) => memoryMb)).toBe(0);
  });
});
