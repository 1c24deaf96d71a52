/** `DATA_DIR/demo.json`: accounts from the server's first start, keys and tokens of what the simulator made. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DeviceApp } from "../src/contract/wallets.ts";

export interface DemoAccount {
  readonly account: string;
  readonly password: string;
  readonly user_type: string;
}
export interface KnownMerchant {
  readonly id: string;
  readonly app_secret: string;
  readonly webhook_secret: string;
}
export interface KnownDevice {
  readonly id: string;
  readonly app: DeviceApp;
  readonly token: string | null;
  readonly hook_path: string | null;
  readonly signing_secret: string | null;
}

/** The simulator's own part of the file. */
export interface Known {
  /** Runs so far. */
  runs: number;
  webhook_port: number;
  merchants: Record<string, KnownMerchant>;
  /** Wallet's key -> id. */
  wallets: Record<string, string>;
  devices: Record<string, KnownDevice>;
  /** Wallets that have had their first message. */
  tested: string[];
  /** Wallets whose opening balance was booked. */
  opened: string[];
}

export interface DemoFile {
  address: string;
  accounts: DemoAccount[];
  simulator?: Known;
}

/** Reads and writes the file; only its owner may read it. */
export class DemoState {
  private constructor(
    private readonly path: string,
    private readonly file: DemoFile,
  ) {}

  /** Waits for the file of this server. @throws Error with one sentence when it does not come */
  static async open(dataDir: string, addresses: readonly string[], waitMs: number): Promise<DemoState> {
    const path = join(dataDir, "demo.json");
    for (const end = Date.now() + waitMs; ; ) {
      const file = DemoState.read(path);
      if (file && addresses.includes(file.address)) return new DemoState(path, file);
      if (Date.now() > end) throw new Error(file ? `${path} belongs to a server at ${file.address}.` : `${path} is missing: start the demo with npm run demo.`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  private static read(path: string): DemoFile | null {
    try {
      // Written by the demo's own server and by this program.
      return JSON.parse(readFileSync(path, "utf8")) as DemoFile;
    } catch {
      return null;
    }
  }

  get known(): Known {
    this.file.simulator ??= { runs: 0, webhook_port: 0, merchants: {}, wallets: {}, devices: {}, tested: [], opened: [] };
    // A folder of an earlier version knows nothing of opened books.
    this.file.simulator.opened ??= [];
    return this.file.simulator;
  }

  /** An account of a type, the first or a later one. @throws Error when there is none */
  account(userType: string, place = 0): DemoAccount {
    const found = this.file.accounts.filter((one) => one.user_type === userType)[place];
    if (!found) throw new Error(`demo.json has no account of the type ${userType}.`);
    return found;
  }

  /** The account of this name. @throws Error when there is none */
  named(account: string): DemoAccount {
    const found = this.file.accounts.find((one) => one.account === account);
    if (!found) throw new Error(`demo.json has no account ${account}.`);
    return found;
  }

  /** Adds an account that the simulator made. */
  addAccount(account: DemoAccount): void {
    this.file.accounts = [...this.file.accounts.filter((one) => one.account !== account.account), account];
    this.save();
  }

  hasAccount(account: string): boolean {
    return this.file.accounts.some((one) => one.account === account);
  }

  /** Puts a whole new file in place of the old one. */
  save(): void {
    const fresh = `${this.path}.${process.pid}.new`;
    writeFileSync(fresh, `${JSON.stringify(this.file, null, 2)}\n`, { mode: 0o600 });
    renameSync(fresh, this.path);
  }
}
