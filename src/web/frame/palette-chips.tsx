/** Chips in the palette: each list that understands all of them, with how many rows it has, before one goes there. */
import { useQuery } from "@tanstack/react-query";
import { Spotlight } from "@mantine/spotlight";
import { type ReactElement, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import { parseChips } from "../../contract/chips.ts";
import { LIST_NAMES, type ListName } from "../../contract/lists.ts";
import { isMerchantType } from "../../contract/permissions.ts";
import { useCellTools } from "../cell-tools.ts";
import { loadBeside } from "../i18n/index.ts";
import { tagWord } from "../list/bar/index.ts";
import { applyParts, fieldsOf, findByName, inBothLanguages } from "../list/search/index.ts";
import { activeTags, EMPTY_STATE, fetchTotal, type ListState, totalWord, writeAddress } from "../list/state/index.ts";
import { pathTo } from "../paths.ts";
import { type AnyList, LISTS } from "../screens/lists.ts";
import { LOCALES } from "../screens.ts";
import { useMay, useProfile } from "../session.tsx";
import css from "./palette.module.css";
import { PaletteEntry } from "./palette-entry.tsx";

interface Target {
  readonly name: ListName;
  readonly spec: AnyList;
  readonly state: ListState;
}

/** The lists that understand everything that was typed. */
async function targetsOf(query: string, specs: readonly (readonly [ListName, AnyList])[], may: ReturnType<typeof useMay>): Promise<Target[]> {
  const found = await Promise.all(
    specs.map(async ([name, spec]): Promise<Target | null> => {
      const filters = spec.filters.filter((filter) => filter.permission === undefined || may(filter.permission));
      const parts = parseChips(query, fieldsOf(filters, inBothLanguages));
      if (!parts.some((part) => part.kind === "chip")) return null;
      const applied = await applyParts(parts, filters, EMPTY_STATE, findByName);
      return applied.unclear.length > 0 ? null : { name, spec: { ...spec, filters }, state: applied.state };
    }),
  );
  return found.filter((one) => one !== null);
}

type Specs = readonly (readonly [ListName, AnyList])[];

/** Descriptions of all lists that these eyes may see; loaded with the first chip. null: on their way. */
function useSpecs(): Specs | null {
  const may = useMay();
  const { user_type } = useProfile();
  const [specs, setSpecs] = useState<Specs | null>(null);
  useEffect(() => {
    let over = false;
    const load = async (): Promise<void> => {
      await Promise.all(LOCALES.map((locale) => loadBeside(locale)));
      const names = LIST_NAMES.filter((name) => may(LISTS[name].permission));
      const found = await Promise.all(names.map(async (name) => [name, await LISTS[name].load(!isMerchantType(user_type))] as const));
      if (!over) setSpecs(found);
    };
    load().catch(() => (over ? undefined : setSpecs([])));
    return () => {
      over = true;
    };
  }, [user_type, may]);
  return specs;
}

/** A group of the palette; nothing where no list understands what was typed. */
export function ChipGroup({ query, onGo }: { readonly query: string; readonly onGo: () => void }): ReactElement | null {
  const tools = useCellTools();
  const may = useMay();
  const specs = useSpecs();
  const [targets, setTargets] = useState<readonly Target[] | null>(null);
  useEffect(() => {
    if (specs === null) return;
    let over = false;
    void targetsOf(query, specs, may).then((found) => (over ? undefined : setTargets(found)));
    return () => {
      over = true;
    };
  }, [query, specs, may]);
  if (targets === null) return <Spotlight.Empty className={css.empty ?? ""}>{tools.t("common.loading")}</Spotlight.Empty>;
  if (targets.length === 0) return <Spotlight.Empty className={css.empty ?? ""}>{tools.t("frame.palette.noList")}</Spotlight.Empty>;
  return (
    <Spotlight.ActionsGroup label={tools.t("frame.palette.filtered")} className={css.group ?? ""}>
      {targets.map((target) => (
        <ChipLine key={target.name} target={target} onGo={onGo} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function ChipLine({ target: { name, spec, state }, onGo }: { readonly target: Target; readonly onGo: () => void }): ReactElement {
  const tools = useCellTools();
  const navigate = useNavigate();
  const { screen, tab } = LISTS[name];
  const address = writeAddress(state);
  const read = useQuery({
    queryKey: ["chip-count", name, address],
    queryFn: ({ signal }) => fetchTotal(spec.endpoint, state, signal),
    staleTime: 10_000,
    retry: false,
  });
  const count = read.data ? totalWord(read.data) : null;
  const words = activeTags(state, spec.filters).map((tag) => tagWord(tag, tools));
  const go = (): void => {
    onGo();
    void navigate(`${pathTo(tools.locale, screen)}?${[tab === undefined ? "" : `tab=${tab}`, address].filter(Boolean).join("&")}`);
  };
  return (
    <PaletteEntry onClick={go}>
      <span className={css.found}>
        <span className={css.kind}>{tools.t(spec.title)}</span>
        <span className={css.title}>{words.join(tools.locale === "zh" ? "，" : ", ")}</span>
        <span className={css.detail}>{count === null ? "" : tools.t("list.views.count", { n: count })}</span>
      </span>
    </PaletteEntry>
  );
}
