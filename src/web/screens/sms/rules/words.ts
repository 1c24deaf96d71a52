/** Message rules in words: what a rule means, how it stands, what is wrong with a template. */
import { WALLET_TYPES, type WalletType } from "../../../../contract/operators.ts";
import type { SmsRuleList } from "../../../../contract/sms-rules.schema.ts";
import { RULE_PROBLEMS, type RuleStatus } from "../../../../contract/sms-rules.ts";
import type { SmsKind } from "../../../../contract/sms.ts";
import type { CallError } from "../../../api.ts";
import type { MessageKey, text } from "../../../i18n/keys.ts";
import { named } from "../../../words/named.ts";
import type { Tone } from "../../../theme.ts";

export type ClassMeanings = SmsRuleList["classes"];

export const RULE_TONES = { draft: "ask", shadow: "busy", on: "done", off: "gone" } as const satisfies Record<RuleStatus, Tone>;

/** Two classes with the same kind on every wallet are told apart by the side of the money. */
const SIDES = { reversal_credit: "credit", reversal_debit: "debit" } as const;

/**
 * What a class means: one kind, or each kind with the wallet types on which it holds.
 * @param written the class, also with its operator before it (`bkash.receive`), as a shipped rule may name it
 */
export function classWords(written: string, meanings: ClassMeanings, t: typeof text): string {
  const name = written.slice(written.indexOf(".") + 1);
  const meaning = meanings.find((one) => one.class === name);
  if (meaning === undefined) return named("sms", "kind", name);
  const kinds = new Map<SmsKind, WalletType[]>();
  for (const type of WALLET_TYPES) kinds.set(meaning[type], [...(kinds.get(meaning[type]) ?? []), type]);
  const side = SIDES[meaning.class as keyof typeof SIDES] as "credit" | "debit" | undefined; // most classes have none
  const word = (kind: SmsKind): string =>
    side === undefined ? t(`sms.kind.${kind}`) : t("rules.words.side", { kind: t(`sms.kind.${kind}`), side: t(`sms.direction.${side}`) });
  if (kinds.size === 1) return [...kinds.keys()].map(word).join("");
  return [...kinds]
    .map(([kind, types]) =>
      t("rules.words.each", { types: types.map((type) => t(`common.walletType.${type}`)).join(t("rules.words.types")), kind: word(kind) }),
    )
    .join(t("rules.words.join"));
}

/** What the server found wrong with a template, or null where it says no more than that it is wrong. */
export function problemKey(error: CallError): MessageKey | null {
  if (error.fields?.template === undefined) return null;
  const found = RULE_PROBLEMS.find((one) => one === error.details?.problem);
  return found === undefined ? null : `rules.problem.${found}`;
}
