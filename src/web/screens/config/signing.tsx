/** The deployment's keys that sign all notifications: which sign now, and a new one. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { useText } from "../../i18n/keys.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { errorOf, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { confirm, Copy, ErrorState, notify, Placeholder, Section } from "../../ui/index.ts";
import css from "./config.module.css";

/** Who may see the parameters sees the keys, who may edit them renews. */
export function SigningKeys(): ReactElement {
  const t = useText();
  const mayRenew = useCan("config.edit");
  const read = useRead("GET /api/webhook-keys", {});
  const { busy, run } = useAct("POST /api/webhook-keys/renew", { refresh: ["GET /api/webhook-keys"] });
  const keys = read.data?.keys;
  const [newest] = keys ?? [];
  const renew = async (current: string): Promise<void> => {
    if (!(await confirm({ text: t("config.signing.question"), action: t("config.signing.renew"), destructive: true }))) return;
    if ((await run({ body: { current } })).success) notify({ kind: "done", text: t("config.signing.renewed") });
  };
  return (
    <Section title={t("config.signing.title")} hint={t("config.signing.hint")} id="signing">
      {read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {keys === undefined && !read.isError ? <Placeholder height={64} /> : null}
      {keys?.map(({ id, whpk, from, until }) => (
        <div key={id} className={css.key}>
          <Copy value={whpk} mono />
          <p className="fd-dim">
            {until === null
              ? t("config.signing.now", { from: formatDateTime(from) })
              : t("config.signing.until", { from: formatDateTime(from), until: formatDateTime(until) })}
          </p>
        </div>
      ))}
      {mayRenew && newest ? (
        <Button variant="default" loading={busy} onClick={() => void renew(newest.id)}>
          {t("config.signing.renew")}
        </Button>
      ) : null}
    </Section>
  );
}
