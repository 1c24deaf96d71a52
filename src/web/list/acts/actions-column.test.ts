import { expect, it } from "vitest";
import type { text } from "../../i18n/keys.ts";
import { actionsWidth } from "./actions-column.tsx";
import type { ActionSpec } from "../spec/index.ts";
import { textWidth } from "../columns/index.ts";

interface Row {
  readonly id: string;
  readonly actions: readonly string[];
}
const acts: readonly ActionSpec<Row>[] = [
  { id: "approve", label: "common.yes", inline: () => true, done: "common.yes" },
  { id: "note", label: "common.no", done: "common.no" },
];
const words: Record<string, string> = { "list.table.actions": "操作", "common.yes": "匹配订单" };
const t = ((key: string) => words[key] ?? "") as typeof text;
const width = (...rows: readonly (readonly string[])[]): number =>
  actionsWidth(
    acts,
    rows.map((actions, index) => ({ id: String(index), actions })),
    t,
  );

it("a column of acts is as wide as its head, its menus, or its widest button, and has no room where no row has an act", () => {
  expect(width()).toBe(24 + textWidth("操作"));
  expect(width([], [])).toBe(0);
  expect(width([], ["note"])).toBe(24 + 28);
  expect(width(["note"], ["approve"])).toBe(24 + textWidth("匹配订单") + 18);
  expect(width(["approve", "note"])).toBe(24 + textWidth("匹配订单") + 18 + 4 + 28);
});

it("a narrow table has its acts in the menu", () => {
  const row: Row = { id: "1", actions: ["approve"] };
  expect(actionsWidth(acts, [row], t, false)).toBe(24 + 28);
});

it("a Chinese sign is about as wide as two Latin letters", () => {
  expect(textWidth("虎旅行")).toBe(39);
  expect(textWidth("（）")).toBe(26);
  expect(textWidth("Tiger")).toBeLessThan(textWidth("虎旅行"));
});
