/** Acts on an object that was found: each leads to the object, where the act asks as it always does. */
import { useQuery } from "@tanstack/react-query";
import { Spotlight } from "@mantine/spotlight";
import type { ReactElement, ReactNode } from "react";
import { useNavigate } from "react-router";
import type { SearchResult } from "../../contract/home.schema.ts";
import { isMerchantType } from "../../contract/permissions.ts";
import { type CellTools, useCellTools } from "../cell-tools.ts";
import { moneyText } from "../i18n/format.ts";
import { versionOf } from "../forms/meanwhile.ts";
import { intend } from "../intent.ts";
import { isAtOnce } from "../list/acts/index.ts";
import { objectPath } from "../paths.ts";
import { useMay, useProfile } from "../session.tsx";
import { actsOn, OBJECT_LISTS, type ObjectAct } from "./acts/offers.ts";
import { titleOf } from "./found-words.ts";
import css from "./palette.module.css";
import { ActLine } from "./palette-line.tsx";

type Item = SearchResult["items"][number];
const MOST = 6;

/** Which object, and what will happen to it; or why nothing can. */
function effectOf({ action, row, spec, offered, intro }: ObjectAct, tools: CellTools): ReactNode {
  const { t } = tools;
  const amount = spec.drawer.amount?.(row) ?? null;
  const merchant = "merchant_name" in row && typeof row.merchant_name === "string" ? row.merchant_name : null;
  const object = [amount === null ? null : moneyText(amount, tools.currency), merchant].filter((part) => part !== null);
  if (!offered)
    return (
      <>
        {[...object, t("frame.palette.notNow")].join(" · ")} {spec.drawer.status?.(row, tools)}
      </>
    );
  const ask = action.confirm?.(row, tools);
  const happens = action.form
    ? [t("frame.palette.asksMore"), intro]
    : [isAtOnce(action, row) ? t("frame.palette.undone") : ask ? t("frame.palette.asksMore") : null, ask?.body ?? ask?.title ?? null];
  return [...object, ...happens].filter((part) => part !== null && part !== "").join(" · ");
}

/** What has a name is called by it, orders by their id. */
const nameOf = (item: Item): string => (["merchant", "wallet", "user"].includes(item.type) ? titleOf(item) : item.id);

/** Lines of one object. @param verb the beginning of an act's name; "": all that is offered */
export function ObjectActs({ item, verb, tools }: { readonly item: Item; readonly verb: string; readonly tools: CellTools }): ReactElement | null {
  const may = useMay();
  const platform = !isMerchantType(useProfile().user_type);
  const navigate = useNavigate();
  const list = OBJECT_LISTS[item.type];
  const read = useQuery({
    queryKey: ["palette", "acts", tools.locale, item.type, item.id, verb],
    queryFn: () => (list === undefined ? [] : actsOn(list, item.id, verb, may, platform, tools)),
    staleTime: 5000,
    structuralSharing: false,
  });
  if (list === undefined) return null;
  return (
    <>
      {(read.data ?? []).slice(0, MOST).map((one) => {
        const { action, row, offered } = one;
        const blocked = offered ? (action.blocked?.(row, tools) ?? null) : null;
        const run = (): void => {
          const target = objectPath(tools.locale, item.type, item.id);
          if (target === null) return;
          intend({ kind: "act", list, id: item.id, action: action.id, version: versionOf(row) ?? null });
          void navigate(target);
        };
        return (
          <ActLine
            key={action.id}
            label={`${tools.t(action.label)} ${nameOf(item)}`}
            effect={blocked ?? effectOf(one, tools)}
            run={offered && blocked === null ? run : null}
          />
        );
      })}
    </>
  );
}

/** What can be done with the object whose id was typed; under the object itself, which is what Enter means. */
export function OfferedGroup({ items }: { readonly items: readonly Item[] }): ReactElement | null {
  const tools = useCellTools();
  const exact = items.find((item) => item.match === "exact");
  if (exact === undefined) return null;
  return (
    <Spotlight.ActionsGroup label={tools.t("frame.palette.acts")} className={css.group ?? ""}>
      <ObjectActs item={exact} verb="" tools={tools} />
    </Spotlight.ActionsGroup>
  );
}
