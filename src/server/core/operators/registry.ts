/** Which way out a wallet has. Adapters register themselves here by the kind of wallet and, for `official`, by operator. */
import { OFFICIAL_OPERATORS } from "../../../contract/official.ts";
import type { ApiType } from "../../../contract/operators.ts";
import type { App } from "../../platform/context.ts";
import { makeAppPort } from "../../features/devices/payout-rail.ts";
import { manualPort } from "./manual.ts";
import { officialPort } from "./official.ts";
import type { PayoutPort } from "./port.ts";

/** Makes the way out of one kind of wallet; asked again for every attempt, so it may read the wallet's own settings. */
export type PortMaker = (app: App) => PayoutPort;

interface Ways {
  readonly manual: PortMaker;
  readonly app: PortMaker | null;
  readonly official: ReadonlyMap<string, PortMaker>;
}

/** The product's ways out. */
const WAYS: Ways = {
  manual: () => manualPort,
  app: makeAppPort,
  official: new Map(OFFICIAL_OPERATORS.map((operator) => [operator, (app: App) => officialPort(app, operator)])),
};

const replaced = new WeakMap<object, (way: ApiType, operator: string) => PayoutPort | null>();

/** Puts other ways out in place of the product's for one running application, for tests that count what is sent. */
export function replacePorts(app: App, ports: (way: ApiType, operator: string) => PayoutPort | null): void {
  replaced.set(app.db, ports);
}

/**
 * The way out of a wallet of this kind at this operator.
 * @returns null when there is none: such a wallet cannot pay
 */
export function portFor(app: App, way: ApiType, operator: string): PayoutPort | null {
  const test = replaced.get(app.db);
  if (test) return test(way, operator);
  const make = way === "official" ? (WAYS.official.get(operator) ?? null) : WAYS[way];
  return make === null ? null : make(app);
}
