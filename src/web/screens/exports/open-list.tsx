/** The way to the list as a file holds it, or to where a statement or days of wallets stand. */
import type { ReactElement } from "react";
import { Link } from "react-router";
import { type ExportSourceName, isExportList } from "../../../contract/exports.ts";
import { isMerchantType, type Permission } from "../../../contract/permissions.ts";
import type { DatePreset } from "../../../contract/time.ts";
import { useCellTools } from "../../cell-tools.ts";
import { pathTo } from "../../paths.ts";
import type { ScreenName } from "../../screens.ts";
import { useCan, useProfile } from "../../session.tsx";
import { LISTS } from "../lists.ts";

interface Props {
  readonly list: ExportSourceName;
  readonly filters: Readonly<Record<string, string>>;
  readonly range: DatePreset | null;
  /** The file holds chosen rows: the list shows all that its filters match. */
  readonly all?: boolean;
}

interface Place {
  readonly screen: ScreenName;
  readonly permission: Permission;
  readonly query: Readonly<Record<string, string | null | undefined>>;
}

function placeOf({ list, filters, range }: Props, platform: boolean): Place {
  const days = { range, ...filters };
  if (isExportList(list)) return { ...LISTS[list], query: { tab: LISTS[list].tab, ...days } };
  if (list === "reconciliation") return { screen: "wallets", permission: "reconciliation.see", query: { tab: "reconciliation", ...days } };
  if (list === "wallet_statistics") return { screen: "wallets", permission: "statistics.see", query: { tab: "statistics", ...days } };
  if (list === "wallet_statement") return { screen: "wallets", permission: "wallets.see", query: { open: filters["id"] } };
  // Whoever is of the merchant has his statements beside his journals.
  return platform
    ? { screen: "merchants", permission: "merchants.see", query: { open: filters["id"] } }
    : { screen: "journals", permission: "journals.see", query: {} };
}

/** Nothing for who may not see it any more. */
export function OpenList(props: Props): ReactElement | null {
  const { t, locale } = useCellTools();
  const { screen, permission, query } = placeOf(props, !isMerchantType(useProfile().user_type));
  const may = useCan(permission);
  if (!may) return null;
  return (
    <Link to={pathTo(locale, screen, query)}>
      {t(!isExportList(props.list) ? "exports.openPlace" : props.all === true ? "exports.openAll" : "exports.open")}
    </Link>
  );
}
