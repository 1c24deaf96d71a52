/** The integrity line above the journals: the chain of balances is unbroken and the sums agree. */
import type { ReactElement } from "react";
import { useSearchParams } from "react-router";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useRead } from "../../query.ts";
import { StatusDot } from "../../ui/status.tsx";
import { DateTime } from "../../ui/values.tsx";
import css from "./journals.module.css";

const FRESH_MS = 60_000;

/** Follows the merchant filter of the list. */
export function IntegrityLine(): ReactElement {
  const t = useText();
  const [params] = useSearchParams();
  const merchant = params.get("merchant_id");
  const read = useRead("GET /api/journals/proof", { query: { merchant_id: merchant ?? undefined } }, { staleMs: FRESH_MS, keepOld: true });
  const { data } = read;
  return (
    <div className={css.integrity} role="status">
      {data ? (
        <>
          <StatusDot tone={data.ok ? "done" : "bad"}>{t(data.ok ? "journals.integrity.ok" : "journals.integrity.broken")}</StatusDot>
          <span className="fd-dim">
            {t("journals.integrity.detail", { accounts: countText(data.accounts), entries: countText(data.entries) })} <DateTime value={data.checked_at} />
          </span>
        </>
      ) : (
        <StatusDot tone={read.error ? "gone" : "busy"}>{t(read.error ? "journals.integrity.failed" : "journals.integrity.checking")}</StatusDot>
      )}
      <button type="button" className={css.again} disabled={read.isFetching} onClick={() => void read.refetch()}>
        {t("journals.integrity.again")}
      </button>
    </div>
  );
}
