/** What the ledger integrity check has found: what is wrong, with which object, and what was held against each other. */
import type { ReactElement } from "react";
import type { IntegrityOut } from "../../../contract/home.schema.ts";
import { FINDING_AMOUNTS, FINDING_FACTS, INTEGRITY_CHECKS, isFindingAmount } from "../../../contract/integrity.ts";
import { type CellTools, useCellTools } from "../../cell-tools.ts";
import { ObjectLink } from "../../list/parts/index.ts";
import { useRead } from "../../query.ts";
import { Amount, DateTime } from "../../ui/index.ts";
import { codeWord } from "../../words/code-words.ts";
import { named } from "../../words/named.ts";
import css from "./home.module.css";

type Finding = IntegrityOut["findings"][number];

/** @param of what a check just made has found; left out: the last one */
export default function Findings({ of }: { of?: readonly Finding[] | undefined }): ReactElement | null {
  const last = useRead("GET /api/proof", {}, { enabled: of === undefined });
  const tools = useCellTools();
  const findings = of ?? last.data?.findings ?? [];
  if (findings.length === 0) return null;
  return (
    <div className={css.findings}>
      <p>{tools.t("findings.title", { n: findings.length })}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
      <ul tabIndex={0} aria-label={tools.t("findings.title", { n: findings.length })}>
        {findings.map((finding) => (
          <li key={`${finding.check}:${finding.row}:${finding.facts["day"] ?? ""}`}>
            <Line finding={finding} tools={tools} />
          </li>
        ))}
      </ul>
      <p className="fd-dim">{tools.t("findings.more")}</p>
    </div>
  );
}

/** Ids of what there is only one of: the check's words say it. */
const ONLY_ONE: readonly string[] = ["all", "transit"];
const ORDER: readonly string[] = [...FINDING_FACTS, ...FINDING_AMOUNTS];
const inOrder = (facts: Finding["facts"]): [string, string][] => Object.entries(facts).toSorted(([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other));

function Line({ finding: { check, id, row, facts }, tools }: { finding: Finding; tools: CellTools }): ReactElement {
  const { t } = tools;
  const kind = INTEGRITY_CHECKS[check];
  return (
    <>
      <strong>{t(`findings.check.${check}`)}</strong>{" "}
      {kind !== null ? <ObjectLink type={kind} id={id} tools={tools} /> : ONLY_ONE.includes(id) ? null : <span className="fd-mono">{id}</span>}
      {id === row ? null : <span className="fd-dim"> {t("findings.row", { row })}</span>}
      <span className={css.findingFacts}>
        {inOrder(facts).map(([name, value]) => (
          <span key={name}>
            <span className="fd-dim">{named("findings", "fact", name)}</span> <Fact name={name} value={value} kind={kind ?? ""} />
          </span>
        ))}
      </span>
    </>
  );
}

/** Amounts, moments and codes as everywhere; numbers and days as they are. */
function Fact({ name, value, kind }: { name: string; value: string; kind: string }): ReactElement {
  if (isFindingAmount(name)) return <Amount value={value} />;
  if (name === "since") return <DateTime value={value} />;
  if (name === "account") return <>{named("list", "entryAccount", value)}</>;
  if (name === "fault") return <>{named("seals", "fault", value)}</>;
  return <>{(name === "status" ? codeWord("status", value, kind) : null) ?? value}</>;
}
