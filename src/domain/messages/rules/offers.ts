/**
 * What the operators of Bangladesh advertise around their messages, as shapes of sentences with closed classes of words. No word
 * of them says that money moved, did not move or is asked for: nobody's account, nothing that was paid, no sum but an offer's own.
 * What has another shape goes to a person, who can call it harmless.
 *
 * A shape is compared with a text as `explain.ts` folds it. `[ ... ]` may be missing, `( ... | ... )` is one of these, words in
 * capitals are the classes below; `0` is a number, `%` a percentage, `@` an operator's own address, `#` a code to dial.
 */

const CLASSES = {
  BRAND: "bkash|nagad|rocket|upay|nexuspay",
  APP: "[the] [BRAND] (app|apps)",
  USE: "cash out|cashout|send money|[mobile] recharge|[merchant|qr|bill|online] payment|[merchant|qr|bill|online] payments|pay bill|pay bills|bill pay|add money|remittance|ticket|tickets|shopping",
  SUM: "(tk|bdt|taka|৳) 0|0 (tk|bdt|taka)|%",
  UP_TO: "up to|upto|flat|extra|instant|a|an",
  REWARD: "cashback|cash back|bonus|discount|off",
  PRIZE: "(a|an) (bike|car|tv|fridge|iphone|smartphone|flat|trip|gold coin)|land|gold|[exciting] prizes",
  PLACE: "in (dhaka|cox s bazar|bangladesh)",
  VIA: "(with|via|from|using|through|at|on|in) (APP|BRAND|@)",
  FOR_USE: "(on|for) [every|each|first|your first] [SUM] USE [of SUM]",
  WHEN: "today|now|daily|every day|(this|at) (eid|puja|ramadan|month|week|year)",
  OFFERS: "[more|great|special|exciting|new] offers",
} as const satisfies Record<string, string>;

const SHAPES: readonly string[] = [
  // Something is won or saved.
  "[(USE|pay VIA) [and]] (get|enjoy|receive|earn|win|save) [UP_TO] SUM REWARD [FOR_USE] [VIA] [WHEN]",
  "[(USE|pay VIA) [and]] (get|enjoy|win) (cashback|bonus|discount|OFFERS) [FOR_USE] [VIA] [WHEN]",
  "pay VIA [and] get % back",
  "(cashback|bonus|discount) [of] (SUM|0) on (SUM|0) USE",
  "[(USE|pay VIA) [and]] (win|get a chance to win) [PRIZE] [PLACE] [VIA] [WHEN]",
  "refer a friend [and] get SUM",
  "get 0 (minutes|minute|gb|mb|sms) [call|talktime|internet|data] (at|for) [only] SUM",
  "your balance earns % (profit|interest)",
  "receive your salary in BRAND [and] enjoy OFFERS",
  // What it costs.
  "zero (fee|charge|cost) on USE [VIA]",
  "USE free of charge [VIA]",
  "USE [from (bank|card)] fee free",
  "save fee on (every|each) USE",
  "USE at lowest (fee|charge|rate) [only] [VIA]",
  "USE charge only SUM [[per] thousand] [(from|at) atm]",
  // Where it is found.
  "@",
  "[tca] [please] (download|get) [APP] [@]",
  "(visit|click) @ [for (offers|details)]",
  "dial # [for (offers|details)]",
  "(dial #|visit @) to (know|learn) more",
  "use APP for convenience [and] offers",
  "BRAND app diye USE ekdom (simple|easy)",
  "(tca|t c apply|terms and conditions apply)",
  // The same in Bangla.
  "(ক্যাশব্যাক|বোনাস|অফার) পেতে (ডায়াল করুন #|ভিজিট করুন @)",
  "ফি ছাড়া (সেন্ড মানি|ক্যাশ আউট|অ্যাড মানি|পেমেন্ট)",
  "অফার চলছে",
  "[ব্যালেন্স বাড়ান] % (বোনাস|ক্যাশব্যাক|ছাড়) নিন",
];

/** Every word with the space behind it, so that a missing one takes its space along. */
function sourceOf(shape: string): string {
  return shape.replace(/[[\]()|]|[^\s[\]()|]+|\s+/g, (part) => {
    if (part === "[" || part === "(") return "(?:";
    if (part === "]") return ")?";
    if (part === ")" || part === "|") return part;
    if (part.trim() === "") return "";
    return part in CLASSES ? `(?:${sourceOf(CLASSES[part as keyof typeof CLASSES])})` : `${part} `;
  });
}
const OFFER = new RegExp(`^(?:${SHAPES.map((shape) => sourceOf(shape.normalize("NFC"))).join("|")})$`, "u");

/** Whether a folded fragment is advertising. */
export function isOffer(key: string): boolean {
  return OFFER.test(`${key} `);
}
