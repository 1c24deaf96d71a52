/** The acts on an object: those that it offers now, by its list's description and the server's word, and why another is not possible. */
import type { ListName } from "../../../contract/lists.ts";
import { DISBURSE_ACTION_PERMISSIONS } from "../../../contract/disburses.ts";
import { MANUAL_ACTION_PERMISSIONS } from "../../../contract/manual.ts";
import { MERCHANT_ACTION_PERMISSIONS } from "../../../contract/merchants.ts";
import { PAYMENT_ACTION_PERMISSIONS } from "../../../contract/payments.ts";
import type { Permission } from "../../../contract/permissions.ts";
import { SMS_ACTION_PERMISSIONS } from "../../../contract/sms.ts";
import { TRANSFER_ACTION_PERMISSIONS } from "../../../contract/transfers.ts";
import { WALLET_ACTION_PERMISSIONS } from "../../../contract/wallets.ts";
import { WITHDRAWAL_ACTION_PERMISSIONS } from "../../../contract/withdrawal.ts";
import type { CellTools } from "../../cell-tools.ts";
import { isOffered } from "../../list/acts/index.ts";
import { inBothLanguages } from "../../list/search/index.ts";
import type { ActionSpec, HasId } from "../../list/spec/index.ts";
import { callAny } from "../../list/state/index.ts";
import { OBJECT_SCREENS } from "../../paths.ts";
import { type AnyList, LISTS } from "../../screens/lists.ts";
import { isBegun } from "./object-words.ts";

const { journal: _unchangeable, ...SCREENS_WITH_ACTS } = OBJECT_SCREENS;
/** On which list an object that the search found stands, where something can be done with it. */
export const OBJECT_LISTS: Readonly<Record<string, ListName | undefined>> = { ...SCREENS_WITH_ACTS, approval: "approvals", delivery: "deliveries" };

/** Who may do an act at all: only they are told why it is not possible now. */
const PERMISSIONS: Partial<Record<ListName, Readonly<Record<string, Permission | undefined>>>> = {
  payments: PAYMENT_ACTION_PERMISSIONS,
  disburses: DISBURSE_ACTION_PERMISSIONS,
  transfers: TRANSFER_ACTION_PERMISSIONS,
  withdrawal: WITHDRAWAL_ACTION_PERMISSIONS,
  wallets: WALLET_ACTION_PERMISSIONS,
  merchants: MERCHANT_ACTION_PERMISSIONS,
  sms: SMS_ACTION_PERMISSIONS,
  manual: MANUAL_ACTION_PERMISSIONS,
};

export interface ObjectAct {
  readonly action: ActionSpec<HasId>;
  readonly row: HasId;
  readonly spec: AnyList;
  /** False: its person may do such acts, but not this one now. */
  readonly offered: boolean;
  /** What its form says will happen; null where it has no form, or says nothing. */
  readonly intro: string | null;
}

/** Every name of an act, in both languages, and its own word. */
export const namesOf = (action: Pick<ActionSpec<HasId>, "id" | "label">): readonly string[] => [action.id, ...inBothLanguages(action.label)];

/** Names of all acts on objects that these eyes can see. */
export async function allVerbs(may: (permission: Permission) => boolean, platform: boolean): Promise<string[]> {
  const lists = Object.values(OBJECT_LISTS).flatMap((name) => (name !== undefined && may(LISTS[name].permission) ? [LISTS[name]] : []));
  const specs = await Promise.all(lists.map((list) => list.load(platform)));
  return [...new Set(specs.flatMap((spec) => (spec.actions ?? []).flatMap(namesOf)))];
}

/**
 * Reads the object and answers its acts of this name, those that it offers first; none where it is gone.
 * @param verb the beginning of a name; "": every act that is offered
 */
export async function actsOn(
  list: ListName,
  id: string,
  verb: string,
  may: (permission: Permission) => boolean,
  platform: boolean,
  tools: CellTools,
): Promise<ObjectAct[]> {
  const spec = await LISTS[list].load(platform);
  const { endpoint } = spec.drawer;
  if (endpoint === undefined || spec.actions === undefined) return [];
  const answer = await callAny<HasId>(endpoint, { params: { id } });
  if (!answer.success) return [];
  const row = answer.data;
  const asked = spec.actions.filter((action) => verb === "" || isBegun(verb, namesOf(action)));
  const acts = await Promise.all(
    asked.map(async (action): Promise<ObjectAct[]> => {
      const offered = isOffered(action, row);
      const permission = PERMISSIONS[list]?.[action.id];
      if (!offered && (verb === "" || permission === undefined || !may(permission))) return [];
      const intro = offered && action.form ? ((await action.form()).intro?.(row, tools) ?? null) : null;
      return [{ action, row, spec, offered, intro }];
    }),
  );
  return acts.flat().sort((one, other) => Number(other.offered) - Number(one.offered));
}
