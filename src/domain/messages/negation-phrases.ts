/**
 * Words that deny: what they stand in may say that nothing has moved, that it is taken back, that it hangs on something, or
 * asks the reader for something. They decide only about words that no rule explains, and about names; what the operators are
 * known to print is explained first. Stems, so that all forms of a word are meant.
 */

/** Stems of words in Latin letters, each at the beginning of a word. `=` stands for a whole word. First those that say that nothing has come. */
const NOT_COME = [
  // Not, and words turned by it.
  "=not|=no|=never|=none|=nothing|=without|=cannot|=neither|=nor|=cant|=wont|=didnt|=hasnt|=isnt|=wasnt|[a-z]+n['’]t",
  "un(?:success|paid|confirm|verif|avail|settl|clear|author|done|approv|complet|credit|process|match|deliver|resolv|able|real|reliab|trust|intend)",
  "in(?:valid|complet|correct|suffic|activ|eligib|accura|adequate)|dis(?:put|hono|allow|approv|regard|card|miss|abl|continu)|mis(?:take|taken|match|rout|direct|use)|non(?:[- ]|settl|refund|final)",
  // Not yet, or only if.
  "=if|=unless|=until|=once|=when|whenever|=after|=before|=upon|subject|provided|condition|pend|await|=wait|waiting|=will|=shall|=would|=could|=should|=may|=might|=must|=yet|=still|soon|shortly|later|tomorrow|expect|schedul|queue|progress|process|review|verif|confirm|approv|author|clearance|clearing|transit|provision|tentativ|temporar|estimat|partial|partly|remain|outstanding|upcoming|almost|nearly|=about|going|=being|delay|defer|postpon|hours?|days?|eventual|future|promis|initiat|request",
  // Taken back.
  "revers|revert|refund|return|reclaim|recall|retract|withdr|rescind|revok|cancel|=void|voided|=null|annul|abort|terminat|charge ?-?back|disput|claim|complain|contest|object|block|=hold|holding|=held|froz|freez|suspend|suspens|restrict|lock|seiz|garnish|escrow|reserv|retain|retur|deduct|debit|adjust|correct|amend|overrid|supersed|replac|undo|undone|roll(?:ed)? ?-?back|declin|reject|refus|den(?:y|ied|ial)|fail|fault|error|wrong|duplic|expir|time(?:d)? ?-?out|bounce|clawback|took back|taken back|=back|stop|clos|remov|eras|withheld|negat|minus|short(?:age|fall)|exception|ineffect|forfeit|confiscat|=lien|settl|releas|=due|=fee",
  // Not real.
  "fake|fraud|scam|forg|spoof|phish|bogus|false|sham|=test|tests|testing|tested|demo|dummy|=sample|simulat|example|specimen|=mock|mocked|=trial|training|=draft|template|preview|sandbox|staging|practi[cs]e|=drill|joke|prank|ignore|delet|imagin|notional|illustrat|beware|warn|suspicio|investigat|issue|problem|stuck|status|blacklist|=uat|=qa|placeholder|proof",
];
const LATIN = [
  ...NOT_COME,
  // Asks for something.
  "call|contact|=phone|telephone|=ring|whats ?app|=imo|inbox|repl(?:y|ies)|click|=tap|=press|=link|=open|share|=pin|=otp|password|passcode|kindly|please|=plz|=pls|urgent|immediate|resend|re-?send|reimburs|=owe|oblig|inform|notify|report|=t me|=wa me|secret",
  // Speaks of a movement of its own.
  "receiv|=sent|=paid|credit|transfer|deposit|=added|moved|=you have|=youve|=has been|=have been|=was|=were|=had|trx|txn|transaction|payment",
  // Speaks of the reader's own money, or of a part of it.
  "=cut|=gone|=taken|=took|=given|=gave|=came|=come|=went|=lost|=nil|=sum|=amount|=this payment|=payment zero|=balance zero|=money zero|=is zero",
  "=your account|=our account|=my account|=your wallet|=our wallet|=my wallet|=your balance|=your money|=our money|=my money|=the money|=your cash|=the cash|=the payment",
  "=zero tk|=zero taka|=zero amount|=zero money|=zero sum|=zero balance|=zero payment|=pay tk|=pay bdt|=pay fee|=pay the|=pay our|=pay my|=pay charge",
  // The same, as Bangla is written in Latin letters.
  "=hoyni|=hoini|=hoy|=hobe|=hole|=nai|=na|=ni|f[ei]r[ao]t|batil|=v(?:h)?ul|bhul|b[ya]*rtho|apekkh|=pore|=jodi|=kata|=kete|taka",
  // Swahili, Kinyarwanda, Portuguese, French.
  "=si|=sio|=bado|hai(?:ja|ku|wez)|(?:ime|ume|yame)(?:shind|fut|rud|kat|zui|sit|gom)|subiri|inasub|itarud|kosa|jaribio|=mfano|uongo|ntab|byanze|yasubi|=nao|=não|=ainda|falh|devol|rejeit|penden|bloque|estorn|anula|=teste|exemplo|=erro|aguard|fals|=pas|echou|échou|rembours|rejet",
];

/** Bangla stems, wherever they stand. */
const BANGLA =
  "ব্যর্থ|বাতিল|ফেরত|ফিরি|ফেরৎ|অপেক্ষ|স্থগিত|বন্ধ|ব্লক|অভিযোগ|বিরোধ|আপত্তি|ভুল|ভুয়া|ভূয়া|জাল|প্রতার|নকল|পরীক্ষা|নমুনা|যাচাই|অনুমোদন|প্রত্যাখ্যা|অসফল|অসম্পূর্ণ|যদি|হলে|পরে|শীঘ্র|শিগগির|হবে|প্রক্রিয়া|কর্তন|কেটে|কাটা|সমন্বয়|চার্জব্যাক|রিফান্ড|রিভার্স|ক্যান্সেল|ক্যানসেল|পেন্ডিং|হোল্ড|ফ্রিজ|জব্দ|আটক|কল |ফোন|যোগাযোগ|ক্লিক|পিন|ওটিপি|পাসওয়ার্ড|পেয়েছেন|পাঠা|জমা|মেয়াদ|ডেমো|টেস্ট|স্যাম্পল|উদাহরণ|মিথ্যা|সন্দেহ|এখনও|এখনো|নয়|হয়নি|হয় নি|হয়নাই|(?:^|\\s)না(?:\\s|$)|নাই|নেই|অবৈধ|অকার্যকর|প্রত্যাহার|বিতর্কিত|তদন্ত|সতর্ক|সাবধান|ত্রুটি|সমস্যা|উত্তোলন|ডেবিট|ক্রেডিট|লেনদেন|অনুরোধ|বকেয়া|শর্ত|আংশিক";

const latin = (stems: readonly string[]): string => stems.join("|").replace(/=([^|]+)/g, "(?:$1)(?![\\p{L}\\p{M}])");
const DENYING = new RegExp(`(?<![\\p{L}\\p{M}])(?:${latin(LATIN)})|${BANGLA.normalize("NFC")}`, "iu");

/** The words say, or may say, that a layout in the same text is not to be believed. */
export function denies(words: string): boolean {
  return DENYING.test(words);
}

/** Stems of words for the state of an account, a case or a transfer: in a name, an account or a place they say that it is none. */
const STATE_STEMS =
  "un(?:settl|credit|clear|verif|confirm|author|approv|process|match|deliver|success|complet|resolv|alloc)|revers|revert|refund|return|reclaim|recall|retract|rescind|revok|cancel|annul|abort|terminat|disput|complain|suspend|suspens|restrict|seiz|garnish|escrow|withhold|deduct|undo|declin|reject|refus|fail|duplic|expir|bounc|clawback|charge ?-?back|forfeit|confiscat|block|unblock|freez|fraud|scam|spoof|phish|simulat|mock|test|await|process|schedul|queu|adjust|claim|initiat|mistak|blacklist|investigat";
/** The forms of a word, so that a surname which only begins like one is none of them. */
const FORMS =
  "(?:s|t|ts|e|es|d|ed|red|ted|led|ring|ing|ings|ting|ling|al|als|ally|ion|ions|ation|ations|lation|lations|er|ers|ate|ated|ates|ied|y|[iy][sz]ed|i?fied|ment|ments|ly|ure|ures|ful|fully|ulent|mer|mers|or|en|nly|sion)?";
const STATE_WORDS =
  "frozen|froze|demo|dummy|fake|bogus|specimen|example|placeholder|pending|hold|held|void(?:ed)?|unknown|invalid|unpaid|undone|locked|closed|inactive|dormant|wrong|error|provisional|requested|received|sent|credited|debited|withheld|withdrawn|not|never|soon|shortly|tomorrow|later|yet|partial(?:ly)?|will be|to be|may be|shall|almost|nearly|being|about to|(?:in|under|on|at) (?:progress|transit|clearing|review|suspense|question)|hoyni|ferot|(?:ime|ume|yame)(?:shind|fut|rud|kat|zui|sit|gom)\\p{L}*|(?:falh|devolv|rejeit|estorn|anulad|cancelad)\\p{L}*|pendente|échou\\p{L}*";
const BANGLA_STATES = "ফ্রিজ|ব্লক|ব্যর্থ|বাতিল|ফেরত|অভিযোগ|বিরোধ|স্থগিত|পেন্ডিং|ডেমো|টেস্ট|ভুয়া|নকল|হোল্ড|জব্দ|আটক|হয়নি";
const STATE = new RegExp(`(?<![\\p{L}\\p{M}])(?:(?:${STATE_STEMS})${FORMS}|${STATE_WORDS}|batil)(?![\\p{L}\\p{M}])|${BANGLA_STATES.normalize("NFC")}`, "iu");

/** What people, shops and firms are called by, though it begins as such a word does. */
const NAMES = "sample|may|will|shams?|days?|dayal|holdings?|provisions?|future|once|press";
const IN_NAME = new RegExp(`(?<![\\p{L}\\p{M}])(?!(?:${NAMES})(?![\\p{L}\\p{M}]))(?:${latin(NOT_COME)})${FORMS}(?![\\p{L}\\p{M}])`, "iu");

/** A name holds a word that denies; somebody may be called by it all the same. */
export function mayDeny(name: string): boolean {
  return IN_NAME.test(name.normalize("NFC"));
}

/** The word in a name that keeps the message from being matched by itself. */
export function stateWord(name: string): string | null {
  return STATE.exec(name.normalize("NFC"))?.[0] ?? null;
}

/** A sentence is made of it: somebody says what became of the money. */
const CLAUSE =
  /(?<![\p{L}\p{M}])(?:is|are|was|were|has|have|had|be|been|being|will|shall|could|can|did|does|not|never|until|unless|imerudishwa|foi|sera)(?![\p{L}\p{M}])|হয়েছে|হয়নি|হবে|নেওয়া/iu;

/** Words among which an operator's own could stand: whether they say, as a sentence does, that nothing has come. */
export function saysDenied(words: string): boolean {
  return CLAUSE.test(words.normalize("NFC")) && denies(words);
}

/** Stems that say of the movement in the same sentence that it has not happened, is not done yet, or was taken back; far fewer than what denies. */
const NOT_DONE = [
  String.raw`un(?:success|paid|confirm|settl|clear|credit|process|complet|deliver)|(?:could|did|was|has|have|is|are|were|had) not|\p{L}+n['’‘]t(?!\p{L})|(?:could|did|was|has|have|is|are|were|had|does|do|ca|wo|would) ?n ?t(?!\p{L})`,
  // Not, and what was done, or how it ended.
  String.raw`(?:not|never)(?: yet| been| be| being| fully| actually){0,3} (?:\p{L}+(?:ed|en)(?!\p{L})|credit|receiv|complet|process|paid|sent|deposit|settl|clear|deliver|success|succe|final|done|gone|go through|made|valid|real)|not yet|will not|cannot`,
  "fail|revers|revert|cancel|declin|reject|refus|pending|await|bounc|charge ?-?back|disput|voided|on hold|withheld|block|freez|frozen|suspend|simulat|dummy|demo(?!\\p{L})|invalid|expired|incomplete|void(?!\\p{L})|under review|in process(?:ing)?(?!\\p{L})",
  String.raw`(?:will|shall|to|may) be (?:\p{L}+ )?(?:credited|added|deposited|processed|completed|settled|taken)|(?:take|takes|taken|taking|took) (?:it |this |them |that |the \p{L}+ |your \p{L}+ )?back(?!\p{L})|has requested|have requested`,
  "hoyni|ferot|(?:ime|ume|yame)(?:shind|fut|rud|kat|zui)|ha(?:ya|u|i)(?:ku|ja)|falh|estorn|rejeit|penden",
].join("|");
const BANGLA_NOT_DONE = "ব্যর্থ|বাতিল|ফেরত|ফেরৎ|অপেক্ষ|স্থগিত|ব্লক|অভিযোগ|প্রত্যাখ্যা|অসফল|অসম্পূর্ণ|হয়নি|হয় নি|হয়নাই|হয় নাই|রিভার্স|পেন্ডিং|ক্যান্সেল";
const TAKEN_BACK = new RegExp(`(?<![\\p{L}\\p{M}])(?:${NOT_DONE})|${BANGLA_NOT_DONE.normalize("NFC")}`, "iu");
/** What parts words: figures and all signs but those that stand inside one. */
const BETWEEN_WORDS = /[^\p{L}\p{M}'’‘]+/gu;

/** The words with which an operator says that what he tells of did not happen or was taken back; null: none. No text with them tells of money that moved. */
export function undoneBy(words: string): string | null {
  return TAKEN_BACK.exec(words.normalize("NFC").replaceAll("`", "'").replace(BETWEEN_WORDS, " "))?.[0] ?? null;
}
