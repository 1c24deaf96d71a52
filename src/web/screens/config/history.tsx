/** Who changed what when. */
import { useText } from "../../i18n/keys.ts";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder, Section, Timeline } from "../../ui/index.ts";
import { Diff } from "./diff.tsx";

export function History({ config }: { config: ConfigOut }) {
  const t = useText();
  const read = useRead("GET /api/config/history", { query: {} });
  const items = read.data?.items;
  return (
    <Section title={t("common.history")} id="history">
      {items === undefined ? (
        read.isError ? (
          <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />
        ) : (
          <Placeholder height={120} />
        )
      ) : items.length === 0 ? (
        <p className="fd-dim">{t("config.history.empty")}</p>
      ) : (
        <Timeline
          items={items.map((item) => ({
            at: item.at,
            text: t("config.history.version", { n: item.version }),
            who:
              item.checker === null
                ? t("config.history.by", { who: item.account ?? t("common.system"), n: item.changes.length })
                : t("config.history.approved", { who: item.account ?? t("common.system"), n: item.changes.length, checker: item.checker }),
            detail: (
              <>
                {item.reason === null ? null : <p>{t("config.history.reason", { reason: item.reason })}</p>}
                <Diff changes={item.changes} currency={String(config.values.currency)} />
              </>
            ),
          }))}
        />
      )}
    </Section>
  );
}
