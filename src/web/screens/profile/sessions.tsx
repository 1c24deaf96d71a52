/** Where the account is signed in; each place can be signed out, or all others at once. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { call } from "../../api.ts";
import { useNewDevices } from "../../frame/new-device.tsx";
import { useText } from "../../i18n/keys.ts";
import type { SessionRow } from "../../../contract/session.schema.ts";
import { errorOf, invalidate, useRead } from "../../query.ts";
import { confirm, Copy, DateTime, ErrorState, notify, notifyError, Placeholder, Section, Tag } from "../../ui/index.ts";
import css from "./profile.module.css";

async function endAll(rows: readonly SessionRow[], done: string): Promise<void> {
  const answers = await Promise.all(rows.map((row) => call("DELETE /api/user/sessions/:id", { params: { id: row.id } })));
  const failed = answers.find((answer) => !answer.success);
  if (failed !== undefined && !failed.success) notifyError(failed.error);
  else notify({ kind: "done", text: done });
  invalidate("GET /api/user/sessions");
}

export function Sessions() {
  const t = useText();
  const read = useRead("GET /api/user/sessions", {});
  const strange = useNewDevices().items;
  const rows = read.data?.items;
  const others = rows?.filter((row) => !row.current) ?? [];
  const endOne = async (row: SessionRow): Promise<void> => {
    if (
      await confirm({
        text: t("profile.sessions.endQuestion", { device: row.device, ip: row.ip ?? "–" }),
        action: t("profile.sessions.end"),
        destructive: true,
      })
    )
      await endAll([row], t("profile.sessions.ended"));
  };
  const endOthers = async (): Promise<void> => {
    if (await confirm({ text: t("profile.sessions.endOthersQuestion", { n: others.length }), action: t("profile.sessions.endOthers"), destructive: true }))
      await endAll(others, t("profile.sessions.ended"));
  };
  return (
    <Section
      id="sessions"
      title={t("profile.sessions.title")}
      hint={t("profile.sessions.hint")}
      actions={
        others.length === 0 ? null : (
          <Button size="xs" variant="default" onClick={() => void endOthers()}>
            {t("profile.sessions.endOthers")}
          </Button>
        )
      }
    >
      {rows === undefined ? (
        read.isError ? (
          <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
        ) : (
          <Placeholder height={120} />
        )
      ) : (
        <ul className={css.sessions}>
          {rows.map((row) => (
            <Session key={row.id} row={row} isNew={strange.some(({ id }) => id === row.id)} onEnd={() => void endOne(row)} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function Session({ row, isNew, onEnd }: { row: SessionRow; isNew: boolean; onEnd: () => void }): ReactElement {
  const t = useText();
  return (
    <li className={css.session}>
      <div>
        <div className={css.device}>
          {row.device}
          {row.current ? <Tag tone="done">{t("profile.sessions.current")}</Tag> : null}
          {isNew ? <Tag tone="ask">{t("profile.newDevice.tag")}</Tag> : null}
        </div>
        <div className={css.detail}>
          <span>
            {t("profile.sessions.ip")} {row.ip === null ? "–" : <Copy value={row.ip} mono />}
          </span>
          <span>
            {t("profile.sessions.since")} <DateTime value={row.created_at} />
          </span>
          <span>
            {t("profile.sessions.seen")} <DateTime value={row.last_seen_at} />
          </span>
        </div>
      </div>
      {row.current ? null : (
        <Button size="xs" variant="default" onClick={onEnd}>
          {t("profile.sessions.end")}
        </Button>
      )}
    </li>
  );
}
