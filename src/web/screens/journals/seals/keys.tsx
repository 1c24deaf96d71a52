/** The keys that days are signed with, and a new one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useText } from "../../../i18n/keys.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { errorOf, useAct, useRead } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { confirm, Copy, ErrorState, notify, Placeholder, Section } from "../../../ui/index.ts";
import css from "./seals.module.css";

/** The first key is what an outsider has to know; each later one is endorsed by the one before. */
export function SealKeys(): ReactElement {
  const t = useText();
  const mayRenew = useCan("config.edit");
  const read = useRead("GET /v1/seal-keys", {});
  const { busy, run } = useAct("POST /api/seals/keys/renew", { refresh: ["GET /v1/seal-keys"] });
  const keys = read.data?.keys;
  const newest = keys?.at(-1);
  const renew = async (current: string): Promise<void> => {
    if (!(await confirm({ text: t("seals.key.question"), action: t("seals.key.renew"), destructive: true }))) return;
    if ((await run({ body: { current } })).success) notify({ kind: "done", text: t("seals.key.renewed") });
  };
  return (
    <Section title={t("seals.key.title")} hint={t("seals.key.hint")} id="seal-keys">
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {keys === undefined && !read.isError ? <Placeholder height={48} /> : null}
      {keys?.map(({ id, from, endorsed_by }) => (
        <p key={id} className={css.key}>
          <Copy value={id} mono />
          <span className="fd-dim">{t(endorsed_by === null ? "seals.key.first" : "seals.key.later", { from: formatDateTime(from) })}</span>
        </p>
      ))}
      {mayRenew && newest ? (
        <Button variant="default" loading={busy} onClick={() => void renew(newest.id)}>
          {t("seals.key.renew")}
        </Button>
      ) : null}
    </Section>
  );
}
