/** Saving: what changes is shown first, with what else it asks for; what somebody else saved meanwhile comes beside it, and nothing typed is lost. */
import { type ReactElement, useEffect, useState } from "react";
import { FEE_KEYS, SAFEGUARDS } from "../../../contract/config.ts";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { call, type Result } from "../../api.ts";
import { focusWrong } from "../../forms/focus-wrong.ts";
import { heldWhile } from "../../forms/typed.ts";
import { useText } from "../../i18n/keys.ts";
import { invalidate, keyOf, queryClient, useAct } from "../../query.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { confirmWithText, notify, notifyError, Strip } from "../../ui/index.ts";
import { createStore } from "../../store.ts";
import { questionName } from "../../ui/confirm.ts";
import { offerUndo } from "../../ui/undo.ts";
import css from "./config.module.css";
import { type ConfigChange, Diff } from "./diff.tsx";
import type { Draft } from "./draft.ts";
import type { Values } from "./values.ts";

/** As the contract has it. */
export const REASON_LENGTH = 500;
/** What a change of the configuration makes stale. */
export const STALE = ["GET /api/config", "GET /api/config/history", "GET /api/config/schedules", "GET /api/intake"] as const;

/** What else a change of these keys asks of its person. */
export function asksOf(changes: Values, stored: Values): { readonly password: boolean; readonly person: boolean } {
  const fees = FEE_KEYS.some((key) => key in changes);
  return {
    password: fees || SAFEGUARDS.some((key) => key in changes),
    person: fees && stored.second_person_fees === true && stored.one_person !== true,
  };
}

/** The changes as a list, from what is stored. */
export const changesIn = (changes: Values, stored: Values): ConfigChange[] =>
  Object.entries(changes).map(([key, after]) => ({ key, before: stored[key], after }));

/** What is about to be saved, and what follows. */
export function Review({ changes, config, later = false }: { changes: Values; config: ConfigOut; later?: boolean }): ReactElement {
  const t = useText();
  const asks = asksOf(changes, config.values);
  const n = Object.keys(changes).length;
  return (
    <div className={css.review}>
      <p>{asks.person ? t("config.reviewApproval", { n }) : later ? t("config.schedule.review", { n }) : t("config.reviewText", { n })}</p>
      <Diff changes={changesIn(changes, config.values)} currency={String(config.values.currency)} />
      {asks.password ? <Strip tone="ask">{t(asks.person ? "config.asks.person" : "config.asks.password")}</Strip> : null}
    </div>
  );
}

/** Says what came of a change: that it waits, that it was done with its undo, or why not. @returns whether it was taken */
export function useSaved(): (answer: Result<ConfigOut>, before: Values, done: string) => boolean {
  const t = useText();
  return (answer, before, done) => {
    if (!answer.success) {
      if (answer.error.code === "conflict") notify({ kind: "ask", text: t("config.conflict") });
      else notifyError(answer.error);
      return false;
    }
    if (answer.status === 202) {
      notifyAsked(answer.data);
      return true;
    }
    queryClient.setQueryData(keyOf("GET /api/config"), answer.data);
    const { version } = answer.data;
    offerUndo({
      done,
      back: (idempotencyKey) => call("PATCH /api/config", { body: { version, ...before }, idempotencyKey }),
      onBack: () => invalidate(...STALE),
    });
    return true;
  };
}

/** Asks, sends and says what came of it. */
export function useSave(config: ConfigOut, draft: Draft): { readonly busy: boolean; readonly save: () => Promise<void>; readonly isGood: () => boolean } {
  const t = useText();
  const { busy, run } = useAct("PATCH /api/config", { quiet: true, refresh: STALE });
  const saved = useSaved();
  const { changes } = draft;
  const [kept] = useState(() => createStore(""));
  const isChanged = Object.keys(changes).length > 0;
  // A reason belongs to the changes that it was typed for.
  useEffect(() => {
    if (!isChanged) kept.set("");
  }, [isChanged, kept]);
  const isGood = (): boolean => {
    if (!draft.broken) return true;
    // The page is long: the first field that is wrong comes into view.
    focusWrong(document.querySelector("main"));
    notify({ kind: "bad", text: t("config.invalid") });
    return false;
  };
  const save = async (): Promise<void> => {
    if (!isGood()) return;
    const question = {
      title: t("config.reviewTitle"),
      text: <Review changes={changes} config={config} />,
      about: JSON.stringify(changes),
      action: t("config.save"),
      input: { label: t("config.reason"), maxLength: REASON_LENGTH, kept },
    };
    const reason = await confirmWithText(question);
    if (reason === null) return;
    const body = { version: config.version, ...changes, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
    const answer = await heldWhile(questionName(question), reason, () => run({ body }));
    const before = Object.fromEntries(Object.keys(changes).map((key) => [key, config.values[key]]));
    const isTaken = saved(answer, before, t("config.saved"));
    if (isTaken) kept.set("");
    if (isTaken) draft.sent(changes, answer.success && answer.status !== 202 ? answer.data.values : undefined);
    else if (!answer.success && answer.error.fields !== undefined) {
      draft.refuse(answer.error.fields);
      setTimeout(() => focusWrong(document.querySelector("main")));
    }
  };
  return { busy, save, isGood };
}
