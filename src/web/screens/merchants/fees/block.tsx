/** The fee rules of a merchant: what holds, what is to come, what was; and changing them. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { FeeVersion, FeeVersions } from "../../../../contract/fees.schema.ts";
import type { MerchantRow } from "../../../../contract/merchants.schema.ts";
import { call, type Result } from "../../../api.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { operatorsOn } from "../../../operators.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { Block } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { errorOf, invalidate, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, ErrorState, notify, notifyError, Placeholder, StatusDot } from "../../../ui/index.ts";
import { notifyAsked } from "../../../ui/asked.ts";
import type { Tone } from "../../../tokens.ts";
import css from "./fees.module.css";
import { placeWords, ruleLines } from "./words.ts";

const HEIGHT = 120;
const TONES = { present: "done", future: "ask", past: "gone", cancelled: "gone" } as const satisfies Record<FeeVersion["state"], Tone>;
const renew = (): void => invalidate("GET /api/merchants/:id/fees", "GET /api/merchants/:id", "GET /api/merchants");

export function FeesBlock({ row, tools }: { row: MerchantRow; tools: CellTools }): ReactElement {
  const { t } = tools;
  const mayChange = useCan("merchants.fees") && !row.deleted;
  const read = useRead("GET /api/merchants/:id/fees", { params: { id: row.id } });
  const { open, dialog } = useFormDialog(tools);
  const known = read.data;
  const change = (): void => {
    if (known) void open(async () => (await import("./form.ts")).feeForm(known, operatorsOn()), row, t("fees.done.change"), renew);
  };
  return (
    <Block title={t("fees.title")}>
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {known === undefined && !read.isError ? <Placeholder height={HEIGHT} /> : null}
      {known === undefined ? null : <Versions known={known} mayChange={mayChange} tools={tools} />}
      {mayChange ? (
        <Button size="xs" variant="default" onClick={change} disabled={known === undefined}>
          {t("fees.change")}
        </Button>
      ) : null}
      {dialog}
    </Block>
  );
}

function Versions({ known, mayChange, tools }: { known: FeeVersions; mayChange: boolean; tools: CellTools }): ReactElement {
  const { t } = tools;
  const now = known.items.filter((item) => item.state === "future" || (item.state === "present" && (item.rule !== null || item.operator === null)));
  const older = known.items.filter((item) => !now.includes(item));
  const line = (item: FeeVersion): ReactElement => (
    <Version key={`${item.id} ${item.direction}`} item={item} known={known} mayChange={mayChange} tools={tools} />
  );
  return (
    <>
      <ul className={css.versions}>{now.map(line)}</ul>
      {older.length === 0 ? null : (
        <details className={css.older}>
          <summary>{t("fees.older", { n: older.length })}</summary>
          <ul className={css.versions}>{older.map(line)}</ul>
        </details>
      )}
    </>
  );
}

async function ask(what: Promise<Result<FeeVersions>>, done: string): Promise<void> {
  const answer = await what;
  if (!answer.success) notifyError(answer.error);
  else if (answer.status === 202) notifyAsked(answer.data);
  else notify({ kind: "done", text: done });
  renew();
}

function Version({ item, known, mayChange, tools }: { item: FeeVersion; known: FeeVersions; mayChange: boolean; tools: CellTools }): ReactElement {
  const { t } = tools;
  const what = placeWords(item, t);
  const [params, version] = [{ id: known.merchant_id }, known.merchant_version];
  const cancel = async (): Promise<void> => {
    if (!(await confirm({ text: t("fees.cancelQuestion", { what, time: formatDateTime(item.valid_from) }), action: t("fees.cancel"), destructive: true })))
      return;
    await ask(call("POST /api/merchants/:id/fees/cancel", { params, body: { version, fee: item.id } }), t("fees.done.cancel"));
  };
  const withdraw = async (): Promise<void> => {
    if (!(await confirm({ text: t("fees.withdrawQuestion", { what }), action: t("fees.withdraw"), destructive: true }))) return;
    const body = { version, direction: item.direction, operator: item.operator, rule: null };
    await ask(call("POST /api/merchants/:id/fees", { params, body }), t("fees.done.withdraw"));
  };
  return (
    <li className={css.version} data-state={item.state}>
      <p className={css.versionHead}>
        <strong>{what}</strong>
        <StatusDot tone={TONES[item.state]}>{t(`fees.state.${item.state}`)}</StatusDot>
      </p>
      {(item.rule === null ? [t("fees.general")] : ruleLines(item.rule, t)).map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="fd-dim">
        {[
          t("fees.version", { n: item.version }),
          t("fees.from", { time: formatDateTime(item.valid_from) }),
          ...(item.created_by === null ? [] : [t("fees.by", { account: item.created_by })]),
        ].join(" · ")}
      </p>
      {mayChange && item.state === "future" ? (
        <Button size="compact-xs" variant="default" onClick={() => void cancel()}>
          {t("fees.cancel")}
        </Button>
      ) : null}
      {mayChange && item.state === "present" && item.operator !== null && item.rule !== null ? (
        <Button size="compact-xs" variant="default" onClick={() => void withdraw()}>
          {t("fees.withdraw")}
        </Button>
      ) : null}
    </li>
  );
}
