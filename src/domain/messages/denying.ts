/**
 * Words that deny: what they stand in may say that nothing has moved, that it is taken back, that it hangs on something, or
 * asks the reader for something. They decide only about words that no rule explains, and about names; what the operators are
 * known to print is explained first. Stems, so that all forms of a word are meant.
 */

/** Stems of words in Latin letters, each at the beginning of a word. `=` stands for a whole word. */
const LATIN = [
  // Not, and words turned by it.
  "=not|=no|=never|=none|=nothing|=without|=cannot|=neither|=nor|=cant|=wont|=didnt|=hasnt|=isnt|=wasnt|[a-z]+n['’]t",
  "un(?:success|paid|confirm|verif|avail|settl|clear|author|done|approv|complet|credit|process|match|deliver|resolv|able|real|reliab|trust|intend)",
  "in(?:valid|complet|correct|suffic|activ|eligib|accura|adequate)|dis(?:put|hono|allow|approv|regard|card|miss|abl|continu)|mis(?:take|taken|match|rout|direct|use)|non(?:[- ]|settl|refund|final)",
  // Not yet, or only if.
  "=if|=unless|=until|=once|=when|whenever|=after|=before|=upon|subject|provided|condition|pend|await|=wait|waiting|=will|=shall|=would|=could|=should|=may|=might|=must|=yet|=still|soon|shortly|later|tomorrow|expect|schedul|queue|progress|process|review|verif|confirm|approv|author|clearance|clearing|provision|tentativ|temporar|estimat|partial|partly|remain|outstanding|upcoming|almost|nearly|=about|going|=being|delay|defer|postpon|hours?|days?|eventual|future|promis|initiat|request",
  // Taken back.
  "revers|revert|refund|return|reclaim|recall|retract|withdr|rescind|revok|cancel|=void|voided|=null|annul|abort|terminat|charge ?-?back|disput|claim|complain|contest|object|block|=hold|holding|=held|froz|freez|suspend|suspens|restrict|lock|seiz|garnish|escrow|reserv|retain|retur|deduct|debit|adjust|correct|amend|overrid|supersed|replac|undo|undone|roll(?:ed)? ?-?back|declin|reject|refus|den(?:y|ied|ial)|fail|fault|error|wrong|duplic|expir|time(?:d)? ?-?out|bounce|clawback|took back|taken back|=back|stop|clos|remov|eras|withheld|negat|minus|short(?:age|fall)|exception|ineffect|forfeit|confiscat|=lien|settl|releas|=due|=fee",
  // Not real.
  "fake|fraud|scam|forg|spoof|phish|bogus|false|sham|=test|tests|testing|tested|demo|dummy|=sample|simulat|example|specimen|=mock|mocked|=trial|training|=draft|template|preview|sandbox|staging|practi[cs]e|=drill|joke|prank|ignore|delet|imagin|notional|illustrat|beware|warn|suspicio|investigat|issue|problem|stuck|status|blacklist|=uat|=qa|placeholder|proof",
  // Asks for something.
  "call|contact|=phone|telephone|=ring|whats ?app|=imo|inbox|repl(?:y|ies)|click|=tap|=press|=link|=open|share|=pin|=otp|password|passcode|kindly|please|=plz|=pls|urgent|immediate|resend|re-?send|reimburs|=owe|oblig|inform|notify|report|=t me|=wa me|secret",
  // Speaks of a movement of its own.
  "receiv|=sent|=paid|credit|transfer|deposit|=added|moved|=you have|=youve|=has been|=have been|=was|=were|=had|trx|txn|transaction|payment",
  // The same, as Bangla is written in Latin letters.
  "=hoyni|=hoini|=hoy|=hobe|=hole|=nai|=na|=ni|f[ei]r[ao]t|batil|=v(?:h)?ul|bhul|b[ya]*rtho|apekkh|=pore|=jodi|=kata|=kete|taka",
  // Swahili, Kinyarwanda, Portuguese, French.
  "=si|=sio|=bado|hai(?:ja|ku|wez)|(?:ime|ume|yame)(?:shind|fut|rud|kat|zui|sit|gom)|subiri|inasub|itarud|kosa|jaribio|=mfano|uongo|ntab|byanze|yasubi|=nao|=não|=ainda|falh|devol|rejeit|penden|bloque|estorn|anula|=teste|exemplo|=erro|aguard|fals|=pas|echou|échou|rembours|rejet",
];

/** Bangla stems, wherever they stand. */
const BANGLA =
  "ব্যর্থ|বাতিল|ফেরত|ফিরি|ফেরৎ|অপেক্ষ|স্থগিত|বন্ধ|ব্লক|অভিযোগ|বিরোধ|আপত্তি|ভুল|ভুয়া|ভূয়া|জাল|প্রতার|নকল|পরীক্ষা|নমুনা|যাচাই|অনুমোদন|প্রত্যাখ্যা|অসফল|অসম্পূর্ণ|যদি|হলে|পরে|শীঘ্র|শিগগির|হবে|প্রক্রিয়া|কর্তন|কেটে|কাটা|সমন্বয়|চার্জব্যাক|রিফান্ড|রিভার্স|ক্যান্সেল|ক্যানসেল|পেন্ডিং|হোল্ড|ফ্রিজ|জব্দ|আটক|কল |ফোন|যোগাযোগ|ক্লিক|পিন|ওটিপি|পাসওয়ার্ড|পেয়েছেন|পাঠা|জমা|মেয়াদ|ডেমো|টেস্ট|স্যাম্পল|উদাহরণ|মিথ্যা|সন্দেহ|এখনও|এখনো|নয়|হয়নি|হয় নি|হয়নাই|(?:^|\\s)না(?:\\s|$)|নাই|নেই|অবৈধ|অকার্যকর|প্রত্যাহার|বিতর্কিত|তদন্ত|সতর্ক|সাবধান|ত্রুটি|সমস্যা|উত্তোলন|ডেবিট|ক্রেডিট|লেনদেন|অনুরোধ|বকেয়া|শর্ত|আংশিক";

const latin = (stems: readonly string[]): string =>
  stems
    .flatMap((line) => [line])
    .join("|")
    .replace(/=([^|]+)/g, "(?:$1)(?![\\p{L}\\p{M}])");
const DENYING = new RegExp(`(?<![\\p{L}\\p{M}])(?:${latin(LATIN)})|${BANGLA.normalize("NFC")}`, "iu");

/** The words say, or may say, that a layout in the same text is not to be believed. */
export function denies(words: string): boolean {
  return DENYING.test(words);
}

/**
 * In a party's name: the state of an account or of a case, or that it is none. Whole words only, and none that people and shops
 * are called by.
 */
const PARTY =
  /(?<![\p{L}\p{M}])(?:frozen|freezed?|froze|block(?:ed|ing)?|unblock(?:ed)?|disput(?:e|es|ed)|demo|dummy|fake|fraud(?:ulent)?|scam(?:mer)?|spoof(?:ed)?|phishing|bogus|test(?:ing)?|mock|simulat(?:ed|or|ion)|specimen|example|placeholder|pending|cancel(?:l?ed|lation)?|revers(?:al|ed|e)|revert(?:ed)?|refund(?:ed|s)?|return(?:ed|s)?|reject(?:ed|ion)?|declin(?:ed|e)|fail(?:ed|ure)?|hold|held|suspen(?:ded|se|sion)|charge-?back|void(?:ed)?|unverified|unconfirmed|unknown|invalid|expired|escrow|lien|seized|garnish(?:ed|ment)?|restricted|locked|closed|inactive|dormant|blacklist(?:ed)?|wrong|mistaken?(?:ly)?|error|duplicate|claim(?:ed|s)?|complaint|recall(?:ed)?|investigation|unsuccessful|unpaid|uncleared|unauthori[sz]ed|awaiting|processing|scheduled|queued|provisional|initiated|requested|reversed|received|sent|credited|debited|deducted|withheld|adjust(?:ed|ment)|not|never|soon|shortly|tomorrow|later|yet|partial(?:ly)?|will be|to be|may be|shall|almost|nearly|being|under process|about to|hoyni|ferot|batil)(?![\p{L}\p{M}])|ফ্রিজ|ব্লক|ব্যর্থ|বাতিল|ফেরত|অভিযোগ|বিরোধ|স্থগিত|পেন্ডিং|ডেমো|টেস্ট|ভুয়া|নকল|হোল্ড|জব্দ|আটক|হয়নি/iu;

/** The word in a party's name that keeps the message from settling by itself. */
export function partyWord(party: string): string | null {
  return PARTY.exec(party.normalize("NFC"))?.[0] ?? null;
}
