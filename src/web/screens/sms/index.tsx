/** SMS reports: what phones forwarded, what was read from it, and what became of it. */
import { lazy, useMemo, useState } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useHome } from "../../frame/waiting.ts";
import bar from "../../list/bar.module.css";
import { List } from "../../list/list.tsx";
import { useCellTools } from "../../list/use-list.ts";
import { queryClient } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { smsList } from "./spec.ts";

const Tester = lazy(() => import("./tester.tsx"));

/** The screen at /sms. */
export default function Sms() {
  const tools = useCellTools();
  const { t } = tools;
  const mayTry = useCan("sms.try");
  const mayDecide = useCan("sms.decide");
  const [testing, setTesting] = useState(false);
  const { open, dialog } = useFormDialog(tools);
  const waiting = useHome().data?.waiting;
  const [unmatched, suspicious, unparsed] = [waiting?.sms_unmatched ?? 0, waiting?.sms_suspicious ?? 0, waiting?.sms_unparsed ?? 0];
  const counts = useMemo(() => ({ unmatched, suspicious, unparsed }), [unmatched, suspicious, unparsed]);
  const extra = useMemo(() => {
    const typeIn = (): void =>
      void open(
        async () => (await import("./forms.tsx")).manualForm,
        null,
        t("sms.done.manual"),
        () => void queryClient.invalidateQueries({ queryKey: ["list", "sms"] }),
      );
    return (
      <>
        {mayDecide ? (
          <button type="button" className={bar.button} onClick={typeIn}>
            {t("sms.tool.manual")}
          </button>
        ) : null}
        {mayTry ? (
          <button type="button" className={bar.button} aria-expanded={testing} onClick={() => setTesting(!testing)}>
            {t("sms.tool.tester")}
          </button>
        ) : null}
      </>
    );
  }, [open, t, mayDecide, mayTry, testing]);
  return (
    <>
      <List spec={smsList} counts={counts} extra={extra} />
      {dialog}
      {testing ? (
        <DialogPlace>
          <Tester tools={tools} onClose={() => setTesting(false)} />
        </DialogPlace>
      ) : null}
    </>
  );
}
