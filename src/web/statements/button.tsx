/** "Statement" beside a merchant, a wallet or the journals: the panel and its words arrive when it is pressed. */
import { lazy, type ReactElement, Suspense, useState } from "react";
import { activate } from "../i18n/index.ts";
import { currentLocale } from "../i18n/locale.ts";
import type { CellTools } from "../cell-tools.ts";
import type { StatementAsked, StatementOf } from "./fetch.ts";

const Panel = lazy(async () => {
  const [module] = await Promise.all([import("./panel.tsx"), activate(currentLocale(), "books")]);
  return module;
});

const Figures = lazy(() => import("./figures.tsx"));

/** The button; `className` is that of the place where it stands. */
export function StatementButton({ of, tools, className }: { of: StatementOf; tools: CellTools; className?: string | undefined }): ReactElement {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [looked, setLooked] = useState<(Pick<StatementAsked, "type" | "id" | "month"> & { anchor: HTMLElement }) | null>(null);
  return (
    <>
      <button type="button" className={className} aria-haspopup="dialog" onClick={(event) => setAnchor(event.currentTarget)}>
        {tools.t("list.tools.statement")}
      </button>
      <Suspense fallback={null}>
        {anchor ? <Panel anchor={anchor} of={of} tools={tools} onClose={() => setAnchor(null)} onLook={(asked) => setLooked({ ...asked, anchor })} /> : null}
      </Suspense>
      <Suspense fallback={null}>{looked ? <Figures asked={looked} anchor={looked.anchor} tools={tools} onClose={() => setLooked(null)} /> : null}</Suspense>
    </>
  );
}
