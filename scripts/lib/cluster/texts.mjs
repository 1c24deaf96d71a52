// What bKash prints of money that came or went, and the TrxIDs of today.
const DAY_CODE = "123456789ABCDEFGHIJKLMNOPQRSTUV";

/**
 * A TrxID and a text as bKash prints them today.
 * @param serial of the TrxID: each number once
 * @param what amounts as printed; `from` for money that came, `to` and `reference` for money that went, `balance` where it is printed
 */
export function messageOf(serial, { amount, from, to, reference, balance }) {
  const dhaka = new Date(Date.now() + 6 * 3_600_000);
  const iso = dhaka.toISOString();
  const year = String.fromCharCode(65 + dhaka.getUTCFullYear() - 2023);
  const trx = `${year}${String.fromCharCode(65 + dhaka.getUTCMonth())}${DAY_CODE[dhaka.getUTCDate() - 1]}${serial.toString(24).toUpperCase().padStart(7, "0")}`;
  const time = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)} ${iso.slice(11, 16)}`;
  const head = to === undefined ? `You have received Tk ${amount} from ${from}.` : `Send Money Tk ${amount} to ${to} successful. Ref ${reference}.`;
  return { trx, text: `${head} Fee Tk 0.00.${balance === undefined ? "" : ` Balance Tk ${balance}.`} TrxID ${trx} at ${time}` };
}
