/** Putting back what stood after an earlier version: what would change is chosen and seen first, then saved as any change. */
import { Checkbox } from "@mantine/core";
import { type ReactElement, useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import type { FieldCode } from "../../../contract/errors.ts";
import { call, type DataOf } from "../../api.ts";
import { heldWhile } from "../../forms/typed.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { createStore } from "../../store.ts";
import { questionName } from "../../ui/confirm.ts";
import { confirmWithText, notify, notifyError, Strip } from "../../ui/index.ts";
import css from "./config.module.css";
import { Diff } from "./diff.tsx";
import { asksOf, REASON_LENGTH, STALE, useSaved } from "./save.tsx";

type Preview = DataOf<"GET /api/config/restore">;
/** `bkash_sender_ids.0` stands at its setting. */
const refusedAt = (refused: Preview["refused"], key: string): string | undefined =>
  Object.entries(refused).find(([field]) => field === key || field.startsWith(`${key}.`))?.[1];

/** The changes with a box before each; what is not allowed any more cannot be chosen, and says why. */
function Choice({ preview, config, chosen, onTurn }: { preview: Preview; config: ConfigOut; chosen: Set<string>; onTurn: () => void }): ReactElement {
  const t = useText();
  const [, redraw] = useState(0);
  const turn = (key: string): void => {
    if (!chosen.delete(key)) chosen.add(key);
    redraw((n) => n + 1);
    onTurn();
  };
  const asks = asksOf(Object.fromEntries([...chosen].map((key) => [key, null])), config.values);
  return (
    <div className={css.review}>
      <p>{t("config.restore.text", { n: preview.to })}</p>
      {preview.changes.map((change) => {
        const why = refusedAt(preview.refused, change.key);
        return (
          <Checkbox
            key={change.key}
            checked={chosen.has(change.key)}
            disabled={why !== undefined}
            onChange={() => turn(change.key)}
            label={<Diff changes={[change]} currency={String(config.values.currency)} />}
            error={why === undefined ? undefined : t(`errors.field.${why as FieldCode}`)} // the server's own list of codes
          />
        );
      })}
      {asks.password ? <Strip tone="ask">{t(asks.person ? "config.asks.person" : "config.asks.password")}</Strip> : null}
    </div>
  );
}

/** @returns asks and puts back: a whole version, or single settings of it */
export function useRestore(config: ConfigOut): { readonly busy: boolean; readonly restore: (to: number, keys?: readonly string[]) => Promise<void> } {
  const t = useText();
  const { busy, run } = useAct("POST /api/config/restore", { quiet: true, refresh: STALE });
  const saved = useSaved();
  // The reason that was typed, until it is taken: it belongs to what was to be put back.
  const [typed] = useState(() => ({ of: "", kept: createStore("") }));
  const restore = async (to: number, keys?: readonly string[]): Promise<void> => {
    const read = await call("GET /api/config/restore", { query: { to } });
    if (!read.success) return notifyError(read.error);
    const changes = read.data.changes.filter(({ key }) => keys === undefined || keys.includes(key));
    if (changes.length === 0) return notify({ kind: "done", text: t("config.restore.same") });
    const chosen = new Set(changes.map(({ key }) => key).filter((key) => refusedAt(read.data.refused, key) === undefined));
    const lacking = (): string | null => (chosen.size === 0 ? t("config.restore.none") : null);
    const hindered = createStore(lacking());
    const of = [to, ...(keys ?? [])].join();
    if (of !== typed.of) typed.kept.set("");
    typed.of = of;
    const question = {
      title: t("config.restore.title"),
      text: <Choice preview={{ ...read.data, changes }} config={config} chosen={chosen} onTurn={() => hindered.set(lacking())} />,
      about: of,
      hindered,
      action: t("config.restore.action"),
      input: { label: t("config.reason"), maxLength: REASON_LENGTH, kept: typed.kept },
    };
    const reason = await confirmWithText(question);
    if (reason === null) return;
    const body = { version: read.data.version, to, keys: [...chosen], ...(reason.trim() === "" ? {} : { reason: reason.trim() }) };
    const answer = await heldWhile(questionName(question), reason, () => run({ body }));
    const isTaken = saved(
      answer,
      Object.fromEntries(changes.filter(({ key }) => chosen.has(key)).map(({ key, before }) => [key, before])),
      t("config.restore.done", { n: to }),
    );
    if (isTaken) typed.kept.set("");
  };
  return { busy, restore };
}
