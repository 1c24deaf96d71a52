/** The latest notifications of the own merchant, and a resend of what failed. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { DeliveryRow } from "../../../contract/deliveries.schema.ts";
import type { NotifyStatus } from "../../../contract/payments.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { pathTo } from "../../paths.ts";
import { errorOf, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import type { Tone } from "../../tokens.ts";
import { confirm, Count, DateTime, ErrorState, IdText, notify, Placeholder, Section, StatusDot } from "../../ui/index.ts";
import css from "./settings.module.css";

const TONES = { none: "gone", waiting: "busy", delivered: "done", failed: "bad", stopped: "bad" } as const satisfies Record<NotifyStatus, Tone>;
const LATEST = 10;

export function Deliveries() {
  const t = useText();
  const locale = useLocale();
  const may = useCan("deliveries.resend");
  const read = useRead("GET /api/deliveries", { query: { size: LATEST } });
  const { busy, run } = useAct("POST /api/deliveries/resend", { refresh: ["GET /api/deliveries"] });
  const rows = read.data?.items;
  const resend = async (): Promise<void> => {
    if (!(await confirm({ text: t("settings.deliveries.resendQuestion"), action: t("settings.deliveries.resend") }))) return;
    const answer = await run({ body: { filter: { status: "failed" } } });
    if (answer.success) notify({ kind: "done", text: t("settings.deliveries.resent", { n: answer.data.count }) });
  };
  return (
    <Section
      title={t("settings.deliveries.title")}
      actions={
        <>
          <Link to={pathTo(locale, "merchants", { tab: "deliveries" })}>{t("deliveries.openLog")}</Link>
          {may && rows?.some((row) => row.status === "failed") ? (
            <Button size="xs" variant="default" loading={busy} onClick={() => void resend()}>
              {t("settings.deliveries.resend")}
            </Button>
          ) : null}
        </>
      }
    >
      {rows === undefined ? (
        read.isError ? (
          <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
        ) : (
          <Placeholder height={160} />
        )
      ) : rows.length === 0 ? (
        <p className="fd-dim">{t("settings.deliveries.empty")}</p>
      ) : (
        <Log rows={rows} />
      )}
    </Section>
  );
}

function Log({ rows }: { rows: readonly DeliveryRow[] }) {
  const t = useText();
  return (
    <div className={css.scroll} role="region" aria-label={t("settings.deliveries.title")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {(["type", "order", "status", "code", "attempts", "time"] as const).map((key) => (
              <th key={key} scope="col">
                {t(`settings.deliveries.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="fd-mono">{row.type}</td>
              <td>
                <IdText id={row.object.id} />
              </td>
              <td>
                <StatusDot tone={TONES[row.status]}>{t(`settings.deliveries.state.${row.status}`)}</StatusDot>
              </td>
              <td>{row.attempts.at(-1)?.code ?? "–"}</td>
              <td>
                <Count value={row.attempts.length} />
              </td>
              <td>
                <DateTime value={row.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
