/** The queue's filters in one line: kinds with their counts, severity, who is on it, state, operator. */
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { SEVERITIES } from "../../../contract/exceptions.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import type { ExceptionPage } from "../../../contract/exceptions.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { operatorsKnown } from "../../operators.ts";
import { useMoreMarks } from "../../list/bar/index.ts";
import css from "./queue.module.css";
import type { QueueFilters } from "./query.ts";

interface Props {
  readonly kinds: ExceptionPage["kinds"];
  readonly filters: QueueFilters;
  readonly onChange: (part: Partial<QueueFilters>) => void;
}
/** States beside the usual ones. */
const ASIDE = ["open", "claimed", "muted", "resolved"] as const;

export function QueueFilterBar({ kinds, filters, onChange }: Props): ReactElement {
  const t = useText();
  const row = useMoreMarks<HTMLDivElement>();
  const shown = kinds.some((one) => one.kind === filters.kind) || filters.kind === "";
  return (
    <div ref={row} className={css.filters} data-filters="">
      <NativeSelect
        label={t("exceptions.filter.kinds")}
        value={filters.kind}
        onChange={(event) => onChange({ kind: event.currentTarget.value })}
        data={[
          { value: "", label: t("exceptions.filter.allKinds") },
          ...kinds.map((one) => ({ value: one.kind, label: `${t(`exceptions.kind.${one.kind}`)} (${countText(one.count)})` })),
          ...(shown ? [] : [{ value: filters.kind, label: t(`exceptions.kind.${filters.kind as (typeof kinds)[number]["kind"]}`) }]), // checked when it was read
        ]}
      />
      <NativeSelect
        label={t("exceptions.filter.severity")}
        value={filters.severity}
        onChange={(event) => onChange({ severity: event.currentTarget.value })}
        data={[
          { value: "", label: t("exceptions.filter.allSeverities") },
          ...SEVERITIES.slice(1).map((value) => ({ value, label: t(`exceptions.severity.${value}`) })),
        ]}
      />
      <NativeSelect
        label={t("exceptions.filter.assignee")}
        value={filters.assignee}
        onChange={(event) => onChange({ assignee: event.currentTarget.value })}
        data={[
          { value: "", label: t("exceptions.filter.everyone") },
          { value: "me", label: t("exceptions.filter.me") },
          { value: "none", label: t("exceptions.filter.none") },
          { value: "mentioned", label: t("exceptions.filter.mentioned") },
        ]}
      />
      <NativeSelect
        label={t("exceptions.filter.status")}
        value={filters.status}
        onChange={(event) => onChange({ status: event.currentTarget.value })}
        data={[{ value: "", label: t("exceptions.filter.live") }, ...ASIDE.map((value) => ({ value, label: t(`exceptions.status.${value}`) }))]}
      />
      <NativeSelect
        label={t("exceptions.filter.operator")}
        value={filters.operator}
        onChange={(event) => onChange({ operator: event.currentTarget.value })}
        data={[
          { value: "", label: t("exceptions.filter.allOperators") },
          ...operatorsKnown(filters.operator).map((value) => ({ value, label: operatorInfo(value).name })),
        ]}
      />
    </div>
  );
}
