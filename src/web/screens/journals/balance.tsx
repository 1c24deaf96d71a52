/** A merchant's balance at any moment. */
import { Button } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { formatDateTime, readDateTime } from "../../../contract/time.ts";
import { MomentInput } from "../../forms/moment-field.tsx";
import { Anchored } from "../../ui/anchored.tsx";
import { LookupSelect } from "../../forms/lookup.tsx";
import css from "../../ui/overlays.module.css";
import type { CellTools } from "../../cell-tools.ts";
import { errorOf, useRead } from "../../query.ts";
import { useProfile } from "../../session.tsx";
import { ErrorState, KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Amount } from "../../ui/values.tsx";

/** Available and held balance of a merchant at a moment. */
export function MomentBalance({ merchantId, at, tools }: { merchantId: string; at: string; tools: CellTools }): ReactElement {
  const { t } = tools;
  const read = useRead("GET /api/merchants/:id/balance", { params: { id: merchantId }, query: { at } });
  if (read.error) return <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} />;
  if (!read.data) return <Placeholder height={64} />;
  return (
    <>
      <p className={css.note}>{t("journals.balance.asOf", { at: formatDateTime(read.data.at) })}</p>
      <KeyValue
        items={[
          { label: t("journals.balance.available"), value: <Amount value={read.data.balance} currency={read.data.currency} strong /> },
          { label: t("journals.balance.held"), value: <Amount value={read.data.held_balance} currency={read.data.currency} strong /> },
        ]}
      />
    </>
  );
}

/** Asks which merchant and when; a merchant user asks about itself. */
export default function BalancePanel({ anchor, tools, onClose }: { anchor: HTMLElement; tools: CellTools; onClose: () => void }): ReactElement {
  const { t } = tools;
  const own = useProfile().merchant_id;
  const [merchant, setMerchant] = useState<string | null>(own);
  const [typed, setTyped] = useState(() => formatDateTime(Date.now()));
  const [asked, setAsked] = useState<{ merchantId: string; at: string } | null>(null);
  const [problems, setProblems] = useState<{ merchant?: string; at?: string }>({});
  const show = (event: FormEvent): void => {
    event.preventDefault();
    const at = readDateTime(typed);
    const wrong = typed.trim() === "" ? t("common.required") : at === null ? t("list.dates.bad") : at > Date.now() ? t("journals.balance.future") : null;
    setProblems({ ...(merchant === null ? { merchant: t("common.required") } : {}), ...(wrong === null ? {} : { at: wrong }) });
    if (merchant !== null && at !== null && wrong === null) setAsked({ merchantId: merchant, at: new Date(at).toISOString() });
  };
  return (
    <Anchored anchor={anchor} label={t("journals.balance.title")} onClose={onClose}>
      <form className={css.panel} onSubmit={show} noValidate>
        {own === null ? (
          <LookupSelect
            source="merchants"
            label={t("words.field.merchant_id")}
            value={merchant}
            onChange={setMerchant}
            error={problems.merchant}
            tools={tools}
            withAsterisk
          />
        ) : null}
        <MomentInput label={t("journals.balance.at")} value={typed} latest={Date.now()} error={problems.at ?? null} onChange={setTyped} withAsterisk />
        <Button type="submit" variant="default">
          {t("journals.balance.show")}
        </Button>
        {asked ? <MomentBalance {...asked} tools={tools} /> : null}
      </form>
    </Anchored>
  );
}
