/**
 * What operators print around their messages: whole sentences that follow one; the shapes of advertising are in `offers.ts`.
 * Data: an ending that is not here goes to a person, who can call it harmless or have it added.
 *
 * Sentences stand as `explain.ts` compares them: small, without signs; `0` is a number, `~` a long one, `%` a percentage, `#` a
 * code to dial, `@` an address of the operators' own, `§` another one; numbers of helplines stand as they are.
 */
import type { MessageOperator } from "../types.ts";

/** Addresses of the operators themselves; a longer name that begins or ends like one is somebody else's. */
export const OWN_ADDRESS = [
  "(?:[a-z0-9-]{1,20}\\.)?bka\\.sh",
  "(?:www\\.|app\\.)?bkash\\.(?:com|me)",
  "(?:[a-z0-9-]{1,20}\\.)?nagad\\.(?:io|com|com\\.bd)",
  "(?:www\\.)?nagad\\.com\\.bd",
  "(?:www\\.)?upaybd\\.com",
  "(?:www\\.)?dutchbanglabank\\.com",
  "saf\\.cx",
  "(?:www\\.)?safaricom\\.co\\.ke",
  "(?:www\\.)?airtel\\.(?:co\\.)?(?:ke|zm)",
  "(?:www\\.)?mtn\\.(?:co\\.rw|com\\.gh)",
].join("|");

/** Short links that they have printed, letter by letter: whoever asked first has the next one. The first of them also came cut. */
export const OWN_LINKS: ReadonlySet<string> = new Set(["bit.ly/nexuspay", "bit.ly/nexuspa", "bit.ly/mpesalnk"]);

const lines = (...numbers: readonly string[]): ReadonlySet<string> => new Set(numbers);
const BD_HELPLINES = lines("16247", "16167", "16216", "16268");
/** Numbers that the operators answer themselves. */
export const HELPLINES: Readonly<Record<MessageOperator, ReadonlySet<string>>> = {
  bkash: BD_HELPLINES,
  nagad: BD_HELPLINES,
  rocket: BD_HELPLINES,
  upay: BD_HELPLINES,
  mpesa_ke: lines("100", "234", "456", "0722000000"),
  mpesa_tz: lines("100"),
  mpesa_mz: lines("100"),
  mtn_rw: lines("100"),
  mtn_gh: lines("100"),
  airtel_ke: lines("100"),
  airtel_zm: lines("100"),
  emola_mz: lines("100"),
  mixx_tz: lines("100"),
};

/** Operators that print the shapes of `offers.ts`; the others print whole sentences alone. */
export const ADVERTISING: ReadonlySet<MessageOperator> = new Set(["bkash", "nagad", "rocket", "upay"]);
/** Those that print them in front of a message, too. */
export const LEADING: ReadonlySet<MessageOperator> = new Set(["nagad"]);

const sentences = (...texts: readonly string[]): ReadonlySet<string> => new Set(texts.map((text) => text.normalize("NFC")));
const BD_SENTENCES = [
  "wait for confirmation",
  "please wait for confirmation",
  "never share your pin or otp with anyone",
  "do not share your pin",
  "do not share your pin with anyone",
  "do not share your pin or otp with anyone",
  "never share your pin with anyone",
  "পিন কাউকে বলবেন না",
  "pay your pending bills via bkash app",
  "thank you",
];
const callsAt = (helpline: string): readonly string[] => [
  `for help call ${helpline}`,
  `for help dial ${helpline}`,
  `for details call ${helpline}`,
  `for details dial ${helpline}`,
  `for any query call ${helpline}`,
  `for more information call ${helpline}`,
  `call us at ${helpline}`,
  `call ${helpline}`,
  `please call ${helpline} for details`,
  `helpline ${helpline}`,
  `hotline ${helpline}`,
  `বিস্তারিত জানতে কল করুন ${helpline}`,
];
const bd = (name: string, ...more: readonly string[]): ReadonlySet<string> =>
  sentences(
    ...BD_SENTENCES,
    ...[...BD_HELPLINES].flatMap(callsAt),
    name,
    `thank you for using ${name}`,
    `stay with ${name} for more offers`,
    `stay with ${name}`,
    "please download @",
    ...more,
  );

const MPESA_ENGLISH = [
  "amount you can transact within the day is 0",
  "amount you can transact within the day is ksh 0",
  "save frequent tills for quick payment on m pesa app @",
  "earn interest daily",
  "earn interest daily on ziidi mmf dial #",
  "start investing today with ziidi mmf dial #",
  "separate personal and business funds through pochi la biashara on #",
  "separate business and personal funds through pochi la biashara on #",
  "save frequent paybills for quick payment on m pesa app @",
  "buy goods with m pesa",
  "save get a loan on mshwari",
  "pay for goods withdraw send money worry free",
  "join fuliza dial #",
  "dial # enjoy 0 min talktime 0 mb an m pesa send money transaction all @ 0 bob",
  "pin yako siri yako",
  "you can now access",
  "you can now access m pesa via #",
  "download my oneapp on @",
  "download m pesa app on @",
  "use current m pesa pin to activate m pesa",
  "available fuliza m pesa limit is ksh 0",
  "available fuliza m pesa limit is tzs 0",
  "to check daily charges dial #",
  "due on 0 0 0",
  "new m shwari saving account balance is ksh 0",
  "new kcb m pesa saving account balance is ksh 0",
  "new m shwari saving account balance is tzs 0",
  "new kcb m pesa saving account balance is tzs 0",
] as const;
const AIRTEL = [
  "@",
  "# to check balance",
  "# to check your new bal",
  "dial # to check balance",
  "dial # to check your new bal",
  "deposits are free",
  "thank you",
] as const;

/** Sentences that an operator prints behind its messages. */
export const ENDINGS: Readonly<Record<MessageOperator, ReadonlySet<string>>> = {
  bkash: bd("bkash"),
  nagad: bd("nagad"),
  rocket: bd("rocket", "nexuspay @"),
  upay: bd("upay"),
  mpesa_ke: sentences(
    ...MPESA_ENGLISH,
    "safaricom hupiga na 0722000000 pekee",
    "to reverse forward this message to 456",
    "kurudisha hizi pesa tuma ujumbe huu kwa 456",
    "kiwango cha pesa unachoweza kutuma kwa siku ni 0",
    "huduma za m pesa sasa zinapatikana kwa #",
  ),
  mpesa_tz: sentences(...MPESA_ENGLISH, "m pesa fee tsh 0 government levy tsh 0", "your songesha limit is tsh 0", "transaction cost tzs 0", "asante"),
  mpesa_mz: sentences(
    "em caso de duvida liga 100",
    "m pesa e facil",
    "aproveita e transfere sem taxas",
    "aproveita e transfere sem taxas de m pesa para m pesa",
    "continua a transferir sem taxas",
    "continua a transferir sem taxas de m pesa para m pesa",
  ),
  mtn_rw: sentences(
    "message",
    "external transaction id ~",
    "kugura ama inite",
    "kugura ama inite cg interineti kuri momo kanda #",
    "kanda # wiyandikishe",
    "dial # and send money abroad",
    "kanda # wiyandikishe muri poromosiyo ya bivamomotima",
    "kanda # wiyandikishe muri poromosiyo ya bivamomotima ugire amahirwe yo gutsindira ibihembo bishimishije",
    "message transaction has been processed successfully",
    "message electricity units 0 kwh",
    "cash deposit cash 0 ~",
    "cash deposit cash 0 ~ thank you for using mtn mobilemoney",
    "thank you for using mtn mobilemoney",
    "thank you",
  ),
  mtn_gh: sentences(
    "external transaction id ~",
    "tax charged 0",
    "tax charged ghs 0",
    "cash out fee is charged automatically from your wallet",
    "cash out fee is charged automatically from your mtn momo wallet",
    "thank you",
  ),
  airtel_ke: sentences(...AIRTEL),
  airtel_zm: sentences(...AIRTEL),
  emola_mz: sentences("in case of doubt please call 100", "in case of doubt call 100", "em caso de duvida liga 100", "thank you"),
  mixx_tz: sentences(
    "fees tsh 0 levy tsh 0",
    "vat tsh 0",
    "every transaction is a winning goal",
    "every transaction counts",
    "thank you",
    "thank you for using tigo pesa",
    "thank you for using mixx by yas",
    "dial #",
    "dial",
    "ikiingia tu golii",
    "asante",
    "asante kwa kutumia lipa kwa simu",
  ),
};
