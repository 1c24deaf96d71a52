/** State of the proof of the books, and a button that runs it. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Home, ProofOut } from "../../../contract/home.schema.ts";
import { countText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { useAct } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { DateTime, Section, StatusDot } from "../../ui/index.ts";
import css from "./home.module.css";

export function Proof({ proof }: { proof: Home["proof"] }) {
  const t = useText();
  const mayRun = useCan("proof.run");
  const { busy, run } = useAct("POST /api/proof", { refresh: ["GET /api/statistics/home", "GET /api/proof"] });
  const [result, setResult] = useState<ProofOut | null>(null);
  const check = async (): Promise<void> => {
    const answer = await run({ body: {} });
    if (answer.success) setResult(answer.data);
  };
  const ok = result?.ok ?? proof.ok;
  const checkedAt = result?.checked_at ?? proof.checked_at;
  return (
    <Section
      title={t("home.proof.title")}
      actions={
        mayRun ? (
          <Button size="xs" variant="default" loading={busy} onClick={() => void check()}>
            {t("home.proof.run")}
          </Button>
        ) : null
      }
    >
      <p className={css.proof}>
        <StatusDot tone={ok === null ? "gone" : ok ? "done" : "bad"}>{t(ok === null ? "home.proof.never" : ok ? "home.proof.ok" : "home.proof.bad")}</StatusDot>
        {checkedAt === null ? null : (
          <span className="fd-dim">
            {t("home.proof.checked")} <DateTime value={checkedAt} />
          </span>
        )}
      </p>
      {result === null ? null : <Result result={result} />}
    </Section>
  );
}

function Result({ result }: { result: ProofOut }) {
  const t = useText();
  return (
    <div className={css.proofResult} role="status">
      <p>{t("home.proof.result", { entries: countText(result.entries), accounts: countText(result.accounts), orders: countText(result.orders) })}</p>
      {result.findings.length === 0 ? null : (
        <>
          <p>{t("home.proof.findings", { n: result.findings.length })}</p>
          <ul>
            {result.findings.map((finding) => (
              <li key={`${finding.check}:${finding.id}`} className="fd-mono">
                {finding.check} {finding.id} {finding.detail}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
