import { describe, expect, it } from "vitest";
import { SCREEN_NAMES, type ScreenName } from "../screens.ts";
import { disbursesList, merchantDisbursesList } from "../screens/disburses/spec.ts";
import { journalsList } from "../screens/journals/spec.tsx";
import { paymentsList } from "../screens/payments/spec.ts";
import { smsList } from "../screens/sms/spec.ts";
import { transfersList } from "../screens/transfers/spec.ts";
import { usersList } from "../screens/users/spec.ts";
import { walletsList } from "../screens/wallets/spec.ts";
import { withdrawalList } from "../screens/withdrawal/spec.ts";
import { FIRST_PAINT } from "../first-paint.tsx";
import { LIST_OUTLINES } from "./outlines.ts";

/** Screens whose list does not depend on who is signed in. */
const LISTS: Partial<Record<ScreenName, { readonly searchHint: string; readonly filters: readonly { readonly kind: string }[] }[]>> = {
  disburses: [disbursesList, merchantDisbursesList],
  journals: [journalsList],
  payments: [paymentsList],
  sms: [smsList],
  transfers: [transfersList],
  users: [usersList],
  wallets: [walletsList],
  withdrawal: [withdrawalList],
};
/** They hold several lists, so a row of tabs of the screen's own stands over them. */
const WITH_TABS: readonly ScreenName[] = ["disburses", "sms", "users", "wallets"];

describe("what is known of a list before its code", () => {
  it("is what the list says itself", () => {
    const said = Object.entries(LISTS).flatMap(([name, specs]) =>
      specs.map((spec) => [
        name,
        { hint: spec.searchHint, tabs: Number(spec.filters.some((filter) => filter.kind === "tabs")) + Number(WITH_TABS.includes(name as ScreenName)) }, // a key of the table
      ]),
    );
    const known = Object.entries(LIST_OUTLINES).filter(([, { hint }]) => hint !== null);
    expect(new Map(said as [string, unknown][])).toEqual(new Map(known)); // pairs
  });
});

describe("what pages show before their program", () => {
  const words = (html: string | undefined): string =>
    (html ?? "")
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim();

  it("is there for every screen, in the language of its address", () => {
    expect(Object.keys(FIRST_PAINT).length).toBe(SCREEN_NAMES.length);
    for (const [path, { zh, en }] of Object.entries(FIRST_PAINT)) {
      expect(words(en), path).toMatch(/^[\w ,.;:'-]+$/);
      expect(words(zh), path).not.toMatch(/\b(?!TrxID)[a-z]{3,}/i);
    }
    expect(words(FIRST_PAINT["/payments"]?.zh)).toBe("代收 订单号、商户订单号、TrxID、客户号码 加载较慢。若内容未出现，请刷新页面。");
  });

  it("says nothing that depends on who is signed in, or on the language that a person has", () => {
    expect(words(FIRST_PAINT["/merchants"]?.zh)).toBe("加载较慢。若内容未出现，请刷新页面。");
    expect(words(FIRST_PAINT["/"]?.zh)).toBe("");
    expect(words(FIRST_PAINT["/"]?.en)).toContain("Dashboard");
  });
});
