import { describe, expect, it } from "vitest";
import type { CellTools } from "../../cell-tools.ts";
import type { ActionSpec } from "../spec/index.ts";
import { decisionOf, nextToDecide, whyNotWords } from "./decide.ts";

interface Row {
  readonly id: string;
  readonly actions: readonly string[];
}
const act = (id: string, key?: "a" | "r"): ActionSpec<Row> => ({ id, label: "common.save", done: "common.save", ...(key ? { key } : {}) });
const ACTIONS = [act("approve", "a"), act("complete", "a"), act("reject", "r"), act("note")];
const row = (id: string, ...actions: string[]): Row => ({ id, actions });

describe("the act of a key", () => {
  it("is the one that is offered on the row", () => {
    expect(decisionOf(ACTIONS, row("1", "complete", "note"), "a")?.id).toBe("complete");
    expect(decisionOf(ACTIONS, row("1", "note"), "a")).toBeUndefined();
    expect(decisionOf(ACTIONS, row("1", "approve", "reject"), "m")).toBeUndefined();
  });
});

describe("a key whose act is not offered", () => {
  const tools = { t: (key: string, of?: object) => `${key} ${JSON.stringify(of ?? {})}`, locale: "en", currency: "BDT" } as unknown as CellTools; // keys instead of words
  const [approve, reject] = [act("approve", "a"), act("reject", "r")];
  const told = (one: ActionSpec<Row>, ...offered: string[]) => whyNotWords([one, act("note"), reject], row("1", ...offered), "a", tools);

  it("says why, and what can be done instead", () => {
    const { text, detail } = told({ ...approve, whyNot: () => "Because." }, "note", "reject");
    expect(text).toBe('list.decide.notNow {"act":"common.save {}"}');
    expect(detail).toBe('Because. list.decide.instead {"acts":"common.save {}, common.save {}"}');
    expect(told(approve, "reject").detail).toMatch(/^list.decide.instead/);
    expect(told(approve)).not.toHaveProperty("detail");
  });

  it("says so where no act of the list has the key", () => {
    expect(whyNotWords([approve], row("1", "approve"), "m", tools).text).toBe('list.decide.noAct {"key":"M"}');
  });
});

describe("what comes next", () => {
  const rows = [row("1", "approve"), row("2", "note"), row("3", "reject"), row("4", "approve"), row("5", "note")];

  it("is the next row that waits for a decision, then those that were passed over, never the same again", () => {
    expect(nextToDecide(ACTIONS, rows, "1")?.id).toBe("3");
    expect(nextToDecide(ACTIONS, rows, "3")?.id).toBe("4");
    expect(nextToDecide(ACTIONS, rows, "4")?.id).toBe("1");
    expect(nextToDecide(ACTIONS, rows.slice(0, 2), "1")).toBeNull();
  });

  it("is the first that waits where the object stands on another page", () => {
    expect(nextToDecide(ACTIONS, rows, "elsewhere")?.id).toBe("1");
    expect(nextToDecide(ACTIONS, [], "1")).toBeNull();
  });
});
