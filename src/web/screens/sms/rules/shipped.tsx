/** The rules that came with the product: to look up how a message is read already, before writing another rule. */
import { TextInput } from "@mantine/core";
import { type ReactElement, useState } from "react";
import { operatorInfo } from "../../../../contract/operators.ts";
import type { SmsRuleShipped } from "../../../../contract/sms-rules.schema.ts";
import { countText } from "../../../i18n/format.ts";
import { RawText } from "../../../list/parts/index.ts";
import type { CellTools } from "../../../cell-tools.ts";
import { Copy, Section, Tag } from "../../../ui/index.ts";
import css from "./rules.module.css";
import { type ClassMeanings, classWords } from "./words.ts";

interface Props {
  readonly rules: readonly SmsRuleShipped[];
  readonly meanings: ClassMeanings;
  readonly tools: CellTools;
}

/** Closed until it is asked for: there are many, and none of them can be changed. */
export function ShippedRules({ rules, meanings, tools }: Props): ReactElement {
  const { t } = tools;
  const [open, setOpen] = useState(false);
  return (
    <Section title={t("rules.shipped.title")} hint={t("rules.shipped.hint")} id="shipped">
      <details className={css.more} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t("rules.shipped.show", { n: countText(rules.length) })}</summary>
        {open ? <Found rules={rules} meanings={meanings} tools={tools} /> : null}
      </details>
    </Section>
  );
}

/** All words under which a rule can be found, small. */
function wordsOf(rule: SmsRuleShipped, meanings: ClassMeanings, t: CellTools["t"]): string {
  return [rule.id, operatorInfo(rule.operator).name, classWords(rule.class, meanings, t), ...rule.heads, ...rule.tails].join("\n").toLowerCase();
}

function Found({ rules, meanings, tools }: Props): ReactElement {
  const { t } = tools;
  const [typed, setTyped] = useState("");
  const wanted = typed.trim().toLowerCase();
  const found = wanted === "" ? rules : rules.filter((rule) => wordsOf(rule, meanings, t).includes(wanted));
  return (
    <>
      <TextInput
        type="search"
        label={t("rules.shipped.find")}
        placeholder={t("rules.shipped.findHint")}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className={css.find ?? ""}
      />
      {found.length === 0 ? <p className="fd-dim">{t("rules.shipped.none")}</p> : null}
      <ul>
        {found.map((rule) => (
          <Shipped key={`${rule.operator} ${rule.id}`} rule={rule} meanings={meanings} tools={tools} />
        ))}
      </ul>
    </>
  );
}

function Shipped({ rule, meanings, tools: { t } }: { rule: SmsRuleShipped; meanings: ClassMeanings; tools: CellTools }): ReactElement {
  return (
    <li className={css.shippedRule}>
      <div className={css.sampleHead}>
        <Copy value={rule.id} mono />
        <Tag>{operatorInfo(rule.operator).name}</Tag>
        <span>{classWords(rule.class, meanings, t)}</span>
        <span className="fd-dim">{t("rules.shipped.version", { n: rule.version })}</span>
      </div>
      <details className={css.more}>
        <summary>{t("rules.shipped.templates", { n: rule.heads.length + rule.tails.length })}</summary>
        <Lines title={t("rules.shipped.heads")} lines={rule.heads} />
        <Lines title={t("rules.shipped.tails")} lines={rule.tails} />
      </details>
    </li>
  );
}

function Lines({ title, lines }: { title: string; lines: readonly string[] }): ReactElement | null {
  if (lines.length === 0) return null;
  return (
    <>
      <h3 className={css.subtitle}>{title}</h3>
      <RawText>{lines.join("\n")}</RawText>
    </>
  );
}
