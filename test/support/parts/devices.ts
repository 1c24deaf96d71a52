/** Wallets and phones for the devices' tests, made through the public calls. */
import type { UserType } from "../../../src/contract/permissions.ts";
import type { WalletBound, WalletRow } from "../../../src/contract/wallets.schema.ts";
import type { DeviceApp } from "../../../src/contract/wallets.ts";
import type { Answer, TestServer } from "./wallets.ts";

export type Sent = { readonly event: string; readonly items: readonly { readonly id: string | null; readonly result: string }[] };

/** A wallet with a hook address that was just issued. */
export interface Hook {
  readonly wallet: WalletRow;
  readonly path: string;
  readonly secret: string;
  readonly version: number;
}

/** Acts of staff and phones on a test server. */
export class Phones {
  private number = 0;
  private address = 0;

  constructor(private readonly server: () => TestServer) {}

  /** A new wallet. */
  async wallet(more: Record<string, unknown> = {}): Promise<WalletRow> {
    this.number += 1;
    const account = `018${String(10_000_000 + this.number)}`;
    return (
      await this.server().as<WalletRow>("admin", "POST", "/api/wallets", {
        name: "w",
        operator: "bkash",
        wallet_type: "personal",
        api_type: "app",
        account,
        ...more,
      })
    ).data;
  }

  async show(of: { id: string }): Promise<WalletRow> {
    return (await this.server().as<WalletRow>("admin", "GET", `/api/wallets/${of.id}`)).data;
  }

  rowId(of: { id: string }): bigint {
    return this.server().app.publicIds.decode("wallet", of.id) as bigint;
  }

  bind(of: { id: string }, body: Record<string, unknown>): Promise<Answer<WalletBound>> {
    return this.server().as<WalletBound>("operator", "POST", `/api/wallets/${of.id}/bind`, body);
  }

  unbind(of: { id: string }, body: Record<string, unknown>, type: UserType = "operator"): Promise<Answer<WalletRow>> {
    return this.server().as<WalletRow>(type, "POST", `/api/wallets/${of.id}/unbind`, body);
  }

  /** An address that nobody has used yet, so that limits per address stay out of the way. */
  nextAddress(): string {
    this.address += 1;
    return `10.1.${Math.floor(this.address / 250)}.${(this.address % 250) + 1}`;
  }

  exchange(code: string, ip = this.nextAddress()): Promise<Answer<{ token: string; wallet: { account: string } }>> {
    return this.server().call({
      method: "POST",
      url: "/device/bind",
      remoteAddress: ip,
      payload: { code, device: { name: "phone", model: "A51", app_version: "1.2" } },
    });
  }

  /** A call of the native app. */
  device(token: string, url: string, payload: unknown, headers: Record<string, string> = {}, ip = "10.9.9.9"): Promise<Answer<Sent>> {
    return this.server().call<Sent>({
      method: "POST",
      url: `/device/${url}`,
      remoteAddress: ip,
      headers: { authorization: `Bearer ${token}`, ...headers },
      payload: payload as object,
    });
  }

  /** A phone of the native app bound to a wallet. */
  async bound(of: WalletRow, version = of.version): Promise<{ token: string; version: number }> {
    const { data } = await this.bind(of, { version });
    return { token: (await this.exchange(data.code ?? "")).data.token, version: data.version };
  }

  /** A wallet with a hook address. */
  async hook(app: DeviceApp, more: Record<string, unknown> = {}): Promise<Hook> {
    const wallet = await this.wallet(more);
    const { data } = await this.bind(wallet, { version: 1, app });
    return { wallet, path: new URL(data.hook_url ?? "").pathname, secret: data.signing_secret ?? "", version: data.version };
  }

  /** A request of a forwarding app. */
  post(path: string, payload: string | Buffer, headers: Record<string, string> = {}, ip = "10.2.0.1"): Promise<Answer<Sent>> {
    return this.server().call<Sent>({ method: "POST", url: path, remoteAddress: ip, headers: { "content-type": "application/json", ...headers }, payload });
  }

  json(of: Hook, body: unknown, headers: Record<string, string> = {}, ip?: string): Promise<Answer<Sent>> {
    return this.post(of.path, JSON.stringify(body), headers, ip);
  }

  /** Why the wallet's phone was refused last. */
  async refusedFor(of: { wallet: WalletRow }): Promise<string | null> {
    return (await this.show(of.wallet)).devices[0]?.last_refused ?? null;
  }

  /** Alerts about the wallet's phones. */
  alerts(of: WalletRow): Promise<{ kind: string; status: string; wallet_id: bigint | null; data: Record<string, unknown> }[]> {
    return this.server().app.db.rows(
      "select a.kind, a.status, a.wallet_id, a.data from alerts a where a.object_type = 'device' and a.object_id in (select device_id from device_links where wallet_id = $1) order by a.id",
      [this.rowId(of)],
    );
  }

  /** What was handed to posting. */
  texts(): string[] {
    return this.server().posting.messages.map((message) => message.text);
  }
}
