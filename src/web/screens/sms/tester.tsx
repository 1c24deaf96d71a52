/** The rule tester at the side: how a text would be read. Nothing is stored. */
import { Button, NativeSelect, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from "react";
import { OPERATOR_INFO, OPERATORS, WALLET_TYPES } from "../../../contract/operators.ts";
import type { SmsTried } from "../../../contract/sms.schema.ts";
import { call, type CallError } from "../../api.ts";
import { operatorsKnown } from "../../operators.ts";
import { useHotkeys } from "../../hotkeys.ts";
import { Block } from "../../list/parts/index.ts";
import { drawerCss as drawer } from "../../list/drawer/index.ts";
import { named } from "../../words/named.ts";
import type { CellTools } from "../../cell-tools.ts";
import { ErrorState, KeyValue } from "../../ui/blocks.tsx";
import { useCover, useNarrow } from "../../ui/cover.ts";
import { Amount } from "../../ui/values.tsx";
import { Evidence } from "./drawer.tsx";
import css from "./sms.module.css";

const TEXT_MAX = 4000;
const SENDER_MAX = 64;

/** Opens beside the list, which stays usable; on a phone over it. */
export default function Tester({ tools, onClose }: { tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const [result, setResult] = useState<SmsTried | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const place = useRef<HTMLDivElement>(null);
  const narrow = useNarrow();
  useCover(place, narrow);
  useEffect(() => place.current?.querySelector("textarea")?.focus({ preventScroll: true }), []);
  useHotkeys({ Escape: onClose });
  // In a field Escape leaves the field; where there is no text yet, the tester with it.
  const leaveField = ({ key, target, nativeEvent }: KeyboardEvent<HTMLElement>): void => {
    if (key !== "Escape" || nativeEvent.isComposing || !(target instanceof HTMLElement && target.matches("textarea, input, select"))) return;
    if (place.current?.querySelector("textarea")?.value === "") onClose();
    else place.current?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={place}
      className={`${drawer.drawer} ${css.tester}`}
      role="dialog"
      aria-modal={narrow || undefined}
      aria-label={t("sms.tool.tester")}
      tabIndex={-1}
      data-drawer=""
      onKeyDown={leaveField}
    >
      <header className={drawer.head}>
        <div className={drawer.headLine}>
          <h2 className={drawer.id}>{t("sms.tool.tester")}</h2>
          <span className={drawer.grow} />
          <button type="button" className={drawer.icon} aria-label={t("sms.tool.testerClose")} onClick={onClose}>
            ×
          </button>
        </div>
        <p className="fd-dim">{t("sms.tool.testerIntro")}</p>
      </header>
      <div className={drawer.body}>
        <TesterForm tools={tools} onResult={setResult} onError={setError} />
        {error ? <ErrorState error={error} /> : null}
        {result ? <Result result={result} tools={tools} /> : null}
      </div>
    </div>
  );
}

interface FormProps {
  readonly tools: CellTools;
  readonly onResult: (result: SmsTried | null) => void;
  readonly onError: (error: CallError | null) => void;
}

function TesterForm({ tools, onResult, onError }: FormProps): ReactElement {
  const { t } = tools;
  const [values, setValues] = useState({ operator: "", wallet_type: "", sender: "", text: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const set = (name: keyof typeof values, value: string): void => setValues((before) => ({ ...before, [name]: value }));
  const run = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (values.text.trim() === "") {
      setProblem(t("common.required"));
      form.current?.querySelector("textarea")?.focus();
      return;
    }
    setProblem(null);
    setBusy(true);
    const operator = OPERATORS.find((one) => one === values.operator);
    const walletType = WALLET_TYPES.find((one) => one === values.wallet_type);
    const answer = await call("POST /api/sms/try", {
      body: { text: values.text, sender: values.sender.trim() || null, ...(operator ? { operator } : {}), ...(walletType ? { wallet_type: walletType } : {}) },
    });
    setBusy(false);
    onResult(answer.success ? answer.data : null);
    onError(answer.success ? null : answer.error);
  };
  return (
    <form ref={form} onSubmit={(event) => void run(event)} noValidate className={css.form}>
      <Textarea
        label={t("sms.form.text")}
        value={values.text}
        onChange={(event) => set("text", event.currentTarget.value)}
        error={problem}
        maxLength={TEXT_MAX}
        autosize
        minRows={4}
        maxRows={12}
        withAsterisk
      />
      <TextInput
        label={t("words.field.sender")}
        value={values.sender}
        onChange={(event) => set("sender", event.currentTarget.value)}
        maxLength={SENDER_MAX}
        description={t("sms.form.senderHelp")}
      />
      <div className={css.pair}>
        <NativeSelect
          label={t("words.field.operator")}
          value={values.operator}
          onChange={(event) => set("operator", event.currentTarget.value)}
          data={[{ value: "", label: t("sms.tool.any") }, ...operatorsKnown().map((value) => ({ value, label: OPERATOR_INFO[value].name }))]}
        />
        <NativeSelect
          label={t("sms.tool.walletType")}
          value={values.wallet_type}
          onChange={(event) => set("wallet_type", event.currentTarget.value)}
          data={[{ value: "", label: t("sms.tool.any") }, ...WALLET_TYPES.map((value) => ({ value, label: t(`common.walletType.${value}`) }))]}
        />
      </div>
      <Button type="submit" loading={busy}>
        {t("sms.tool.run")}
      </Button>
    </form>
  );
}

function Result({ result, tools }: { result: SmsTried; tools: CellTools }): ReactElement {
  const { t } = tools;
  const operator = OPERATORS.find((one) => one === result.operator);
  return (
    <Block title={t("sms.tool.result")}>
      <KeyValue
        items={[
          { label: t("sms.tool.status"), value: named("sms", "tried", result.status) },
          { label: t("sms.tool.rule"), value: result.rule ?? t("sms.tool.noRule") },
          { label: t("words.field.operator"), value: operator ? OPERATOR_INFO[operator].name : result.operator },
          { label: t("sms.column.kind"), value: t(`sms.kind.${result.kind}`) },
          { label: t("words.field.direction"), value: t(`sms.direction.${result.direction}`) },
          { label: t("words.field.amount"), value: <Amount value={result.amount} /> },
          { label: t("words.field.fee"), value: <Amount value={result.fee} /> },
          { label: t("sms.column.commission"), value: <Amount value={result.commission} /> },
          { label: t("words.field.balance"), value: <Amount value={result.balance} /> },
          { label: t("words.field.trx_id"), value: result.trx_id },
          { label: t("sms.column.counterparty"), value: result.counterparty },
          { label: t("sms.column.reference"), value: result.reference },
          { label: t("sms.tool.time"), value: result.time },
        ]}
      />
      {result.evidence.length > 0 ? <Evidence evidence={result.evidence} /> : null}
    </Block>
  );
}
