/** What was searched for last, in the palette. */
import { Spotlight } from "@mantine/spotlight";
import type { ReactElement } from "react";
import { useText } from "../i18n/keys.ts";
import { forgetRecent, useRecent } from "../list/search/index.ts";
import css from "./palette.module.css";
import { PaletteEntry } from "./palette-entry.tsx";

/** Under which name the account keeps them. */
export const PLACE = "palette";

/** Nothing while nothing is remembered. */
export function RecentGroup({ onQuery }: { readonly onQuery: (query: string) => void }): ReactElement | null {
  const t = useText();
  const recent = useRecent(PLACE);
  if (recent.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={t("frame.palette.recent")} className={css.group ?? ""}>
      {recent.map((text) => (
        <PaletteEntry key={text} stays onClick={() => onQuery(text)}>
          {text}
        </PaletteEntry>
      ))}
      <PaletteEntry stays onClick={() => forgetRecent(PLACE)}>
        {t("list.chips.clearRecent")}
      </PaletteEntry>
    </Spotlight.ActionsGroup>
  );
}
