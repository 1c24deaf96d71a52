/** The tab "rules" of /sms: own message rules with their acts, and those that came with the product. */
import { Button } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import type { Operator } from "../../../../contract/operators.ts";
import type { SmsRuleList, SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { useLiveEvents } from "../../../events.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { useCellTools } from "../../../cell-tools.ts";
import { errorOf, invalidate, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder, Section } from "../../../ui/index.ts";
import { TaughtEndings } from "../endings/list.tsx";
import { NOTHING, type RuleStart } from "./body.ts";
import { operatorsOn } from "../../../operators.ts";
import { OperatorChoice, useOperator } from "./operator-choice.tsx";
import { OwnRules } from "./own.tsx";
import css from "./rules.module.css";
import { ShippedRules } from "./shipped.tsx";

/** What runs in the shadow goes on noting. */
const EVERY_MS = 15_000;
const HEIGHT = 320;
const renew = (): void => invalidate("GET /api/sms/rules", "GET /api/sms/endings");

/** @param tabs the screen's tabs, over everything */
export default function Rules({ tabs }: { tabs: ReactNode }): ReactElement {
  const { t } = useCellTools();
  const { operator, choose } = useOperator("rules");
  const read = useRead("GET /api/sms/rules", { query: operator === undefined ? {} : { operator } }, { keepOld: true, everyMs: EVERY_MS });
  // A rule is switched on when its checker agrees, elsewhere.
  useLiveEvents(["approvals"], renew);
  return (
    <>
      {tabs}
      <p className={css.intro}>{t("rules.intro")}</p>
      <OperatorChoice operator={operator} choose={choose} />
      {read.data === undefined && read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {read.data === undefined ? null : <Lists list={read.data} operator={operator} />}
    </>
  );
}

/** The form of a new rule, of one from a message, or of the next edition. */
export function useRuleForm(list: SmsRuleList | undefined): { readonly write: (start: RuleStart) => void; readonly dialog: ReactElement | null } {
  const tools = useCellTools();
  const { open, dialog } = useFormDialog(tools);
  const write = (start: RuleStart): void => {
    const known = start.replaced?.operator ?? start.source?.operator;
    const offered = operatorsOn(known ?? undefined);
    if (list !== undefined) void open(async () => (await import("./form.ts")).ruleForm(offered, list.classes), start, tools.t("rules.done.create"), renew);
  };
  return { write, dialog };
}

function Lists({ list, operator }: { list: SmsRuleList; operator: Operator | undefined }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayWrite = useCan("sms.rules");
  const { open, dialog: asking } = useFormDialog(tools);
  const { write, dialog } = useRuleForm(list);
  const switchOn = (row: SmsRuleRow): void => void open(async () => (await import("./form.ts")).onForm, row, t("rules.done.on"), renew);
  const goBack = (row: SmsRuleRow): void =>
    void open(
      async () => (await import("./form.ts")).backForm,
      row,
      t("rules.done.back"),
      renew,
      ({ before }) => before !== null,
    );
  return (
    <div className={css.sections}>
      <Section title={t("rules.own")} actions={mayWrite ? <Button onClick={() => write(NOTHING)}>{t("rules.create")}</Button> : null}>
        {list.items.length === 0 ? (
          <EmptyState text={t(operator === undefined ? "rules.empty" : "rules.emptyFiltered")} />
        ) : (
          <OwnRules
            rows={list.items}
            meanings={list.classes}
            tools={tools}
            onSwitchOn={switchOn}
            onBack={goBack}
            onEdit={mayWrite ? (replaced) => write({ replaced, source: null }) : null}
          />
        )}
      </Section>
      <TaughtEndings operator={operator} tools={tools} />
      <ShippedRules rules={list.shipped} meanings={list.classes} tools={tools} />
      {asking}
      {dialog}
    </div>
  );
}
