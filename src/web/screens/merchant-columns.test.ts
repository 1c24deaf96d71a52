/** Lists offer a merchant's people no column that stays empty for them, or says the same in each row. */
import { expect, it } from "vitest";
import { permissionsOf, type UserType } from "../../contract/permissions.ts";
import { allowedOf } from "../list/allowed.ts";
import type { ListSpec } from "../list/spec/index.ts";
import { disbursesList } from "./disburses/spec.ts";
import { journalsList } from "./journals/spec.tsx";
import { paymentsList } from "./payments/spec.ts";

const shown = (spec: Pick<ListSpec<never>, "columns" | "filters" | "bulk">, type: UserType, isStaff: boolean): string[] =>
  allowedOf(spec, permissionsOf(type), isStaff).columns.map(({ id }) => id);

it.each([
  ["payments", paymentsList, ["staff", "notes"]],
  ["payouts", disbursesList, ["staff", "notes"]],
  ["journals", journalsList, ["merchant"]],
])("of %s", (_what, spec, kept) => {
  const list = spec as unknown as ListSpec<never>; // rows are not drawn here
  expect(shown(list, "finance", true)).toEqual(expect.arrayContaining(kept));
  for (const type of ["merchant_admin", "merchant_viewer"] as const) expect(shown(list, type, false).filter((id) => kept.includes(id))).toEqual([]);
});
