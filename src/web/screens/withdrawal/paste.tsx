/** References of the bank pasted back: read, named where they cannot be, and marked as paid by one job. */
import { Button, Textarea } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import type { CellTools } from "../../cell-tools.ts";
import { countText } from "../../i18n/format.ts";
import { BulkDialog } from "../../list/bulk/index.ts";
import { queryClient } from "../../query.ts";
import { GivenBack } from "../../forms/given-back.tsx";
import { useTypedText } from "../../forms/typed.ts";
import { useLeaving } from "../../forms/leaving.ts";
import { Strip } from "../../ui/blocks.tsx";
import { CoveredNote } from "../../ui/covered-note.tsx";
import css from "../../ui/overlays.module.css";
import { readReferences, type ReadReferences, type Reference } from "./references.ts";
import { Dialog } from "../../ui/dialog.tsx";

const LINES_NAMED = 10;
/** Of a line that cannot be read, so many signs are shown. */
const LINE_SHOWN = 40;
const shortened = (line: string): string => (line.length > LINE_SHOWN ? `${line.slice(0, LINE_SHOWN)}…` : line);

export default function PasteDialog({ tools, onClose }: { tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const [text, setText, isGivenBack] = useTypedText("references");
  const [what, setWhat] = useState<{ items: Reference[] } | null>(null);
  const read = readReferences(text);
  const ready = read.items.length > 0 && read.unread.length === 0 && read.doubled.length === 0;
  const typed = text.trim() !== "";
  const leaving = useLeaving(typed, false, onClose);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (ready) setWhat({ items: [...read.items] });
  };
  if (what !== null)
    return (
      <BulkDialog
        act="withdrawal.paid"
        what={what}
        tools={tools}
        // They are not asked for again.
        onStarted={() => setText("")}
        onClose={(ran) => {
          if (ran) void queryClient.invalidateQueries({ queryKey: ["list", "withdrawal"] });
          // Nothing was done: what was pasted is still there.
          if (ran) onClose();
          else setWhat(null);
        }}
      />
    );
  return (
    <Dialog opened title={t("withdrawal.bankFile.pasteTitle")} size="lg" closeButtonProps={{ "aria-label": t("common.close") }} {...leaving}>
      <form onSubmit={submit} className={css.preview}>
        <CoveredNote />
        <GivenBack when={isGivenBack} />
        <Textarea
          label={t("withdrawal.form.reference")}
          description={t("withdrawal.bankFile.pasteHelp")}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          autosize
          minRows={6}
          maxRows={14}
          spellCheck={false}
          data-autofocus=""
        />
        <Readout text={text} read={read} tools={tools} />
        <div className={css.previewActions}>
          <Button variant="default" onClick={leaving.onClose}>
            {t("common.cancel")}
          </Button>
          <Button type="submit" disabled={!ready}>
            {t("withdrawal.bankFile.check")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** What was understood, and by line and name what was not. */
function Readout({ text, read, tools: { t } }: { text: string; read: ReadReferences; tools: CellTools }): ReactElement {
  const { items, unread, doubled } = read;
  const lines = unread.slice(0, LINES_NAMED).map(({ line, text: said }) => t("withdrawal.bankFile.unreadLine", { line, text: shortened(said) }));
  return (
    <div role="status" className={css.preview}>
      {text.trim() === "" ? null : <p>{t("withdrawal.bankFile.pasted", { n: countText(items.length) })}</p>}
      {unread.length === 0 ? null : (
        <Strip tone="bad">{t("withdrawal.bankFile.unread", { lines: lines.join(t("withdrawal.bankFile.comma")), n: countText(unread.length) })}</Strip>
      )}
      {doubled.length === 0 ? null : <Strip tone="bad">{t("withdrawal.bankFile.doubled", { what: doubled.slice(0, LINES_NAMED).join(", ") })}</Strip>}
    </div>
  );
}
