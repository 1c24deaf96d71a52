/** Accounts of the demo, written where the simulator finds them and printed at each start (rule 47). */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rightsOf, type UserType } from "../contract/permissions.ts";
import { doneOf } from "./platform/answer.ts";
import { audit } from "./platform/audit.ts";
import type { App, UserCtx } from "./platform/context.ts";
import { makeCtx } from "./platform/http/call.ts";
import { oneTimePassword } from "./core/session/passwords.ts";
import { PROVED_BEFORE } from "./core/session/recheck.ts";
import { createUser } from "./features/users/create.ts";

interface DemoAccount {
  readonly account: string;
  readonly password: string;
  readonly user_type: string;
}
/** The file; members that are not named here are the simulator's and stay. */
interface DemoFile {
  readonly address: string;
  readonly accounts: readonly DemoAccount[];
  readonly [other: string]: unknown;
}

/** Beside the admin: one operator, two who can decide about each other's requests, one who only looks. */
const STAFF: readonly { readonly account: string; readonly user_type: UserType }[] = [
  { account: "operator", user_type: "operator" },
  { account: "finance", user_type: "finance" },
  { account: "finance2", user_type: "finance" },
  { account: "auditor", user_type: "auditor" },
];

/** The file of an earlier start; null when there is none or it is not whole. */
function readDemoFile(path: string): DemoFile | null {
  try {
    // Written by this module and by the simulator alone; its accounts are checked before use.
    const file = JSON.parse(readFileSync(path, "utf8")) as DemoFile;
    return Array.isArray(file.accounts) && file.accounts.length > 0 ? file : null;
  } catch {
    return null;
  }
}

function save(path: string, file: DemoFile): void {
  const fresh = `${path}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(file, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, path);
}

/** The demo's first admin keeps the password that was printed: nobody has to think one up to look around. */
async function keepPassword(app: App, account: string): Promise<UserCtx> {
  const row = await app.db.one<{ id: bigint }>("select id from users where account = $1", [account]);
  if (!row) throw new Error(`The demo's admin ${account} is missing.`);
  const ctx = makeCtx(
    app,
    { type: "user", id: row.id, account, userType: "admin", rights: rightsOf("admin", null), merchantId: null, sessionId: 0n, recheckedUntilMs: PROVED_BEFORE },
    { ip: null, requestId: "demo", background: true, idempotency: null },
  );
  const done = await ctx.tx(async (tx) => {
    const changed = await tx.run(
      "update users set must_change_password = false, one_time_until = null, version = version + 1 where id = $1 and must_change_password",
      [row.id],
    );
    if (changed > 0)
      await audit(ctx, tx, {
        action: "user.demo-password",
        objectType: "user",
        objectId: app.publicIds.encode("user", row.id),
        before: { must_change: true },
        after: { must_change: false },
      });
  });
  doneOf(done);
  return ctx;
}

async function makeAccounts(app: App, admin: { account: string; password: string }): Promise<DemoAccount[]> {
  const ctx = await keepPassword(app, admin.account);
  const accounts: DemoAccount[] = [{ ...admin, user_type: "admin" }];
  for (const { account, user_type } of STAFF) {
    const password = oneTimePassword();
    doneOf(await createUser(ctx, { account, email: `${account}@demo.floatdesk.invalid`, user_type, password }));
    accounts.push({ account, password, user_type });
  }
  return accounts;
}

function tell(path: string, accounts: readonly DemoAccount[], print: (text: string) => void): void {
  const width = Math.max(...accounts.map(({ account }) => account.length));
  const lines = accounts.map(({ account, password, user_type }) => `  ${account.padEnd(width)}  ${password}  (${user_type})`);
  print(`\nDemo accounts, kept in ${path}:\n${lines.join("\n")}\n`);
}

/**
 * At the demo's first start makes its accounts and writes `DATA_DIR/demo.json`, which only its owner may read; later
 * starts write the address anew. Prints the sign-ins either way.
 * @param admin the admin that this start made; null: there were users already
 * @throws Error with one sentence when the database holds users that the demo did not make
 */
export async function writeDemoFile(
  app: App,
  dataDir: string,
  address: string,
  admin: { account: string; password: string | null } | null,
  print: (text: string) => void = (text) => void process.stdout.write(text),
): Promise<void> {
  const path = join(dataDir, "demo.json");
  const known = readDemoFile(path);
  if (known && !admin) {
    if (known.address !== address) save(path, { ...known, address });
    tell(path, known.accounts, print);
    return;
  }
  const password = admin?.password ?? app.env.adminPassword;
  if (!admin || password === null) throw new Error(`The data in ${dataDir} were not made by the demo; give it a folder of its own by DATA_DIR.`);
  const accounts = await makeAccounts(app, { account: admin.account, password });
  save(path, { address, accounts });
  tell(path, accounts, print);
}
