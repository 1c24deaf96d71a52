/** SMS reports: what phones forwarded, what was read from it, what became of it; and the rules by which it is read. */
import { lazy, type ReactElement, type ReactNode, Suspense, useMemo, useState } from "react";
import { useFormDialog } from "../../forms/use-form-dialog.tsx";
import { useHome } from "../../frame/waiting.ts";
import { barCss as bar } from "../../list/bar/index.ts";
import { List } from "../../list/index.ts";
import { useCellTools } from "../../cell-tools.ts";
import { queryClient } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { Placeholder } from "../../ui/blocks.tsx";
import { DialogPlace } from "../../ui/focus-back.tsx";
import { ScreenTabs, useTab } from "../../ui/screen-tabs.tsx";
import { smsList } from "./spec.ts";

const Lab = lazy(() => import("./lab/index.tsx"));
const Rules = lazy(() => import("./rules/index.tsx"));
const Tester = lazy(() => import("./tester.tsx"));
const TABS = ["sms", "lab", "rules"] as const;
const RULES_SPACE = 480;

/** The screen at /sms: whoever sees messages may also see by which rules they are read; what nobody could read is for those who may try rules. */
export default function Sms(): ReactElement {
  const { t } = useCellTools();
  const mayTry = useCan("sms.try");
  const offered = TABS.filter((name) => name !== "lab" || mayTry);
  const active = useTab(offered);
  const tabs = <ScreenTabs label={t("rules.tabs.label")} active={active} tabs={offered.map((name) => ({ name, label: t(`rules.tabs.${name}`) }))} />;
  if (active !== "rules" && active !== "lab") return <Messages tabs={tabs} />;
  return (
    <Suspense
      fallback={
        <>
          {tabs}
          <Placeholder height={RULES_SPACE} />
        </>
      }
    >
      {active === "lab" ? <Lab tabs={tabs} /> : <Rules tabs={tabs} />}
    </Suspense>
  );
}

function Messages({ tabs }: { tabs: ReactNode }): ReactElement {
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
      <List spec={smsList} tabs={tabs} counts={counts} extra={extra} />
      {dialog}
      {testing ? (
        <DialogPlace>
          <Tester tools={tools} onClose={() => setTesting(false)} />
        </DialogPlace>
      ) : null}
    </>
  );
}
