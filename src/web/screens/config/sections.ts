/** The sections of the screen as data: what stands in them, the address that opens each, and the words that find a setting. */
import { OPERATOR_KEYS } from "../../../contract/config.ts";
import { OPERATOR_INFO, type Operator } from "../../../contract/operators.ts";
import type { Permission } from "../../../contract/permissions.ts";
import type { MessageKey } from "../../i18n/keys.ts";
import { inBothLanguages } from "../../list/search/index.ts";
import { type ConfigKey, type Group, GROUPS, keysOf, readKey } from "./keys.ts";

export interface ConfigSection {
  /** Ends an address that leads here. "acceptance" would open the emergency stop, so that group has another one. */
  readonly id: string;
  /** A message, or the operator's own name. */
  readonly title: { readonly key: MessageKey } | { readonly text: string };
  /** Flat keys of its settings; none where the section is more than fields. */
  readonly keys: readonly string[];
  /** Who may see a section that is more than fields, besides whoever sees the configuration. */
  readonly permission?: Permission;
}

/** Keys with a line of help. */
export const HINTED = [
  "operators",
  "match_by_amount",
  "hold_on_chain_break",
  "late_match_hours",
  "early_match_minutes",
  "trx_date_check",
  "staff_ip_allowlist",
  "one_person",
  "disburses_open",
  "auto_fail_minutes",
  "business_timezone",
  "currency",
] as const satisfies readonly ConfigKey[];

/** Keys of operators with a line of help. */
export const OPERATOR_HINTED = ["sender_ids", "max_amount", "disburses_open"] as const satisfies readonly (typeof OPERATOR_KEYS)[number][];

const ofGroup = (group: Group): ConfigSection => ({
  id: group === "acceptance" ? "accepting" : group,
  title: { key: `config.groups.${group}` },
  keys: keysOf(group),
});
const ofOperator = (operator: Operator): ConfigSection => ({
  id: operator,
  title: { text: OPERATOR_INFO[operator].name },
  keys: OPERATOR_KEYS.map((key) => `${operator}_${key}`),
});

/** What is more than fields. */
const REST_NAMES = ["templates", "alerts", "signing", "schedule", "history"] as const;
const REST: readonly (ConfigSection & { readonly id: (typeof REST_NAMES)[number] })[] = [
  { id: "templates", title: { key: "templates.section" }, keys: [], permission: "wallets.see" },
  { id: "alerts", title: { key: "channels.title" }, keys: [], permission: "alerts.channels" },
  { id: "signing", title: { key: "config.signing.title" }, keys: [] },
  { id: "schedule", title: { key: "config.schedule.section" }, keys: [] },
  { id: "history", title: { key: "common.history" }, keys: [] },
];

/** All sections in the order of the screen; the operators stand after acceptance. */
export function sectionsOf(operators: readonly Operator[], may: (permission: Permission) => boolean): readonly ConfigSection[] {
  const [first, ...others] = GROUPS.map(ofGroup);
  const rest = REST.filter(({ permission }) => permission === undefined || may(permission));
  return [...(first === undefined ? [] : [first]), ...operators.map(ofOperator), ...others, ...rest];
}

/** Messages of a setting: its name, its line of help where it has one, and what else it is looked for by, which is never shown. */
interface SettingWords {
  readonly label: MessageKey;
  readonly hint: MessageKey | null;
  readonly also: MessageKey;
  readonly operator: string | null;
}

export function wordsOf(flat: string): SettingWords | null {
  const known = readKey(flat);
  if (known === null) return null;
  if ("operator" in known) {
    const hinted = OPERATOR_HINTED.find((key) => key === known.key);
    return {
      label: `config.operatorKeys.${known.key}`,
      hint: hinted === undefined ? null : `config.hints.${hinted}`,
      also: `config.alsoOfOperators.${known.key}`,
      operator: known.name,
    };
  }
  const hinted = HINTED.find((key) => key === known.key);
  return { label: `config.keys.${known.key}`, hint: hinted === undefined ? null : `config.hints.${hinted}`, also: `config.also.${known.key}`, operator: null };
}

const titlesOf = ({ title }: ConfigSection): readonly string[] => ("key" in title ? inBothLanguages(title.key) : [title.text]);

/** Everything that a setting is found by, in both languages, in small letters. */
function findable(section: ConfigSection, flat: string): string {
  const words = wordsOf(flat);
  const texts =
    words === null
      ? []
      : [words.label, words.also, ...(words.hint === null ? [] : [words.hint])].flatMap((key) => inBothLanguages(key)).concat(words.operator ?? "");
  return [flat, ...titlesOf(section), ...texts].join("\n").toLowerCase();
}

/** Of a section that is more than fields. */
function findableSection(section: ConfigSection): string {
  const also = REST_NAMES.find((name) => name === section.id);
  return [...titlesOf(section), ...(also === undefined ? [] : inBothLanguages(`config.alsoSections.${also}`))].join("\n").toLowerCase();
}

/** What the text leaves: each word of it stands in a setting's names, help, other words, key or section. A section of its own is found by its title and other words. */
export function foundSections(sections: readonly ConfigSection[], typed: string): readonly ConfigSection[] {
  const words = typed.normalize("NFKC").trim().toLowerCase().split(/\s+/u);
  if (words[0] === "") return sections;
  const holds = (text: string): boolean => words.every((word) => text.includes(word));
  return sections.flatMap((section) => {
    if (section.keys.length === 0) return holds(findableSection(section)) ? [section] : [];
    const keys = section.keys.filter((key) => holds(findable(section, key)));
    return keys.length === 0 ? [] : [{ ...section, keys }];
  });
}
