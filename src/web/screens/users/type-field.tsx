/** Choosing a user's type: those that the signed-in person may give, each with what it may do. */
import type { ReactElement } from "react";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { useText } from "../../i18n/keys.ts";
import { useProfile } from "../../session.tsx";
import { CardChoice } from "../wallets/cards.tsx";
import { grantable, myself } from "./values.ts";

/** Cards, one for each type on offer. */
export function TypeField<Subject>(field: CustomFieldProps<Subject>): ReactElement {
  const t = useText();
  const granter = myself(useProfile());
  return (
    <CardChoice
      {...field}
      // A role belongs to one type.
      onChange={(type) => field.onPatch({ user_type: type, role_id: "" })}
      options={grantable(granter).map((type) => ({ value: type, label: t(`common.userType.${type}`), hint: t(`users.typeHint.${type}`) }))}
    />
  );
}
