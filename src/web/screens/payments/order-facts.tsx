/** What payments and payouts tell last of themselves: what only the whole order knows, and the notes. */
import type { ComponentProps, ReactNode } from "react";
import type { FeeRuleJson } from "../../../contract/schema.ts";
import type { CellTools } from "../../cell-tools.ts";
import { copied, RawText } from "../../list/parts/index.ts";
import type { KeyValue } from "../../ui/blocks.tsx";
import { DateTime } from "../../ui/values.tsx";
import { feeLine } from "../merchants/columns.tsx";

type Items = ComponentProps<typeof KeyValue>["items"];
interface Order {
  readonly notes: readonly { readonly account: string | null; readonly at: string; readonly text: string }[];
}
interface Whole {
  readonly fee_rule: FeeRuleJson;
  readonly notify_url?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | null | undefined;
}

/** @param own what the kind of order has besides, behind its fee rule; a null value is left out */
export function orderFacts(order: Order, detail: Whole | null, own: { readonly label: string; readonly value: ReactNode }, tools: CellTools): Items {
  const { t } = tools;
  return [
    ...(detail ? [{ label: t("words.field.fee_rule"), value: feeLine(detail.fee_rule, tools) }] : []),
    ...(own.value === null ? [] : [own]),
    ...(detail?.notify_url ? [{ label: t("words.field.notify_url"), value: copied(detail.notify_url), wide: true }] : []),
    ...(detail?.metadata && Object.keys(detail.metadata).length > 0
      ? [{ label: t("words.field.metadata"), value: <RawText>{JSON.stringify(detail.metadata, null, 2)}</RawText>, wide: true }]
      : []),
    ...order.notes.map((note) => ({
      label: (
        <>
          {t("words.field.notes")} · {note.account ?? t("common.system")} · <DateTime value={note.at} />
        </>
      ),
      value: note.text,
      wide: true,
    })),
  ];
}
