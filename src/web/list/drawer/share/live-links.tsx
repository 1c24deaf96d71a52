/** Redacted links to the open object that still lead somewhere, each with its end. Nothing where there are none. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { LinkRow } from "../../../../contract/links.schema.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { errorOf, useAct, useRead } from "../../../query.ts";
import { ErrorState } from "../../../ui/blocks.tsx";
import { confirm } from "../../../ui/confirm.ts";
import { Block } from "../../parts/index.ts";
import { notify } from "../../../ui/notices.tsx";
import css from "./share.module.css";

export function LiveLinks({ id, tools }: { id: string; tools: CellTools }): ReactElement | null {
  const { t } = tools;
  const read = useRead("GET /api/links", { query: { object: id } }, { staleMs: 30_000 });
  const items = read.data?.items ?? [];
  if (read.error !== null)
    return (
      <Block title={t("links.live")}>
        <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
      </Block>
    );
  if (items.length === 0) return null;
  return (
    <Block title={t("links.live")}>
      <ul className={css.links}>
        {items.map((link) => (
          <Line key={link.id} link={link} tools={tools} />
        ))}
      </ul>
    </Block>
  );
}

function Line({ link, tools: { t } }: { link: LinkRow; tools: CellTools }): ReactElement {
  const revoke = useAct("POST /api/links/:id/revoke", { refresh: ["GET /api/links"] });
  const end = async (): Promise<void> => {
    if (!(await confirm({ text: t("links.revokeQuestion"), action: t("links.revoke"), destructive: true }))) return;
    const answer = await revoke.run({ params: { id: link.id }, body: {} });
    if (answer.success) notify({ kind: "done", text: t("links.revoked") });
  };
  const shows = [t(`links.locale.${link.language}`), ...(link.with_amount ? [t("links.withAmount")] : [])].join(" · ");
  const opened = link.last_opened_at === null ? t("links.unopened") : t("links.opened", { n: link.opened, at: formatDateTime(link.last_opened_at) });
  return (
    <li className={css.link}>
      <span className={css.what}>
        <span>{t(link.opens ? "links.until" : "links.shut", { at: formatDateTime(link.expires_at) })}</span>
        <span className="fd-dim">
          {link.made_by} · {shows} · {opened}
        </span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        loading={revoke.busy}
        aria-label={t("links.revokeOne", { at: formatDateTime(link.expires_at) })}
        onClick={() => void end()}
      >
        {t("links.revoke")}
      </Button>
    </li>
  );
}
