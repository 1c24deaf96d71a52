/** Who changed what when and why, of one setting or all; and the way back. */
import { Button, Select } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigHistoryItem, ConfigOut } from "../../../contract/config.schema.ts";
import { useText } from "../../i18n/keys.ts";
import { errorOf, fetchData, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { ErrorState, notifyError, Placeholder, Section, Timeline, type TimelineEntry } from "../../ui/index.ts";
import css from "./config.module.css";
import { Diff } from "./diff.tsx";
import { useRestore } from "./restore.tsx";
import { keyWords, valueWords } from "./values.ts";

export function History({ config }: { config: ConfigOut }): ReactElement {
  const t = useText();
  const [key, setKey] = useState<string | null>(null);
  return (
    <Section
      title={t("common.history")}
      id="history"
      actions={
        <Select
          aria-label={t("config.history.filter")}
          placeholder={t("config.history.filter")}
          data={Object.keys(config.values).map((flat) => ({ value: flat, label: keyWords(t, flat) }))}
          value={key}
          onChange={setKey}
          searchable
          clearable
          w={260}
        />
      }
    >
      <Changes key={key} flat={key} config={config} />
    </Section>
  );
}

function Changes({ flat, config }: { flat: string | null; config: ConfigOut }): ReactElement {
  const t = useText();
  const query = flat === null ? {} : { key: flat };
  const read = useRead("GET /api/config/history", { query });
  // Older pages, under the version that they are older than: a new change above leaves them as they are.
  const [older, setOlder] = useState<{ items: readonly ConfigHistoryItem[]; more: boolean } | null>(null);
  const [busy, setBusy] = useState(false);
  const entry = useEntry(config);
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={120} />;
  const first = read.data.items;
  const items = [...first, ...(older?.items ?? []).filter(({ version }) => !first.some((item) => item.version === version))];
  const more = async (): Promise<void> => {
    setBusy(true);
    try {
      const next = await fetchData("GET /api/config/history", { query: { ...query, before: items.at(-1)?.version } });
      setOlder({ items: [...(older?.items ?? []), ...next.items], more: next.more });
    } catch (problem) {
      notifyError(errorOf(problem));
    }
    setBusy(false);
  };
  if (items.length === 0) return <p className="fd-dim">{t(flat === null ? "config.history.empty" : "config.history.emptyOf")}</p>;
  return (
    <>
      <Timeline items={items.map(entry)} />
      {(older ?? read.data).more ? (
        <Button variant="default" loading={busy} onClick={() => void more()}>
          {t("config.history.more")}
        </Button>
      ) : null}
    </>
  );
}

/** A change as an entry, with the way back to before each of its settings, and to the version as a whole. */
function useEntry(config: ConfigOut): (item: ConfigHistoryItem) => TimelineEntry {
  const t = useText();
  const mayEdit = useCan("config.edit");
  const { busy, restore } = useRestore(config);
  const currency = String(config.values.currency);
  return (item) => {
    const who = { who: item.account ?? t("common.system"), n: item.changes.length };
    return {
      at: item.at,
      text: t("config.history.version", { n: item.version }),
      who: item.checker === null ? t("config.history.by", who) : t("config.history.approved", { ...who, checker: item.checker }),
      detail: (
        <>
          {item.restored === null ? null : <p>{t("config.history.restored", { n: item.restored })}</p>}
          {item.schedule === null ? null : (
            <p>{item.ended === null ? t("config.history.scheduled", { n: item.schedule }) : t("config.history.ended", { n: item.ended })}</p>
          )}
          {item.reason === null ? null : <p>{t("config.history.reason", { reason: item.reason })}</p>}
          <Diff
            changes={item.changes}
            currency={currency}
            beside={({ key, before }) =>
              mayEdit && key in config.values ? (
                <Button
                  className={css.back}
                  size="compact-xs"
                  variant="subtle"
                  disabled={busy || item.version < 2}
                  onClick={() => void restore(item.version - 1, [key])}
                >
                  {t("config.history.back", { value: valueWords(t, key, before, currency) })}
                </Button>
              ) : null
            }
          />
          {mayEdit && item.version < config.version ? (
            <Button size="xs" variant="default" disabled={busy} onClick={() => void restore(item.version)}>
              {t("config.history.restore")}
            </Button>
          ) : null}
        </>
      ),
    };
  };
}
