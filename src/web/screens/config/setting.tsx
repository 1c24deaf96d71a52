/** One setting: its field with name, help, bounds and default, and what somebody else made of it meanwhile. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import { Link, useLocation } from "react-router";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useRead } from "../../query.ts";
import css from "./config.module.css";
import type { Draft } from "./draft.ts";
import { ConfigField } from "./field.tsx";
import { mayBeScheduled, readKey } from "./keys.ts";
import { useSchedules } from "./schedule.tsx";
import { wordsOf } from "./sections.ts";
import { boundsWords, valueWords } from "./values.ts";

export interface SettingProps {
  readonly flat: string;
  readonly config: ConfigOut;
  readonly draft: Draft;
  readonly disabled: boolean;
}

export function Setting({ flat, config, draft, disabled }: SettingProps): ReactElement | null {
  const t = useText();
  const [known, words] = [readKey(flat), wordsOf(flat)];
  if (known === null || words === null) return null;
  const currency = String(config.values.currency);
  const { field } = known;
  const bounds = boundsWords(t, field);
  const usual = field.kind === "lines" || field.kind === "fixed" ? null : t("config.default", { value: valueWords(t, flat, config.defaults[flat], currency) });
  const never = mayBeScheduled([flat]) ? null : t("config.schedule.neverOne");
  const refused = draft.refused[flat];
  return (
    <ConfigField
      anchor={flat}
      field={field}
      label={t(words.label)}
      hint={words.hint === null ? undefined : t(words.hint)}
      bounds={[bounds, usual, never].filter((part) => part !== null).join(" · ") || undefined}
      currency={currency}
      value={draft.valueOf(flat)}
      onChange={(next) => draft.set(flat, next)}
      disabled={disabled}
      changed={flat in draft.changes}
      refused={refused === undefined ? undefined : t(`errors.field.${refused}`)}
      note={
        <>
          {draft.theirs.includes(flat) ? <Theirs flat={flat} config={config} onTake={() => draft.drop([flat])} /> : null}
          <Comes flat={flat} currency={currency} />
        </>
      }
    />
  );
}

/** Somebody else saved this setting while it was being changed here: what they made of it, and by whom. */
function Theirs({ flat, config, onTake }: { flat: string; config: ConfigOut; onTake: () => void }): ReactElement {
  const t = useText();
  const history = useRead("GET /api/config/history", { query: { key: flat } });
  const who = history.data?.items[0]?.account ?? t("common.system");
  const value = valueWords(t, flat, config.values[flat], String(config.values.currency));
  return (
    <p className={css.theirs} role="status">
      {t("config.theirs.said", { who, value })}{" "}
      <Button size="compact-xs" variant="default" onClick={onTake}>
        {t("config.theirs.take")}
      </Button>
    </p>
  );
}

/** What this setting will be, and from when on. */
function Comes({ flat, currency }: { flat: string; currency: string }): ReactElement | null {
  const t = useText();
  const { search } = useLocation();
  const coming = useSchedules().flatMap(({ id, at, status, changes }) =>
    status === "waiting" ? changes.filter(({ key }) => key === flat).map(({ after }) => ({ id, at, after })) : [],
  );
  return coming.length === 0 ? null : (
    <>
      {coming.map(({ id, at, after }) => (
        <p key={id} className={css.comes}>
          <Link to={{ search, hash: "schedule" }}>{t("config.schedule.comes", { at: formatDateTime(at), value: valueWords(t, flat, after, currency) })}</Link>
        </p>
      ))}
    </>
  );
}
