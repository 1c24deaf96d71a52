/** Config: every parameter in groups, one form, the changes shown before they are saved, history below. Read-only for who may only see. */
import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { OPERATOR_KEYS } from "../../../contract/config.ts";
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../contract/operators.ts";
import { focusWrong } from "../../forms/focus-wrong.ts";
import { useUnsavedGuard } from "../../forms/unsaved-guard.ts";
import { useText } from "../../i18n/keys.ts";
import { call } from "../../api.ts";
import { errorOf, invalidate, keyOf, queryClient, useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { notifyAsked } from "../../ui/asked.ts";
import { offerUndo } from "../../ui/undo.ts";
import { confirm, ErrorState, notify, notifyError, PageHeader, Placeholder, Section, Strip } from "../../ui/index.ts";
import { AlertChannels } from "./channels/section.tsx";
import css from "./config.module.css";
import { Diff } from "./diff.tsx";
import { ConfigField } from "./field.tsx";
import { History } from "./history.tsx";
import { type ConfigKey, FIELDS, type Group, GROUPS, keysOf, OPERATOR_FIELDS, readKey } from "./keys.ts";
import { SigningKeys } from "./signing.tsx";
import { asLines, changesOf, isValid, rebase, valueWords, type Values } from "./values.ts";

export default function ConfigScreen() {
  const read = useRead("GET /api/config", {});
  if (read.data === undefined)
    return read.isError ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : <Placeholder height={600} />;
  return <ConfigForm config={read.data} />;
}

function useDraft(config: ConfigOut) {
  const t = useText();
  const [draft, setDraft] = useState<Values>({});
  const { busy, run } = useAct("PATCH /api/config", { quiet: true, refresh: ["GET /api/config", "GET /api/config/history", "GET /api/intake"] });
  const changes = changesOf(config.values, draft);
  const isBroken = Object.entries(changes).some(([key, value]) => {
    const known = readKey(key);
    return known !== null && !isValid(known.field, value);
  });
  useUnsavedGuard(Object.keys(changes).length > 0, t);
  const list = Object.entries(changes).map(([key, after]) => ({ key, before: config.values[key], after }));
  const save = async (): Promise<void> => {
    if (isBroken) {
      // The page is long: the first field that is wrong comes into view.
      focusWrong(document.querySelector("main"));
      return notify({ kind: "bad", text: t("config.invalid") });
    }
    const text = (
      <>
        <p>{t("config.reviewText", { n: list.length })}</p>
        <Diff changes={list} />
      </>
    );
    if (!(await confirm({ title: t("config.reviewTitle"), text, action: t("config.save") }))) return;
    const answer = await run({ body: { version: config.version, ...changes } });
    if (answer.success && answer.status === 202) {
      setDraft({});
      notifyAsked(answer.data);
    } else if (answer.success) {
      queryClient.setQueryData(keyOf("GET /api/config"), answer.data);
      setDraft({});
      const { version } = answer.data;
      offerUndo({
        done: t("config.saved"),
        back: (idempotencyKey) =>
          call("PATCH /api/config", { body: { version, ...Object.fromEntries(list.map(({ key, before }) => [key, before])) }, idempotencyKey }),
        onBack: () => invalidate("GET /api/config", "GET /api/config/history", "GET /api/intake"),
      });
    } else if (answer.error.code === "conflict") {
      setDraft(rebase(draft, config.values));
      notify({ kind: "ask", text: t("config.conflict") });
    } else notifyError(answer.error);
  };
  return {
    draft,
    changes,
    count: list.length,
    busy,
    save,
    set: (key: string, value: unknown) => setDraft({ ...draft, [key]: value }),
    discard: () => setDraft({}),
  };
}

/** An address that ends in the name of a parameter shows it, with the focus on it. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const row = hash.length > 1 ? document.getElementById(hash.slice(1)) : null;
    row?.scrollIntoView({ block: "center" });
    row?.querySelector<HTMLElement>("input, textarea, select, button")?.focus({ preventScroll: true });
  }, [hash]);
}

function ConfigForm({ config }: { config: ConfigOut }) {
  const t = useText();
  const mayEdit = useCan("config.edit");
  const { draft, changes, count, busy, save, set, discard } = useDraft(config);
  const shared = { config, draft, changes, set, disabled: !mayEdit };
  const operators = asLines(draft.operators ?? config.values.operators);
  const page = useRef<HTMLDivElement>(null);
  const isChanged = count > 0;
  useEffect(() => {
    // The bar comes with the first change, under the hands of whoever types: the field moves clear of it.
    const { activeElement } = document;
    if (isChanged && page.current?.contains(activeElement)) activeElement?.scrollIntoView({ block: "nearest" });
  }, [isChanged]);
  useAnchor();
  return (
    <div ref={page} className={css.page}>
      {mayEdit ? null : <PageHeader>{t("config.readOnly")}</PageHeader>}
      {GROUPS.slice(0, 1).map((group) => (
        <GroupSection key={group} group={group} {...shared} />
      ))}
      {OPERATORS.filter((operator) => operators.includes(operator)).map((operator) => (
        <OperatorSection key={operator} operator={operator} {...shared} />
      ))}
      {GROUPS.slice(1).map((group) => (
        <GroupSection key={group} group={group} {...shared} />
      ))}
      <AlertChannels />
      <SigningKeys />
      <History />
      {count === 0 ? null : (
        <div className={css.save}>
          <Strip
            tone="ask"
            action={
              <div className={css.buttons}>
                <Button variant="default" onClick={discard}>
                  {t("config.discard")}
                </Button>
                <Button loading={busy} onClick={() => void save()}>
                  {t("config.review")}
                </Button>
              </div>
            }
          >
            {t("config.changed", { n: count })}
          </Strip>
        </div>
      )}
    </div>
  );
}

interface Shared {
  readonly config: ConfigOut;
  readonly draft: Values;
  readonly changes: Values;
  readonly set: (key: string, value: unknown) => void;
  readonly disabled: boolean;
}

const HINTED = [
  "operators",
  "match_by_amount",
  "hold_on_chain_break",
  "late_match_hours",
  "early_match_minutes",
  "trx_date_check",
  "staff_ip_allowlist",
  "one_person",
  "business_timezone",
  "currency",
] as const satisfies readonly ConfigKey[];

function GroupSection({ group, config, draft, changes, set, disabled }: Shared & { group: Group }) {
  const t = useText();
  return (
    <Section title={t(`config.groups.${group}`)}>
      {keysOf(group).map((key) => {
        const hinted = HINTED.find((one) => one === key);
        const value = key in draft ? draft[key] : config.values[key];
        const defaultHint =
          FIELDS[key].field.kind === "number" || FIELDS[key].field.kind === "amount"
            ? t("config.default", { value: valueWords(t, key, config.defaults[key]) })
            : undefined;
        return (
          <ConfigField
            key={key}
            anchor={key}
            field={FIELDS[key].field}
            label={t(`config.keys.${key}`)}
            hint={hinted === undefined ? defaultHint : t(`config.hints.${hinted}`)}
            value={value}
            onChange={(next) => set(key, next)}
            disabled={disabled}
            changed={key in changes}
          />
        );
      })}
    </Section>
  );
}

function OperatorSection({ operator, config, draft, changes, set, disabled }: Shared & { operator: Operator }) {
  const t = useText();
  return (
    <Section title={OPERATOR_INFO[operator].name}>
      {OPERATOR_KEYS.map((key) => {
        const flat = `${operator}_${key}`;
        const hint = key === "sender_ids" || key === "max_amount" ? t(`config.hints.${key}`) : undefined;
        return (
          <ConfigField
            key={key}
            field={OPERATOR_FIELDS[key]}
            label={t(`config.operatorKeys.${key}`)}
            hint={hint}
            value={flat in draft ? draft[flat] : config.values[flat]}
            onChange={(next) => set(flat, next)}
            disabled={disabled}
            changed={flat in changes}
          />
        );
      })}
    </Section>
  );
}
