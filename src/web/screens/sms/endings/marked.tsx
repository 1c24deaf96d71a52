/** A message's text with what nothing explains marked in it, and the button that calls such words harmless. */
import { Button } from "@mantine/core";
import type { ReactElement } from "react";
import type { Operator } from "../../../../contract/operators.ts";
import type { SmsDetail } from "../../../../contract/sms.schema.ts";
import { useCoveredPieces } from "../../../covered.ts";
import { useFormDialog } from "../../../forms/use-form-dialog.tsx";
import { RawText } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { invalidate } from "../../../query.ts";
import { useCan } from "../../../session.tsx";
import { Tag } from "../../../ui/index.ts";
import css from "./endings.module.css";
import { isTeachable, openWordsOf, piecesOf } from "./open-words.ts";

/** The text at once; the marks when it is known which words are doubtful. */
export function MarkedText({ text, evidence }: { text: string; evidence: SmsDetail["evidence"] }): ReactElement {
  const pieces = piecesOf(text, openWordsOf(evidence));
  const texts = useCoveredPieces(pieces.map((piece) => piece.text));
  return (
    <RawText>
      {pieces.map(({ at, marked }, index) =>
        marked ? (
          <mark key={at} className={css.mark}>
            {texts[index]}
          </mark>
        ) : (
          <span key={at}>{texts[index]}</span>
        ),
      )}
    </RawText>
  );
}

interface Props {
  readonly smsId: string;
  readonly operator: Operator;
  readonly evidence: SmsDetail["evidence"];
  readonly tools: CellTools;
}

/** Each piece in question with what can be done about it; words that deny something are never called harmless. */
export function OpenWordsList({ smsId, operator, evidence, tools }: Props): ReactElement | null {
  const { t } = tools;
  const mayTeach = useCan("sms.rules");
  const { open, dialog } = useFormDialog(tools);
  const words = openWordsOf(evidence);
  if (words.length === 0) return null;
  const teach = (one: string): void =>
    void open(
      async () => (await import("./form.ts")).teachForm,
      { operator, smsId, words: one },
      t("rules.ending.done.teach"),
      () => invalidate("GET /api/sms/endings", "GET /api/sms", "GET /api/sms/:id"),
    );
  return (
    <div className={css.open}>
      <ul aria-label={t("rules.ending.open")}>
        {words.map(({ code, words: one }) => (
          <li key={`${code} ${one}`} className={css.openItem}>
            <Tag tone={code === "words_deny" ? "bad" : "ask"}>{t(`rules.ending.code.${code}`)}</Tag>
            <q>{one}</q>
            {mayTeach && isTeachable({ code, words: one }) ? (
              <Button size="xs" variant="default" onClick={() => teach(one)}>
                {t("rules.ending.teach")}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {dialog}
    </div>
  );
}
