/** What the server lets this person do with a rule now. Enabling and rolling back ask in forms of their own; the rest is one question. */
import { Button } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { SmsRuleRow, SmsRuleUnread } from "../../../../contract/sms-rules.schema.ts";
import { countText } from "../../../i18n/format.ts";
import type { MessageKey } from "../../../i18n/keys.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { BulkDialog } from "../../../list/bulk/index.ts";
import { invalidate, queryClient, useAct } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, notify } from "../../../ui/index.ts";
import css from "./rules.module.css";

interface Props {
  readonly row: SmsRuleRow;
  readonly tools: CellTools;
  readonly onSwitchOn: (row: SmsRuleRow) => void;
  readonly onBack: (row: SmsRuleRow) => void;
  readonly onEdit: ((row: SmsRuleRow) => void) | null;
}
interface Question {
  readonly title: MessageKey;
  readonly text: MessageKey;
  readonly action: MessageKey;
}

/** Into the shadow, out of it, off. */
function useSwitch(row: SmsRuleRow, t: CellTools["t"]) {
  const off = useAct("POST /api/sms/rules/:id/off", { refresh: ["GET /api/sms/rules"] });
  const shadow = useAct("POST /api/sms/rules/:id/shadow", { refresh: ["GET /api/sms/rules"] });
  const asked = ({ title, text, action }: Question) =>
    confirm({ title: t(title, { id: row.id }), text: t(text), action: t(action), destructive: action === "rules.action.off" });
  const call = { params: { id: row.id }, body: { version: row.version } };
  return {
    busy: off.busy ? ("off" as const) : shadow.busy ? ("shadow" as const) : null,
    switchOff: async (): Promise<void> => {
      const ending = row.status === "shadow";
      const question: Question = ending
        ? { title: "rules.ask.shadowOff", text: "rules.ask.shadowOffText", action: "rules.shadow.end" }
        : { title: "rules.ask.offTitle", text: "rules.ask.offText", action: "rules.action.off" };
      if (!(await asked(question))) return;
      const answer = await off.run(call);
      if (answer.success) notify({ kind: "done", text: t(ending ? "rules.done.ended" : "rules.done.off") });
    },
    runInShadow: async (): Promise<void> => {
      if (!(await asked({ title: "rules.ask.shadowTitle", text: "rules.ask.shadowText", action: "rules.action.shadow" }))) return;
      const answer = await shadow.run(call);
      if (answer.success) notify({ kind: "done", text: t("rules.done.shadow") });
    },
  };
}

export function RuleActs({ row, tools, onSwitchOn, onBack, onEdit }: Props): ReactElement {
  const { t } = tools;
  const { busy, switchOff, runInShadow } = useSwitch(row, t);
  const may = (action: SmsRuleRow["actions"][number]): boolean => row.actions.includes(action);
  return (
    <div className={css.acts}>
      {may("shadow") ? (
        <Button size="xs" variant="default" loading={busy === "shadow"} onClick={() => void runInShadow()}>
          {t("rules.action.shadow")}
        </Button>
      ) : null}
      {may("on") ? (
        <Button size="xs" variant="default" onClick={() => onSwitchOn(row)}>
          {t("rules.action.on")}
        </Button>
      ) : null}
      {may("off") ? (
        <Button size="xs" variant="default" loading={busy === "off"} onClick={() => void switchOff()}>
          {t(row.status === "shadow" ? "rules.shadow.end" : "rules.action.off")}
        </Button>
      ) : null}
      {may("off") && row.before !== null ? (
        <Button size="xs" variant="default" onClick={() => onBack(row)}>
          {t("rules.back.action", { n: row.before.edition })}
        </Button>
      ) : null}
      {may("off") && row.status === "on" ? <ReadAgain row={row} tools={tools} /> : null}
      {onEdit === null ? null : (
        <Button size="xs" variant="default" onClick={() => onEdit(row)}>
          {t("rules.edit")}
        </Button>
      )}
    </div>
  );
}

/** What stood unread and fits now is parsed again by a job, which says what it would do before it begins. */
function ReadAgain({ row, tools }: { row: SmsRuleRow; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  const mayParse = useCan("sms.decide");
  const { busy, run } = useAct("GET /api/sms/rules/:id/unread");
  const [what, setWhat] = useState<{ items: SmsRuleUnread["items"] } | null>(null);
  if (!mayParse) return null;
  const look = async (): Promise<void> => {
    const answer = await run({ params: { id: row.id } });
    if (!answer.success) return;
    const { items, looked, more } = answer.data;
    const n = countText(looked);
    if (items.length === 0) notify({ kind: "info", text: more ? t("rules.again.noneMore", { n }) : t("rules.again.none") });
    else setWhat({ items });
    if (items.length > 0 && more) notify({ kind: "info", text: t("rules.again.more", { n }) });
  };
  return (
    <>
      <Button size="xs" variant="default" loading={busy} onClick={() => void look()}>
        {t("rules.again.action")}
      </Button>
      {what === null ? null : (
        <BulkDialog
          act="sms.parse"
          what={what}
          intro="rules.again.intro"
          tools={tools}
          onClose={(ran) => {
            setWhat(null);
            if (!ran) return;
            void queryClient.invalidateQueries({ queryKey: ["list", "sms"] });
            invalidate("GET /api/sms/shapes");
          }}
        />
      )}
    </>
  );
}
