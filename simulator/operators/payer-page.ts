/** The operator's page for a payer, as far as trying things out needs one: confirm with a number, or give up. */
import type { OperatorAnswer, OperatorCall, OperatorRoute } from "./server.ts";

interface Parts {
  readonly path: RegExp;
  idOf(asked: OperatorCall): string;
  /** The amount; null: no such payment. */
  shown(id: string): string | null;
  /** Answer where the browser goes. */
  approve(id: string, msisdn: string): string;
  cancel(id: string): string;
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The page, and what its two buttons do (`?confirm=…&msisdn=…`). */
export function payerPage(parts: Parts): OperatorRoute {
  return {
    call: "page",
    method: "GET",
    path: parts.path,
    handle: (asked): OperatorAnswer => {
      const id = parts.idOf(asked);
      const amount = parts.shown(id);
      if (amount === null) return { status: 404, html: "<!doctype html><title>Not found</title><p>No such payment." };
      const confirm = asked.query.get("confirm");
      if (confirm !== null) {
        const to = confirm === "yes" ? parts.approve(id, asked.query.get("msisdn") ?? "") : parts.cancel(id);
        return { status: 302, headers: { location: to }, html: "" };
      }
      return {
        html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Payment</title><form><p>Amount ${escaped(amount)}</p><input type="hidden" name="paymentID" value="${escaped(id)}"><label>Number <input name="msisdn" required></label><button name="confirm" value="yes">Confirm</button><button name="confirm" value="no" formnovalidate>Cancel</button></form></html>`,
      };
    },
  };
}
