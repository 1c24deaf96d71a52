/** A file that is made without waiting for it: once, or again and again. */
import { Checkbox } from "@mantine/core";
import type { ReactElement } from "react";
import type { CellTools } from "../../cell-tools.ts";
import css from "../../ui/overlays.module.css";
import type { Later as State } from "./use-later.tsx";

export default function Later({ later, tools: { t } }: { later: State; tools: CellTools }): ReactElement {
  return (
    <>
      <Checkbox
        size="xs"
        label={t("list.export.background")}
        checked={later.background}
        onChange={(event) => later.setBackground(event.currentTarget.checked)}
      />
      <button type="button" className={css.choice} onClick={() => void later.schedule()}>
        {t("list.export.schedule")}
      </button>
    </>
  );
}
