import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SCREEN_NAMES, type ScreenName } from "../screens.ts";
import { bulkList } from "../screens/bulk/spec.tsx";
import { disbursesList, merchantDisbursesList } from "../screens/disburses/spec.ts";
import { approvalsList } from "../screens/approvals/spec.ts";
import { journalsList } from "../screens/journals/spec.tsx";
import { manualList } from "../screens/manual/spec.ts";
import { merchantsList } from "../screens/merchants/spec.ts";
import { paymentsList } from "../screens/payments/spec.ts";
import { smsList } from "../screens/sms/spec.ts";
import { transfersList } from "../screens/transfers/spec.ts";
import { usersList } from "../screens/users/spec.ts";
import { walletsList } from "../screens/wallets/spec.ts";
import { withdrawalList } from "../screens/withdrawal/spec.ts";
import { FIRST_PAINT } from "../first-paint.tsx";
import { LIST_OUTLINES } from "./outlines.ts";

interface OutlinedList {
  readonly searchHint: string;
  readonly filters: readonly { readonly kind: string }[];
}
/** The lists that may come first on a screen, by who is signed in. */
const LISTS: readonly (readonly [ScreenName, readonly OutlinedList[]])[] = [
  ["bulk", [bulkList]],
  ["disburses", [disbursesList, merchantDisbursesList]],
  ["journals", [journalsList]],
  ["manual", [manualList, approvalsList]],
  ["merchants", [merchantsList]],
  ["payments", [paymentsList]],
  ["sms", [smsList]],
  ["transfers", [transfersList]],
  ["users", [usersList]],
  ["wallets", [walletsList]],
  ["withdrawal", [withdrawalList]],
];
const source = (folder: string): string => readFileSync(join(import.meta.dirname, "../screens", folder, "index.tsx"), "utf8");

describe("what is known of a list before its code", () => {
  it.each(LISTS)("is what the list of %s says itself", (name, specs) => {
    const known = LIST_OUTLINES[name];
    for (const spec of specs) {
      if (known?.hint !== null) expect(known?.hint).toBe(spec.searchHint);
      expect(known?.tabs === true).toBe(spec.filters.some((filter) => filter.kind === "tabs"));
    }
    expect(known?.lists === true).toBe(source(name).includes("<ScreenTabs"));
  });

  it("is known of every screen that begins with a list", () => {
    const lists = SCREEN_NAMES.filter((name) => source(name === "index" ? "home" : name).includes('list/index.ts"'));
    expect(Object.keys(LIST_OUTLINES).toSorted()).toEqual(lists.toSorted());
    expect(LISTS.map(([name]) => name)).toEqual(Object.keys(LIST_OUTLINES));
  });
});

describe("what pages show before their program", () => {
  const words = (html: string | undefined): string =>
    (html ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();

  it("is there for every screen, in the language of its address", () => {
    // Beside the screens, what nobody knows.
    expect(Object.keys(FIRST_PAINT).length).toBe(SCREEN_NAMES.length + 1);
    for (const [path, { zh, en }] of Object.entries(FIRST_PAINT)) {
      expect(words(en), path).toMatch(/^[\w ,.;:'-]*$/);
      expect(words(zh), path).not.toMatch(/\b(?!TrxID)[a-z]{3,}/i);
    }
    expect(words(FIRST_PAINT["/payments"]?.zh)).toBe("代收 订单号、商户订单号、TrxID、客户号码 加载较慢。若内容未出现，请刷新页面。");
  });

  it("says nothing that depends on who is signed in", () => {
    expect(words(FIRST_PAINT["/merchants"]?.zh)).toBe("加载较慢。若内容未出现，请刷新页面。");
    expect(words(FIRST_PAINT[""]?.zh)).toMatch(/^404 页面不存在 /);
    expect([words(FIRST_PAINT["/"]?.zh), words(FIRST_PAINT["/"]?.en)].map((text) => text.split(" ")[0])).toEqual(["首页", "Dashboard"]);
  });
});
