/** The tab "rules" of /sms: own message rules with their acts, and those that came with the product. */
import { Button, NativeSelect } from "@mantine/core";
import type { ReactElement, ReactNode } from "react";
import { useLocation, useNavigate } from "react-router";
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../../contract/operators.ts";
import type { SmsRuleList, SmsRuleRow } from "../../../../contract/sms-rules.schema.ts";
import { useLiveEvents } from "../../../events.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { useAcceptance } from "../../../frame/banners.tsx";
import { useCellTools } from "../../../cell-tools.ts";
import { queryText } from "../../../paths.ts";
import { errorOf, invalidate, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { EmptyState, ErrorState, Placeholder, Section } from "../../../ui/index.ts";
import { TaughtEndings } from "../endings/list.tsx";
import { OwnRules } from "./own.tsx";
import css from "./rules.module.css";
import { ShippedRules } from "./shipped.tsx";

const HEIGHT = 320;
const renew = (): void => invalidate("GET /api/sms/rules", "GET /api/sms/endings");

/** The operator in the address, which is also how the choice is kept. */
function useOperator(): { readonly operator: Operator | undefined; readonly choose: (operator: string) => void } {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("operator");
  const operator = OPERATORS.find((one) => one === asked);
  return { operator, choose: (next) => void navigate(queryText({ tab: "rules", operator: next })) };
}

/** @param tabs the screen's tabs, over everything */
export default function Rules({ tabs }: { tabs: ReactNode }): ReactElement {
  const { t } = useCellTools();
  const { operator, choose } = useOperator();
  const read = useRead("GET /api/sms/rules", { query: operator === undefined ? {} : { operator } }, { keepOld: true });
  // A rule is switched on when its checker agrees, elsewhere.
  useLiveEvents(["approvals"], renew);
  return (
    <>
      {tabs}
      <p className={css.intro}>{t("rules.intro")}</p>
      <NativeSelect
        className={css.filter ?? ""}
        label={t("rules.filter.operator")}
        value={operator ?? ""}
        onChange={(event) => choose(event.currentTarget.value)}
        data={[{ value: "", label: t("rules.filter.all") }, ...OPERATORS.map((value) => ({ value, label: OPERATOR_INFO[value].name }))]}
      />
      {read.data === undefined && read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {read.data === undefined ? null : <Lists list={read.data} operator={operator} />}
    </>
  );
}

function Lists({ list, operator }: { list: SmsRuleList; operator: Operator | undefined }): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const mayWrite = useCan("sms.rules");
  const { open, dialog } = useFormDialog(tools);
  const inUse = useAcceptance()?.operators.map((one) => one.operator) ?? [];
  const write = (replaced: SmsRuleRow | null): void => {
    // Those that take orders here; before that is known, all.
    const offered = OPERATORS.filter((one) => inUse.length === 0 || inUse.includes(one) || one === replaced?.operator);
    void open(async () => (await import("./form.ts")).ruleForm(offered, list.classes), replaced, t("rules.done.create"), renew);
  };
  const switchOn = (row: SmsRuleRow): void => void open(async () => (await import("./form.ts")).onForm, row, t("rules.done.on"), renew);
  return (
    <div className={css.sections}>
      <Section title={t("rules.own")} actions={mayWrite ? <Button onClick={() => write(null)}>{t("rules.create")}</Button> : null}>
        {list.items.length === 0 ? (
          <EmptyState text={t(operator === undefined ? "rules.empty" : "rules.emptyFiltered")} />
        ) : (
          <OwnRules rows={list.items} meanings={list.classes} tools={tools} onSwitchOn={switchOn} onEdit={mayWrite ? write : null} />
        )}
      </Section>
      <TaughtEndings operator={operator} tools={tools} />
      <ShippedRules rules={list.shipped} meanings={list.classes} tools={tools} />
      {dialog}
    </div>
  );
}
