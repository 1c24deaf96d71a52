/** The acts that an object offers now, by its list's description and the server's word. */
import type { ListName } from "../../../contract/lists.ts";
import { offeredActions } from "../../list/acts/index.ts";
import type { ActionSpec, HasId } from "../../list/spec/index.ts";
import { callAny } from "../../list/state/index.ts";
import { type AnyList, LISTS } from "../../screens/lists.ts";
import { isVerbOf } from "./object-words.ts";

/** On which list an object that the search found stands. */
export const OBJECT_LISTS: Readonly<Record<string, ListName | undefined>> = {
  payment: "payments",
  disburse: "disburses",
  transfer: "transfers",
  withdrawal: "withdrawal",
  wallet: "wallets",
  merchant: "merchants",
  user: "users",
  sms: "sms",
  manual: "manual",
  approval: "approvals",
};

export interface OfferedAct {
  readonly action: ActionSpec<HasId>;
  readonly row: HasId;
  readonly spec: AnyList;
}

/** Reads the object; none where it is gone, or where its list does nothing with one. */
export async function offersOf(list: ListName, id: string, platform: boolean): Promise<OfferedAct[]> {
  const spec = await LISTS[list].load(platform);
  const { endpoint } = spec.drawer;
  if (endpoint === undefined || spec.actions === undefined) return [];
  const answer = await callAny<HasId>(endpoint, { params: { id } });
  if (!answer.success) return [];
  return offeredActions(spec.actions, answer.data).map((action) => ({ action, row: answer.data, spec }));
}

/** True where what was typed begins one of these names. */
export const isVerb = isVerbOf;
