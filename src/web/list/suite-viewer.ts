/** Who looks, for tests of what a screen offers: the session's own store, so that no module has to be replaced. */
import { permissionsOf, type UserType } from "../../contract/permissions.ts";
import type { Profile } from "../../contract/session.schema.ts";
import { takeProfile } from "../session.tsx";

/** From here on a person of this type looks; permissions and the merchant are all that is read of the profile. */
export function viewAs(type: UserType): void {
  takeProfile({
    id: type,
    token: type,
    type,
    permissions: permissionsOf(type),
    merchant_id: type.startsWith("merchant_") ? "M1" : null,
    on_totp: false,
  } as Partial<Profile> as Profile);
}
