/** What the staff write to each other about an exception; `@` offers whom to call. */
import { Button, Textarea } from "@mantine/core";
import type { ReactElement } from "react";
import { COMMENT_MAX, namingIn } from "../../../contract/exceptions.ts";
import type { ExceptionComment } from "../../../contract/exceptions.schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { Block } from "../../list/parts/index.ts";
import { useAct, useRead } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { DateTime } from "../../ui/index.ts";
import { draftOf, keepDraft, useDraft } from "./drafts.ts";
import css from "./queue.module.css";

const OFFERED = 6;
export function Comments({ id, comments, tools: { t } }: { id: string; comments: readonly ExceptionComment[]; tools: CellTools }): ReactElement {
  const may = useCan("exceptions.decide");
  return (
    <Block title={t("exceptions.comments")}>
      {comments.length === 0 ? <p className="fd-dim">{t("exceptions.noComments")}</p> : null}
      <ul className={css.comments}>
        {comments.map((one) => (
          <li key={one.id}>
            <p className="fd-dim">
              {one.account} · <DateTime value={one.at} />
            </p>
            <p className={css.comment}>{one.text}</p>
            {one.mentions.length === 0 ? null : <p className="fd-dim">{t("exceptions.called", { who: one.mentions.join(", ") })}</p>}
          </li>
        ))}
      </ul>
      {may ? <Write id={id} t={t} /> : null}
    </Block>
  );
}

function Write({ id, t }: { id: string; t: CellTools["t"] }): ReactElement {
  const text = useDraft(id);
  const setText = (next: string): void => keepDraft(id, next);
  const name = namingIn(text);
  const people = useRead("GET /api/exceptions/:id/people", { params: { id } }, { enabled: name !== null, staleMs: 60_000 });
  const { busy, run } = useAct("POST /api/exceptions/:id/comments", { refresh: ["GET /api/exceptions/:id"] });
  const fitting = name === null ? [] : (people.data?.items ?? []).filter((one) => !one.own && one.account.toLowerCase().startsWith(name.toLowerCase()));
  const send = async (): Promise<void> => {
    if (text.trim() === "" || !(await run({ params: { id }, body: { text: text.trim() } })).success) return;
    // What was typed on meanwhile is another comment.
    if (draftOf(id) === text) setText("");
  };
  return (
    <>
      <Textarea
        label={t("exceptions.comment")}
        description={t("exceptions.commentHint")}
        value={text}
        maxLength={COMMENT_MAX}
        rows={3}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {fitting.length === 0 ? null : (
        <p className={css.acts}>
          {fitting.slice(0, OFFERED).map((one) => (
            <button
              key={one.id}
              type="button"
              className={css.act}
              onClick={() => setText(`${text.slice(0, text.length - (name ?? "").length)}${one.account} `)}
            >
              @{one.account}
            </button>
          ))}
        </p>
      )}
      <p>
        <Button variant="default" loading={busy} disabled={text.trim() === ""} onClick={() => void send()}>
          {t("exceptions.send")}
        </Button>
      </p>
    </>
  );
}
