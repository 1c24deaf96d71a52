/** Which redacted links open: one rule for who opens one, and for who is told which there are. */
import { LINKED, type LinkedKind } from "../../../contract/links.ts";
import { readRights, RIGHTS_COLUMNS, type RightsRow } from "../../platform/rights.ts";

/** What {@link opens} reads. */
export interface Maker extends RightsRow {
  readonly object_type: LinkedKind;
  readonly with_amount: boolean;
  /** He is enabled, and in the house in which he made it; house and he are there, and the house is enabled as well. */
  readonly is_there: boolean;
}

/** The columns of {@link Maker} that are not the link's own, of {@link FROM}. */
export const MAKER_COLUMNS = `u.enabled and u.deleted_at is null and m.deleted_at is null and m.enabled is not false and u.merchant_id is not distinct from l.merchant_id as is_there, ${RIGHTS_COLUMNS}`;
/** A link with its maker. One that ended by time or by a person is not among them. `$1`: now */
export const LIVE =
  "from shared_links l join users u on u.id = l.user_id left join merchants m on m.id = u.merchant_id where l.revoked_at is null and l.expires_at > $1";

/** Whoever made it is there and may still share, see the object, and see amounts where it shows one. */
export function opens(link: Maker): boolean {
  const rights = readRights(link);
  return link.is_there && rights.has("links.share") && rights.has(LINKED[link.object_type]) && (!link.with_amount || rights.has("amounts.see"));
}
