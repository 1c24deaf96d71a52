/** A merchant's balance at any moment. */
import { Button, TextInput } from "@mantine/core";
import { type FormEvent, type ReactElement, useState } from "react";
import { BUSINESS_OFFSET_MS } from "../../../contract/time.ts";
import { formatDateTime } from "../../i18n/format.ts";
import { Anchored } from "../../list/anchored.tsx";
import { LookupSelect } from "../../list/lookup.tsx";
import css from "../../list/overlays.module.css";
import type { CellTools } from "../../list/spec.ts";
import { errorOf, useRead } from "../../query.ts";
import { useProfile } from "../../session.tsx";
import { ErrorState, KeyValue, Placeholder } from "../../ui/blocks.tsx";
import { Amount } from "../../ui/values.tsx";

/** What a `datetime-local` field holds, read as Beijing time; null when it is empty or no moment. */
export function instantOf(local: string): string | null {
  const ms = Date.parse(`${local}Z`) - BUSINESS_OFFSET_MS;
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}
/** The present minute as a `datetime-local` field takes it, in Beijing time. */
export function localOf(nowMs: number): string {
  return new Date(nowMs + BUSINESS_OFFSET_MS).toISOString().slice(0, 16);
}

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
  const [local, setLocal] = useState(() => localOf(Date.now()));
  const [asked, setAsked] = useState<{ merchantId: string; at: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = (event: FormEvent): void => {
    event.preventDefault();
    const at = instantOf(local);
    if (merchant === null || at === null) return setProblem(t("common.required"));
    if (Date.parse(at) > Date.now()) return setProblem(t("journals.balance.future"));
    setProblem(null);
    setAsked({ merchantId: merchant, at });
  };
  return (
    <Anchored anchor={anchor} label={t("journals.balance.title")} onClose={onClose}>
      <form className={css.panel} onSubmit={show} noValidate>
        {own === null ? (
          <LookupSelect source="merchants" label={t("journals.balance.merchant")} value={merchant} onChange={setMerchant} tools={tools} withAsterisk />
        ) : null}
        <TextInput
          type="datetime-local"
          label={t("journals.balance.at")}
          value={local}
          max={localOf(Date.now())}
          error={problem}
          onChange={(event) => setLocal(event.currentTarget.value)}
          withAsterisk
        />
        <Button type="submit" variant="default">
          {t("journals.balance.show")}
        </Button>
        {asked ? <MomentBalance {...asked} tools={tools} /> : null}
      </form>
    </Anchored>
  );
}
