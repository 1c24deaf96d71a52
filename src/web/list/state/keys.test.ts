import { describe, expect, it } from "vitest";
import { LIST_COMMANDS, LIST_KEYS, moveCursor, neighbour } from "./keys.ts";

describe("keys", () => {
  it("has exactly one key for each command", () => {
    expect(Object.values(LIST_KEYS).sort()).toEqual([...LIST_COMMANDS].sort());
  });
});

describe("cursor", () => {
  const ids = ["a", "b", "c"];

  it("moves, stops at the ends and starts at the near end", () => {
    expect(neighbour(ids, null, 1)).toBe("a");
    expect(neighbour(ids, null, -1)).toBe("c");
    expect(neighbour(ids, "c", 1)).toBe("c");
    expect(neighbour(ids, "gone", 1)).toBe("a");
    expect(neighbour([], "a", 1)).toBeNull();
  });

  it("takes the open drawer along", () => {
    expect(moveCursor({ active: "a", open: "a" }, "next", ids)).toEqual({ active: "b", open: "b" });
    expect(moveCursor({ active: "a", open: null }, "next", ids)).toEqual({ active: "b", open: null });
  });

  it("closing leaves the row active", () => {
    expect(moveCursor({ active: null, open: "c" }, "close", ids)).toEqual({ active: "c", open: null });
  });
});
