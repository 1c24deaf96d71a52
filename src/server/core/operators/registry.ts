/** Which payout rail a wallet has: by hand, its operator's interface, or what a part of the product offers for its kind. */
import { isOfficialOperator } from "../../../contract/official.ts";
import type { ApiType } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { manualPort } from "./manual.ts";
import { officialPort } from "./official.ts";
import type { PayoutPort } from "./port.ts";

/** Makes the payout rail of one kind of wallet; asked again for every attempt, so it may read the wallet's own settings. */
export type RailMaker = (app: App) => PayoutPort;

const replaced = new WeakMap<object, (rail: ApiType, operator: string) => PayoutPort | null>();

/** Puts other payout rails in place of the product's for one running application, for tests that count what is sent. */
export function replacePorts(app: App, ports: (rail: ApiType, operator: string) => PayoutPort | null): void {
  replaced.set(app.db, ports);
}

/**
 * The payout rail of a wallet of this kind at this operator.
 * @returns null when there is none: such a wallet cannot pay
 */
export function portFor(app: App, rail: ApiType, operator: string): PayoutPort | null {
  const test = replaced.get(app.db);
  if (test) return test(rail, operator);
  if (rail === "manual") return manualPort;
  if (rail === "official") return isOfficialOperator(operator) ? officialPort(app, operator) : null;
  return app.offers.payoutRails[rail]?.(app) ?? null;
}
