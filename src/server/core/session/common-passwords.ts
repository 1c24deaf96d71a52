/** Passwords that everybody tries first. */
import { dictionary } from "@zxcvbn-ts/language-common";

const list = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** What published leaks hold of China, Bangladesh and keyboards and the library's list leaves out (lower case). */
const LOCAL = list(`
  1231231234 1234123412 123qwe!@# 1234561234 13145200 1314520520 2468101214 5201314520 52013140 852456123 aa12345678
  abc123def abcd1234! aptx4869 asdfghjkl; asecret1 bond007007 caonima123 defaultpassword dhaka123 facebook1 flower123
  hannah123 harleydavidson iloveu123 invincible lovely123 loveme123 lovers12 loveyou123 mnbvcxza mypassword1 olivia123
  oracle123 princess12 princess123 qq5201314 qq12345678 qwe123123 qwer123456 qwertyuiop[] rockyou1 simple123 steven123
  summer123 superstar1 taylor123 vietnam1 wang1234 wodemima wojiushiwo woaini123 woaini1314 woaini520 woaini521 woaiwojia
  xiaoming yuantuo2012 zhang123 zhangwei zinch2012 zxcvbnm,
`);

let leaked: ReadonlySet<string> | null = null;

/**
 * Whether a password stands in a list of leaked ones (zxcvbn's 49,000, of which 18,000 have eight characters and more) or is one of
 * ours. ASVS 5.0, 6.2.4, wants the 3,000 commonest.
 * @param folded lower case
 */
export function isCommon(folded: string): boolean {
  leaked ??= new Set(dictionary["passwords-common"]);
  return leaked.has(folded) || LOCAL.has(folded);
}

/** Refused also with digits and signs behind them. */
export const COMMON_WORDS = list(`
  admin administrator bkash changeme default demo floatdesk guest iloveyou letmein login master monkey nagad operator
  pass passwd password payment qwerty qwertyuiop root secret shoufutai superman superuser supervisor system temp test
  testing user wallet welcome
`);
