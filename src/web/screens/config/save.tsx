/** Saving: what changes is shown first, with what else it asks for; what somebody else saved meanwhile comes beside it, and nothing typed is lost. */
import type { ReactElement } from "react";
import { FEE_KEYS, SAFEGUARDS } from "../../../contract/config.ts";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import { call } from "../../api.ts";
import { focusWrong } from "../../forms/focus-wrong.ts";
import { useText } from "../../i18n/keys.ts";
import { invalidate, keyOf, queryClient, useAct } from "../../query.ts";
import { notifyAsked } from "../../ui/asked.ts";
import { confirmWithText, notify, notifyError, Strip } from "../../ui/index.ts";
import { offerUndo } from "../../ui/undo.ts";
import css from "./config.module.css";
import { type ConfigChange, Diff } from "./diff.tsx";
import type { Draft } from "./draft.ts";
import type { Values } from "./values.ts";

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
export function Review({ changes, config }: { changes: Values; config: ConfigOut }): ReactElement {
  const t = useText();
  const asks = asksOf(changes, config.values);
  return (
    <div className={css.review}>
      <p>{t(asks.person ? "config.reviewApproval" : "config.reviewText", { n: Object.keys(changes).length })}</p>
      <Diff changes={changesIn(changes, config.values)} currency={String(config.values.currency)} />
      {asks.password ? <Strip tone="ask">{t(asks.person ? "config.asks.person" : "config.asks.password")}</Strip> : null}
    </div>
  );
}

/** As the contract has it. */
const REASON_LENGTH = 500;
const STALE = ["GET /api/config", "GET /api/config/history", "GET /api/intake"] as const;

/** Asks, sends and says what came of it. */
export function useSave(config: ConfigOut, draft: Draft): { readonly busy: boolean; readonly save: () => Promise<void> } {
  const t = useText();
  const { busy, run } = useAct("PATCH /api/config", { quiet: true, refresh: STALE });
  const { changes } = draft;
  const offer = (version: number): void =>
    offerUndo({
      done: t("config.saved"),
      back: (idempotencyKey) =>
        call("PATCH /api/config", { body: { version, ...Object.fromEntries(Object.keys(changes).map((key) => [key, config.values[key]])) }, idempotencyKey }),
      onBack: () => invalidate(...STALE),
    });
  const save = async (): Promise<void> => {
    if (draft.broken) {
      // The page is long: the first field that is wrong comes into view.
      focusWrong(document.querySelector("main"));
      return notify({ kind: "bad", text: t("config.invalid") });
    }
    const text = <Review changes={changes} config={config} />;
    const reason = await confirmWithText({
      title: t("config.reviewTitle"),
      text,
      action: t("config.save"),
      input: { label: t("config.reason"), maxLength: REASON_LENGTH },
    });
    if (reason === null) return;
    const answer = await run({ body: { version: config.version, ...changes, ...(reason.trim() === "" ? {} : { reason: reason.trim() }) } });
    if (answer.success && answer.status === 202) {
      draft.drop();
      notifyAsked(answer.data);
    } else if (answer.success) {
      queryClient.setQueryData(keyOf("GET /api/config"), answer.data);
      draft.drop();
      offer(answer.data.version);
    } else if (answer.error.code === "conflict") notify({ kind: "ask", text: t("config.conflict") });
    else {
      if (answer.error.fields !== undefined) {
        draft.refuse(answer.error.fields);
        setTimeout(() => focusWrong(document.querySelector("main")));
      }
      notifyError(answer.error);
    }
  };
  return { busy, save };
}
