/** Tabs, parameters of the configuration and saved views, as places of the palette. */
import { useNavigate } from "react-router";
import { LIST_NAMES } from "../../contract/lists.ts";
import { useText } from "../i18n/keys.ts";
import { useLocale } from "../i18n/locale.ts";
import { pathTo } from "../paths.ts";
import { useRead } from "../query.ts";
import { type ConfigKey, FIELDS } from "../screens/config/keys.ts";
import { LISTS } from "../screens/lists.ts";
import { useMay } from "../session.tsx";
import { TAB_PLACES } from "./acts/places.ts";

const CONFIG_KEYS = Object.keys(FIELDS) as ConfigKey[]; // keys of a literal

export interface Place {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

/** Nothing before something is typed: there are too many. */
export function usePlaceEntries(typed: string): Place[] {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const may = useMay();
  const views = useRead("GET /api/views", { query: {} }, { enabled: typed !== "", staleMs: 60_000 });
  if (typed === "") return [];
  const to = (path: string) => () => void navigate(path);
  return [
    ...TAB_PLACES.filter(({ permission }) => may(permission)).map(({ screen, tab, label }) => ({
      id: `tab:${screen}:${tab}`,
      label: `${t(`frame.screen.${screen}`)} · ${t(label)}`,
      run: to(pathTo(locale, screen, { tab })),
    })),
    ...(views.data?.items ?? []).flatMap(({ id, list, name }) => {
      const place = LISTS[LIST_NAMES.find((one) => one === list) ?? "payments"];
      if (!may(place.permission)) return [];
      const label = `${t(`frame.screen.${place.screen}`)} · ${t("list.views.is", { name })}`;
      return [{ id: `view:${id}`, label, run: to(pathTo(locale, place.screen, { ...(place.tab === undefined ? {} : { tab: place.tab }), view: id })) }];
    }),
    ...(may("config.see") ? CONFIG_KEYS : []).map((key) => ({
      id: `config:${key}`,
      label: `${t("frame.screen.config")} · ${t(`config.keys.${key}`)}`,
      run: to(`${pathTo(locale, "config")}#${key}`),
    })),
  ];
}
