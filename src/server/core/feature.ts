/**
 * What one part of the product offers to the rest, as one object. `app.ts` lists the parts and knows nothing else of them: to add
 * one is to add its folder and its line there, to remove one is to delete both.
 */
import type { Figure } from "../platform/http/figures.ts";
import type { AnyRoute } from "../platform/http/route.ts";
import type { HttpPlugin } from "../platform/http/server.ts";
import type { Job } from "../platform/jobs/runner.ts";
import type { SealedColumn } from "../platform/secrets.ts";
import type { ApprovalKind } from "../../contract/approvals.ts";
import type { ApiType } from "../../contract/operators.ts";
import type { Detectors } from "./alerts/detectors.ts";
import type { Suggestions } from "./alerts/suggest.ts";
import type { ApprovalAct } from "./approvals/acts.ts";
import type { IntegrityChecks, IntegrityReads } from "./ledger/integrity.ts";
import type { BulkActName } from "../../contract/bulk.ts";
import type { BulkAct } from "./bulk/acts.ts";
import type { RailMaker } from "./operators/registry.ts";

/** One part of the product. */
export interface Feature {
  /** As the address bar or `/v1` names it. */
  readonly name: string;
  readonly routes?: readonly AnyRoute[];
  readonly plugins?: readonly HttpPlugin[];
  readonly jobs?: readonly Job[];
  /** What /metrics shows of its rows. */
  readonly figures?: readonly Figure[];
  /** What must be true of its rows at every moment. */
  readonly integrityChecks?: IntegrityChecks;
  /** The same, where it takes more than one statement. */
  readonly integrityReads?: IntegrityReads;
  /** What an approval of its kinds runs. */
  readonly approvalActs?: readonly ApprovalAct[];
  /** What can be done to many of its objects at once. */
  readonly bulkActs?: readonly BulkAct[];
  /** Where exceptions of its kinds are found. */
  readonly detectors?: Detectors;
  /** What could end an exception of its kinds. */
  readonly suggestions?: Suggestions;
  /** How wallets of these kinds pay out. */
  readonly payoutRails?: Readonly<Partial<Record<ApiType, RailMaker>>>;
  /** Where its secrets are stored. */
  readonly sealed?: readonly SealedColumn[];
}

/** What all parts offer together. */
export interface Offers {
  readonly routes: readonly AnyRoute[];
  readonly plugins: readonly HttpPlugin[];
  readonly jobs: readonly Job[];
  readonly figures: readonly Figure[];
  readonly integrityChecks: IntegrityChecks;
  readonly integrityReads: IntegrityReads;
  readonly approvalActs: ReadonlyMap<ApprovalKind, ApprovalAct>;
  readonly bulkActs: ReadonlyMap<BulkActName, BulkAct>;
  readonly detectors: Detectors;
  readonly suggestions: Suggestions;
  readonly payoutRails: Readonly<Partial<Record<ApiType, RailMaker>>>;
  readonly sealed: readonly SealedColumn[];
}

/** Named offers of all parts in one object. @throws Error when two parts offer the same name */
function merged<T extends object>(features: readonly Feature[], offerOf: (feature: Feature) => T | undefined): T {
  const all = {} as T;
  for (const feature of features) {
    const offer = offerOf(feature) ?? ({} as T);
    const twice = Object.keys(offer).find((name) => Object.hasOwn(all, name));
    if (twice !== undefined) throw new Error(`${feature.name} offers ${twice}, which another part offers already`);
    Object.assign(all, offer);
  }
  return all;
}

/** Puts together what the parts offer. @throws Error when two parts offer the same */
export function offersOf(features: readonly Feature[]): Offers {
  const acts = features.flatMap((feature) => feature.approvalActs ?? []);
  const approvalActs = new Map(acts.map((act) => [act.kind, act]));
  if (approvalActs.size < acts.length) throw new Error("two parts offer the same act of an approval");
  const many = features.flatMap((feature) => feature.bulkActs ?? []);
  const bulkActs = new Map(many.map((act) => [act.name, act]));
  if (bulkActs.size < many.length) throw new Error("two parts offer the same act on many");
  return {
    routes: features.flatMap((feature) => feature.routes ?? []),
    plugins: features.flatMap((feature) => feature.plugins ?? []),
    jobs: features.flatMap((feature) => feature.jobs ?? []),
    figures: features.flatMap((feature) => feature.figures ?? []),
    integrityChecks: merged(features, (feature) => feature.integrityChecks),
    integrityReads: merged(features, (feature) => feature.integrityReads),
    approvalActs,
    bulkActs,
    detectors: merged(features, (feature) => feature.detectors),
    suggestions: merged(features, (feature) => feature.suggestions),
    payoutRails: merged(features, (feature) => feature.payoutRails),
    sealed: features.flatMap((feature) => feature.sealed ?? []),
  };
}
