// @vitest-environment happy-dom
/** A list in which there is nothing tells what to do about it to those who may. */
import { expect, it } from "vitest";
import { bulkList } from "../screens/bulk/spec.tsx";
import { walletsList } from "../screens/wallets/spec.ts";
import type { CellTools } from "../cell-tools.ts";
import { emptyText } from "./list-content.tsx";
import { viewAs } from "./suite-viewer.ts";

const tools = (locale: "zh" | "en"): CellTools => ({ t: (key: string) => key, locale, currency: "BDT" }) as unknown as CellTools; // keys instead of words

it("says the first step to who may take it, and to others that there is nothing", () => {
  viewAs("auditor");
  expect([emptyText(bulkList, tools("en")), emptyText(walletsList, tools("en"))]).toEqual(["bulk.empty", "wallets.empty"]);
  viewAs("admin");
  expect(emptyText(walletsList, tools("en"))).toBe("wallets.empty wallets.firstStep");
  expect(emptyText(walletsList, tools("zh"))).toBe("wallets.emptywallets.firstStep");
});
