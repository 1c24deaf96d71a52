/** Choosing a template, with what it would change said beneath. */
import { Button, Select } from "@mantine/core";
import { type ReactElement, useEffect, useState } from "react";
import type { WalletTemplateRow } from "../../../../contract/wallet-templates.schema.ts";
import type { WalletRow } from "../../../../contract/wallets.schema.ts";
import { useCellTools } from "../../../cell-tools.ts";
import { useLiveEvents } from "../../../events.ts";
import type { CustomFieldProps, Values } from "../../../forms/spec.ts";
import { invalidate, useRead } from "../../../query.ts";
import { Strip } from "../../../ui/blocks.tsx";
import { Changes } from "./changes.tsx";
import { typeWord } from "./type-word.ts";
import css from "./templates.module.css";
import { differences, settingsIn, settingsOf, settingValues, standsAlready, templatesFor, USUAL } from "./values.ts";

const READ = "GET /api/wallet-templates";

/** Templates as they are now, empty until they are known. */
export function useTemplates(): readonly WalletTemplateRow[] {
  useLiveEvents(["wallets"], () => invalidate(READ));
  return useRead(READ, {}).data?.items ?? [];
}

/** A template with its edition, as a field's text. */
export const seenText = ({ id, edition }: Pick<WalletTemplateRow, "id" | "edition">): string => `${id}:${edition}`;
/** The template and edition that a field names; null: none. */
export function seenIn(text: string | undefined): { id: string; edition: number } | null {
  const [id, edition] = (text ?? "").split(":");
  return id === undefined || id === "" ? null : { id, edition: Number(edition) };
}

interface PickProps {
  readonly id?: string;
  readonly label: string;
  readonly items: readonly WalletTemplateRow[];
  readonly value: string;
  readonly error?: string | null;
  readonly disabled?: boolean;
  /** Stands where none is chosen, unless these are the templates of one type. */
  readonly none?: string;
  /** Names the type, where templates of several are offered. */
  readonly typed?: boolean;
  readonly onChange: (value: string) => void;
}

/** One of the templates, or none. */
export function PickTemplate({ items, value, none, typed = false, onChange, ...rest }: PickProps): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const nameOf = (one: WalletTemplateRow): string => {
    const words = one.is_default ? t("templates.nameDefault", { name: one.name }) : one.name;
    return typed ? `${typeWord(one, tools)} · ${words}` : words;
  };
  return (
    <Select
      {...rest}
      value={value === "" ? null : value}
      onChange={(next) => onChange(next ?? "")}
      data={items.map((one) => ({ value: seenText(one), label: nameOf(one) }))}
      placeholder={none ?? t(items.length === 0 ? "templates.noneOfType" : "templates.without")}
      clearable
      clearButtonProps={{ "aria-label": t("common.clear") }}
      openOnFocus={false}
      comboboxProps={{ withinPortal: false }}
    />
  );
}

/** What a form's settings were begun with: the chosen template, else what most are. */
const begun = (chosen: WalletTemplateRow | undefined): Values => settingValues(chosen === undefined ? USUAL : settingsOf(chosen.settings));
const isUntouched = (values: Values, from: Values): boolean => Object.entries(from).every(([name, value]) => (values[name] ?? "") === value);

/** Of a new wallet: begins with its type's default; what is typed by hand stays, and what differs is said. */
export function BeginWith<Subject>({ id, label, value, values, error, disabled, onPatch, onPropose }: CustomFieldProps<Subject>): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const all = useTemplates();
  const offered = templatesFor(all, values);
  const chosen = all.find((one) => seenText(one) === value);
  const fits = chosen === undefined ? value === "" : offered.includes(chosen);
  const first = offered.find((one) => one.is_default);
  // Which type the present choice was made for: whoever wants none of it is not asked again.
  const type = `${values.operator} ${values.wallet_type}`;
  const isDecided = (values.template_for ?? "") === type && fits;
  useEffect(() => {
    if (isDecided || all.length === 0) return;
    const mark = { template: first === undefined ? "" : seenText(first), template_for: type };
    const own = isUntouched(values, begun(chosen)) ? begun(first) : {};
    if ((values.template_for ?? "") === "") onPropose({ ...own, ...mark });
    else onPatch({ ...own, ...mark });
  }, [isDecided, all, first, type, values, chosen, onPatch, onPropose]);
  const different = chosen === undefined ? [] : differences(settingsOf(chosen.settings), settingsIn(values));
  return (
    <div className={css.box}>
      <PickTemplate
        id={id}
        label={label}
        items={offered}
        value={value}
        error={error}
        disabled={disabled}
        onChange={(next) => {
          const picked = all.find((one) => seenText(one) === next);
          onPatch({ template: next, template_for: type, ...(picked === undefined ? {} : begun(picked)) });
        }}
      />
      {different.length === 0 || chosen === undefined ? null : (
        <div role="status" className={css.box}>
          <span className="fd-dim">{t("templates.differs", { n: different.length })}</span>
          <Changes items={different} label={t("templates.differs", { n: different.length })} tools={tools} />
          <div>
            <Button size="compact-sm" variant="default" onClick={() => onPatch(begun(chosen))}>
              {t("templates.takeAll")}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}

/** For a wallet that is there: what would change. Begins with the template that it follows, else with its type's default. */
export function ApplyField({ id, label, value, values, error, disabled, subject, onChange, onPropose }: CustomFieldProps<WalletRow>): ReactElement {
  const tools = useCellTools();
  const { t } = tools;
  const offered = templatesFor(useTemplates(), subject);
  const first = offered.find((one) => (subject.template === null ? one.is_default : one.id === subject.template.id));
  const isBegun = values.template_for === subject.id || offered.length === 0;
  useEffect(() => {
    if (!isBegun) onPropose({ template: first === undefined ? "" : seenText(first), template_for: subject.id });
  }, [isBegun, first, subject.id, onPropose]);
  const chosen = offered.find((one) => seenText(one) === value);
  // Somebody has changed the template while the dialog was open: the choice moves on to what it says now, with its differences.
  const [moved, setMoved] = useState(false);
  const newer = chosen === undefined ? offered.find((one) => one.id === seenIn(value)?.id) : undefined;
  useEffect(() => {
    if (newer === undefined) return;
    setMoved(true);
    onChange(seenText(newer));
  }, [newer, onChange]);
  const items = chosen === undefined ? [] : differences(settingsOf(subject), settingsOf(chosen.settings));
  const same = t(standsAlready(subject, chosen ?? null) ? "templates.applyStands" : "templates.applySame");
  const said = chosen === undefined ? null : items.length === 0 ? same : t("templates.applyChanges", { n: items.length });
  return (
    <div className={css.box}>
      <PickTemplate
        id={id}
        label={label}
        items={offered}
        value={value}
        error={error}
        disabled={disabled}
        onChange={(next) => {
          setMoved(false);
          onChange(next);
        }}
      />
      {moved && chosen !== undefined ? <Strip tone="ask">{t("templates.applyNewer", { n: chosen.edition })}</Strip> : null}
      {said === null ? (
        <p className="fd-dim">{t(subject.template === null ? "templates.applyPick" : "templates.applyNone")}</p>
      ) : (
        <div role="status" className={css.box}>
          <span className="fd-dim">{said}</span>
          <Changes items={items} label={said} tools={tools} />
        </div>
      )}
    </div>
  );
}
