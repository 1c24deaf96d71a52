/** Payments made and paid under load: an order that was acknowledged is paid by its wallet's phone, whose messages follow one another. */
import type { Call } from "../lib/open.ts";
import type { SeededWallet } from "../lib/seed.ts";
import { bkashDay, printedTime } from "../../simulator/trx.ts";
import { message, type World } from "./world.ts";

interface Due {
  readonly wallet: SeededWallet;
  readonly minor: number;
  readonly payer: string;
}

const money = (minor: number): string => (minor / 100).toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** The text of bKash for money that came in. */
export function received(wallet: SeededWallet, minor: number, payer: string, serial: number): string {
  const trx = `${bkashDay(Date.now())}${((serial * 92_821) % 78_364_164_096).toString(36).padStart(7, "0")}`.toUpperCase();
  return `You have received Tk ${money(minor)} from ${payer}. Fee Tk 0.00. Balance Tk ${money(wallet.balance)}. TrxID ${trx} at ${printedTime(Date.now())}`;
}

/** Of TrxIDs: none is there twice. */
let serial = 0;

/** Makes calls for orders, and for the messages that pay those which were taken. */
export class Payments {
  private readonly due: Due[] = [];
  /** Wallets whose last message has not been answered: the next one's balance follows it. */
  private readonly busy = new Set<SeededWallet>();
  private readonly byAccount: ReadonlyMap<string, SeededWallet>;
  /** Messages that were taken. */
  paid = 0;

  /** @param next makes the orders; each other one's numbers differ */
  constructor(
    private readonly world: World,
    private readonly next: () => Call = world.order,
  ) {
    this.byAccount = new Map(world.wallets.map((wallet) => [wallet.account, wallet]));
  }

  /** The next order; it is due to be paid when it is taken. */
  order(): Call {
    const call = this.next();
    const customer = /"customer":"([^"]+)"/.exec(call.request)?.[1] ?? "";
    const amount = /"amount":"([^"]+)"/.exec(call.request)?.[1] ?? "0";
    return {
      ...call,
      told: (status, body) => {
        call.told?.(status, body);
        const wallet = this.byAccount.get(/"receiving_account":"([^"]+)"/.exec(body)?.[1] ?? "");
        if (status === 201 && wallet) this.due.push({ wallet, minor: Math.round(Number(amount) * 100), payer: customer });
      },
    };
  }

  /** The message that pays an order which waits; null: none does, on a wallet that is free. */
  message(): Call | null {
    const at = this.due.findIndex(({ wallet }) => !this.busy.has(wallet));
    const [due] = at < 0 ? [] : this.due.splice(at, 1);
    if (!due) return null;
    const { wallet } = due;
    this.busy.add(wallet);
    wallet.balance += due.minor;
    serial += 1;
    return {
      kind: "message",
      request: message(wallet, received(wallet, due.minor, due.payer, serial)),
      told: (status) => {
        this.busy.delete(wallet);
        if (status < 300) this.paid += 1;
      },
    };
  }

  /** Orders that wait for their message. */
  get waiting(): number {
    return this.due.length;
  }
}

/** How many payments are completed. */
export async function completed(world: World): Promise<number> {
  const { rows } = await world.product.owner.query<{ count: string }>("select count(*) from payments where status = 'completed'");
  return Number(rows[0]?.count);
}
