/** What the fee in the form would have earned on finished orders. */
import { Button, NativeSelect } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { FEE_PERIODS } from "../../../../contract/fees.ts";
import type { FeePreview } from "../../../../contract/fees.schema.ts";
import type { MerchantRow } from "../../../../contract/merchants.schema.ts";
import type { CustomFieldProps } from "../../../forms/spec.ts";
import { amountText, countText } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { useAct } from "../../../query.ts";
import { Amount } from "../../../ui/index.ts";
import css from "./fees.module.css";
import { placeOf, ruleOf } from "./values.ts";
import { TableHead } from "../../../ui/table-head.tsx";

type Period = (typeof FEE_PERIODS)[number];

export function PreviewField({ id, label, values, subject }: CustomFieldProps<MerchantRow>): ReactElement {
  const t = useText();
  const [period, setPeriod] = useState<Period>("last_month");
  const [shown, setShown] = useState<{ preview: FeePreview; of: string } | null>(null);
  const [failed, setFailed] = useState(false);
  const { busy, run } = useAct("POST /api/merchants/:id/fees/preview", { quiet: true });
  const rule = ruleOf(values);
  const asked = JSON.stringify([rule, placeOf(values), period]);
  const tryIt = async (): Promise<void> => {
    if (rule === null) return;
    const answer = await run({ params: { id: subject.id }, body: { ...placeOf(values), rule, period } });
    setFailed(!answer.success);
    setShown(answer.success ? { preview: answer.data, of: asked } : null);
  };
  return (
    <section id={id} aria-label={label} className={css.preview}>
      <div className={css.run}>
        <NativeSelect
          label={t("fees.preview.periodLabel")}
          value={period}
          onChange={(event) => setPeriod(event.currentTarget.value as Period)} // one of the options
          data={FEE_PERIODS.map((value) => ({ value, label: t(`fees.preview.period.${value}`) }))}
        />
        <Button variant="default" disabled={rule === null} loading={busy} onClick={() => void tryIt()}>
          {t("fees.preview.run")}
        </Button>
      </div>
      <div role="status">
        {rule === null ? <p className="fd-dim">{t("fees.preview.bad")}</p> : null}
        {failed ? <p>{t("fees.preview.failed")}</p> : null}
        {/* Figures of another rule than the one in the form would mislead. */}
        {shown?.of === asked ? <Result preview={shown.preview} /> : null}
      </div>
    </section>
  );
}

function Result({ preview }: { preview: FeePreview }): ReactElement {
  const t = useText();
  if (preview.count === 0) return <p>{t("fees.preview.none")}</p>;
  return (
    <>
      <p>{t("fees.preview.count", { n: countText(preview.count), amount: amountText(preview.amount) })}</p>
      {preview.exact ? null : <p>{t("fees.preview.capped")}</p>}
      <dl className={css.figures}>
        <div>
          <dt>{t("fees.preview.old")}</dt>
          <dd>
            <Amount value={preview.old_fees} />
          </dd>
        </div>
        <div>
          <dt>{t("fees.preview.new")}</dt>
          <dd>
            <Amount value={preview.new_fees} />
          </dd>
        </div>
        <div>
          <dt>{t("fees.preview.difference")}</dt>
          <dd>
            <Amount value={preview.difference} signed strong />
          </dd>
        </div>
      </dl>
      {preview.refused === 0 ? null : <p className={css.bad}>{t("fees.preview.refused", { n: countText(preview.refused) })}</p>}
      <table className={css.examples}>
        <caption>{t("fees.preview.examples")}</caption>
        <TableHead titles={[t("words.field.order"), t("words.field.amount"), t("fees.preview.old"), t("fees.preview.new")]} />
        <tbody>
          {preview.examples.map((example) => (
            <tr key={example.id}>
              <th scope="row">{example.merchant_order_id}</th>
              <td>
                <Amount value={example.amount} />
              </td>
              <td>
                <Amount value={example.old_fee} />
              </td>
              <td>
                <Amount value={example.new_fee} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
