/** The button in a drawer's head that makes a redacted link to the object (docs/decisions/0071). */
import { lazy, type ReactElement, Suspense, useState } from "react";
import type { LinkMade } from "../../../../contract/links.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { notify } from "../../../ui/notices.tsx";
import { invalidate } from "../../../query.ts";
import { useMay } from "../../../session.tsx";
import css from "../drawer.module.css";

const ShownLink = lazy(() => import("./shown-once.tsx"));

/** Lists whose objects can be shared so. */
const SHARED: ReadonlySet<string> = new Set(["payments", "disburses", "withdrawal"]);

/** True where this person may share an object of this list. */
export function useMayShare(list: string): boolean {
  const may = useMay();
  return SHARED.has(list) && may("links.share");
}

export function ShareButton({ id, tools }: { id: string; tools: CellTools }): ReactElement {
  const may = useMay();
  const dialog = useFormDialog(tools);
  const [made, setMade] = useState<LinkMade | null>(null);
  const { t } = tools;
  const name = t("links.share");
  const ask = (): void =>
    void dialog.open(
      async () => (await import("./form.ts")).shareForm(id, may("amounts.see"), tools.locale),
      null,
      () => null,
      (data: LinkMade | null) => {
        // The answer did not come and the call was made again: the address is answered once.
        if (data === null) notify({ kind: "bad", text: t("links.lost") });
        setMade(data);
        invalidate("GET /api/links");
      },
    );
  return (
    <>
      <button type="button" className={css.icon} aria-label={name} data-tip={name} onClick={ask}>
        <svg viewBox="0 0 16 16" width="14" height="14" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
          <path d="M6.5 9.5l3-3M7 4.5l1.2-1.2a3 3 0 014.5 4L11.5 8.6M9 11.5l-1.2 1.2a3 3 0 01-4.5-4L4.5 7.4" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </button>
      {dialog.dialog}
      <Suspense fallback={null}>{made === null ? null : <ShownLink made={made} tools={tools} onClose={() => setMade(null)} />}</Suspense>
    </>
  );
}
