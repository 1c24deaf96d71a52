/** Config: every parameter in sections that have an address, one form, the changes shown before they are saved, history below. Read-only for who may only see. */
import { Button } from "@mantine/core";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { NEVER_SCHEDULED } from "../../../contract/config.ts";
import { LOCALES } from "../../../contract/locale.ts";
import { OPERATORS } from "../../../contract/operators.ts";
import { useUnsavedGuard } from "../../forms/unsaved-guard.ts";
import { loadBeside } from "../../i18n/index.ts";
import { useText } from "../../i18n/keys.ts";
import { errorOf, useRead } from "../../query.ts";
import { useCan, useMay } from "../../session.tsx";
import { useAnchor } from "../../ui/anchor.ts";
import { ErrorState, PageHeader, Placeholder, Section, Strip } from "../../ui/index.ts";
import { useBackToSetting } from "./back-to-setting.ts";
import { AlertChannels } from "./channels/section.tsx";
import css from "./config.module.css";
import { type Draft, useDraft } from "./draft.ts";
import { History } from "./history.tsx";
import { mayBeScheduled } from "./keys.ts";
import { Outline } from "./outline.tsx";
import { useSave } from "./save.tsx";
import { Schedules } from "./schedule.tsx";
import { ScheduleDialog } from "./schedule-dialog.tsx";
import { type ConfigSection, foundSections, sectionsOf } from "./sections.ts";
import { Setting } from "./setting.tsx";
import { SigningKeys } from "./signing.tsx";
import { asLines, keyWords, type Values } from "./values.ts";

const WalletTemplates = lazy(() => import("../wallets/templates/section.tsx"));

export default function ConfigScreen() {
  const read = useRead("GET /api/config", {});
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={600} />;
  return <ConfigForm config={read.data} />;
}

function ConfigForm({ config }: { config: ConfigOut }) {
  const t = useText();
  const may = useMay();
  const mayEdit = useCan("config.edit");
  const draft = useDraft(config);
  const { busy, save, isGood } = useSave(config, draft);
  const [scheduling, setScheduling] = useState(false);
  const [typed, setTyped] = useState("");
  // Once the words of the other language are there, too, what is typed may find more.
  const [, setBoth] = useState(false);
  const count = Object.keys(draft.changes).length;
  // Somebody else may have set all of it meanwhile: the next thing typed is not to open the dialog again.
  if (scheduling && count === 0) setScheduling(false);
  useUnsavedGuard(count > 0);
  useAnchor(() => setTyped(""));
  const page = useRef<HTMLDivElement>(null);
  useClearOfBar(page, count > 0);
  const operators = asLines(draft.valueOf("operators"));
  const all = sectionsOf(
    OPERATORS.filter((operator) => operators.includes(operator)),
    may,
  );
  const sections = foundSections(all, typed);
  const found = typed.trim() === "" ? null : sections.reduce((sum, { keys }) => sum + Math.max(1, keys.length), 0);
  return (
    <div ref={page} className={css.page}>
      <Outline
        sections={sections}
        typed={typed}
        onType={setTyped}
        onSearch={() => void Promise.all(LOCALES.map(loadBeside)).then(() => setBoth(true))}
        found={found}
        changedIn={({ keys }) => keys.filter((key) => key in draft.changes).length}
      />
      <div className={css.sections}>
        {mayEdit ? null : <PageHeader>{t("config.readOnly")}</PageHeader>}
        {sections.length === 0 ? <NothingFound typed={typed} onClear={() => setTyped("")} /> : null}
        {sections.map((section) => (
          <Part key={section.id} section={section} config={config} draft={draft} disabled={!mayEdit} />
        ))}
        {count === 0 ? null : (
          <SaveBar changes={draft.changes} busy={busy} onDiscard={() => draft.drop()} onSchedule={() => setScheduling(isGood())} onSave={() => void save()} />
        )}
        {scheduling ? (
          <ScheduleDialog
            config={config}
            changes={draft.changes}
            onClose={() => setScheduling(false)}
            onKept={(changes) => {
              setScheduling(false);
              draft.sent(changes);
            }}
          />
        ) : null}
      </div>
    </div>
  );
}

/** The bar comes with the first change, under the hands of whoever types: the field moves clear of it. */
function useClearOfBar(page: { readonly current: HTMLElement | null }, isChanged: boolean): void {
  useEffect(() => {
    const { activeElement } = document;
    if (isChanged && page.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: "nearest" });
  }, [isChanged, page]);
}

interface PartProps {
  readonly section: ConfigSection;
  readonly config: ConfigOut;
  readonly draft: Draft;
  readonly disabled: boolean;
}

function Part({ section, config, draft, disabled }: PartProps) {
  const t = useText();
  switch (section.id) {
    case "templates":
      return (
        <Suspense fallback={<Placeholder height={120} />}>
          <WalletTemplates operators={OPERATORS.filter((operator) => asLines(config.values.operators).includes(operator))} />
        </Suspense>
      );
    case "alerts":
      return <AlertChannels />;
    case "signing":
      return <SigningKeys />;
    case "schedule":
      return <Schedules config={config} />;
    case "history":
      return <History config={config} />;
    default:
      return (
        <Section title={"key" in section.title ? t(section.title.key) : section.title.text} id={section.id}>
          {section.keys.map((flat) => (
            <Setting key={flat} flat={flat} config={config} draft={draft} disabled={disabled} />
          ))}
        </Section>
      );
  }
}

function NothingFound({ typed, onClear }: { typed: string; onClear: () => void }) {
  const t = useText();
  return (
    <Section>
      <p>{t("config.find.nothing", { text: typed.trim() })}</p>
      <Button variant="default" onClick={onClear}>
        {t("list.clearSearch")}
      </Button>
    </Section>
  );
}

interface SaveBarProps {
  readonly changes: Values;
  readonly busy: boolean;
  readonly onDiscard: () => void;
  readonly onSchedule: () => void;
  readonly onSave: () => void;
}

function SaveBar({ changes, busy, onDiscard, onSchedule, onSave }: SaveBarProps) {
  const t = useText();
  const later = mayBeScheduled(Object.keys(changes));
  useBackToSetting(Object.keys(changes));
  return (
    <div className={css.save}>
      <Strip
        tone="ask"
        action={
          <div className={css.buttons}>
            <Button variant="default" onClick={onDiscard}>
              {t("config.discard")}
            </Button>
            <span data-tip={later ? undefined : t("config.schedule.never", { keys: NEVER_SCHEDULED.map((key) => keyWords(t, key)).join() })}>
              <Button variant="default" disabled={!later} onClick={onSchedule}>
                {t("config.schedule.open")}
              </Button>
            </span>
            <Button loading={busy} onClick={onSave}>
              {t("config.review")}
            </Button>
          </div>
        }
      >
        {t("config.changed", { n: Object.keys(changes).length })}
      </Strip>
    </div>
  );
}
