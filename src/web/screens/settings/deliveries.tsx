/** The latest notifications of the own merchant, each of which can be looked at and sent again. */
import { Button } from "@mantine/core";
import { Link } from "react-router";
import type { DeliveryRow } from "../../../contract/deliveries.schema.ts";
import { useLiveEvents } from "../../events.ts";
import { useText } from "../../i18n/keys.ts";
import { useLocale } from "../../i18n/locale.ts";
import { named } from "../../words/named.ts";
import { objectPath, OPEN_KEY, pathTo } from "../../paths.ts";
import { errorOf, invalidate, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";
import { confirm, Count, DateTime, ErrorState, notify, Placeholder, Section, StatusDot } from "../../ui/index.ts";
import { shortId } from "../../i18n/format.ts";
import { NOTIFY_TONES } from "../payments/columns.tsx";
import css from "./settings.module.css";

const LATEST = 10;

export function Deliveries() {
  const t = useText();
  const locale = useLocale();
  const may = useCan("deliveries.resend");
  const read = useRead("GET /api/deliveries", { query: { size: LATEST } });
  useLiveEvents(["deliveries"], () => invalidate("GET /api/deliveries"));
  const { busy, run } = useAct("POST /api/deliveries/resend", { refresh: ["GET /api/deliveries"] });
  const rows = read.data?.items;
  const send = async (body: Parameters<typeof run>[0]["body"], question: string): Promise<void> => {
    if (!(await confirm({ text: question, action: t("settings.deliveries.resendOne") }))) return;
    const answer = await run({ body });
    if (answer.success) notify({ kind: "done", text: t("settings.deliveries.resent", { n: answer.data.count }) });
  };
  return (
    <Section
      id="deliveries"
      title={t("settings.deliveries.title")}
      actions={
        <>
          <Link to={pathTo(locale, "merchants", { tab: "deliveries" })}>{t("deliveries.openLog")}</Link>
          {may && rows?.some((row) => row.status === "failed") ? (
            <Button
              size="xs"
              variant="default"
              loading={busy}
              onClick={() => void send({ filter: { status: "failed" } }, t("settings.deliveries.resendQuestion"))}
            >
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
        <Log rows={rows} busy={busy} onResend={may ? (row) => void send({ ids: [row.id] }, t("settings.deliveries.resendOneQuestion")) : null} />
      )}
    </Section>
  );
}

function Log({ rows, busy, onResend }: { rows: readonly DeliveryRow[]; busy: boolean; onResend: ((row: DeliveryRow) => void) | null }) {
  const t = useText();
  const locale = useLocale();
  const heads = ["type", "order", "status", "code", "attempts", "time", ...(onResend === null ? [] : (["act"] as const))] as const;
  return (
    <div className={css.scroll} role="region" aria-label={t("settings.deliveries.title")} tabIndex={0}>
      <table className={css.table}>
        <thead>
          <tr>
            {heads.map((key) => (
              <th key={key} scope="col">
                {t(`settings.deliveries.${key}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>
                <ScreenLink to={pathTo(locale, "merchants", { tab: "deliveries", [OPEN_KEY]: row.id })}>{named("deliveries", "type", row.type)}</ScreenLink>
              </td>
              <td>
                <ScreenLink to={objectPath(locale, row.object.type, row.object.id) ?? pathTo(locale, "merchants", { tab: "deliveries", [OPEN_KEY]: row.id })}>
                  {shortId(row.object.id)}
                </ScreenLink>
              </td>
              <td>
                <StatusDot tone={NOTIFY_TONES[row.status]}>{t(`deliveries.status.${row.status}`)}</StatusDot>
              </td>
              <td>{row.attempts.at(-1)?.code ?? "–"}</td>
              <td>
                <Count value={row.attempts.length} />
              </td>
              <td>
                <DateTime value={row.created_at} />
              </td>
              {onResend === null ? null : (
                <td>
                  {row.url === null ? null : (
                    <Button size="compact-xs" variant="default" disabled={busy} onClick={() => onResend(row)}>
                      {t("settings.deliveries.resendOne")}
                    </Button>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
