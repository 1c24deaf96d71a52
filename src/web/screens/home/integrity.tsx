/** State of the ledger integrity check, and a button that runs it. */
import { Button } from "@mantine/core";
import { Suspense, useState } from "react";
import type { Home, IntegrityOut } from "../../../contract/home.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { DateTime, StatusDot } from "../../ui/index.ts";
import css from "./home.module.css";
import { Findings } from "./lazy-findings.ts";

export function Integrity({ proof }: { proof: Home["proof"] }) {
  const t = useText();
  const mayRun = useCan("proof.run");
  const { busy, run } = useAct("POST /api/proof", { refresh: ["GET /api/statistics/home", "GET /api/proof"] });
  const [result, setResult] = useState<IntegrityOut | null>(null);
  const check = async (): Promise<void> => {
    const answer = await run({ body: {} });
    if (answer.success) setResult(answer.data);
  };
  const ok = result?.ok ?? proof.ok;
  const isBad = ok === false && mayRun;
  const checkedAt = result?.checked_at ?? proof.checked_at;
  return (
    <li className={css.integrity}>
      <span className={css.integrityState}>
        {t("home.integrity.title")}
        <StatusDot tone={ok === null ? "gone" : ok ? "done" : "bad"}>
          {t(ok === null ? "home.integrity.never" : ok ? "home.integrity.ok" : "home.integrity.bad")}
        </StatusDot>
        {checkedAt === null ? null : (
          <span className="fd-dim">
            <span className="fd-sr">{t("home.integrity.checked")}</span> <DateTime value={checkedAt} />
          </span>
        )}
      </span>
      {mayRun ? (
        <Button size="compact-xs" variant="default" loading={busy} onClick={() => void check()}>
          {t("home.integrity.run")}
        </Button>
      ) : null}
      {result === null && !isBad ? null : (
        <div className={css.integrityResult} role="status">
          {result === null ? null : (
            <p>{t("home.integrity.result", { entries: countText(result.entries), accounts: countText(result.accounts), orders: countText(result.orders) })}</p>
          )}
          {isBad ? (
            <Suspense fallback={null}>
              <Findings of={result?.findings} />
            </Suspense>
          ) : null}
        </div>
      )}
    </li>
  );
}
