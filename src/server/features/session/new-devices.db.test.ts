/** A sign-in from a browser that was never seen is told to its owner, once, and only an older browser answers for it. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openSite, PASSWORD, type Site, type TestUser } from "../../../../test/support/parts/session.ts";
import { Db } from "../../platform/db/pool.ts";

let site: Site;
let owner: Db;
beforeAll(async () => {
  site = await openSite();
  owner = new Db({ url: site.ownerUrl, max: 2 });
});
afterAll(async () => {
  await owner.close();
  await site.close();
});

interface Entered {
  readonly token: string;
  /** As the browser sends it again. */
  readonly cookie: string;
  readonly header: string;
}
const enter = async (user: TestUser, cookie?: string): Promise<Entered> => {
  const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0", ...(cookie === undefined ? {} : { cookie }) };
  const answer = await site.call(null, "POST", "/api/signin", { account: user.account, password: PASSWORD }, { headers });
  expect(answer.status, answer.text).toBe(200);
  const header = String(answer.headers["set-cookie"]);
  site.pass(1000);
  return { token: String(answer.data["token"]), cookie: header.split(";")[0] ?? "", header };
};
const seen = async (token: string): Promise<{ id: string; device: string }[]> =>
  (await site.call(token, "GET", "/api/user/new-devices")).data["items"] as unknown as { id: string; device: string }[];
const answerFor = (token: string, id: string, mine: boolean) => site.call(token, "POST", `/api/user/new-devices/${id}`, { mine });

describe("a browser", () => {
  it("is known by a cookie that no script sees and nothing but sign-in is sent, and whose hash alone is kept", async () => {
    const user = await site.addUser("operator");
    const { header, cookie } = await enter(user);
    expect(header).toMatch(/^device=[A-Za-z0-9_-]{43}; Max-Age=34560000; Path=\/api\/signin; HttpOnly; SameSite=Strict$/);
    expect((await enter(user, cookie)).cookie).toBe(cookie);
    const rows = await owner.rows<{ text: string }>("select encode(device_hash, 'escape') as text from user_devices where user_id = $1", [user.id]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.text).not.toContain(cookie.slice(7));
    const refused = await site.call(null, "POST", "/api/signin", { account: user.account, password: "not the one" });
    expect(refused.headers["set-cookie"]).toBeUndefined();
  });

  it("is no news when it is the first, nor when it comes again", async () => {
    const user = await site.addUser("operator");
    const first = await enter(user);
    const again = await enter(user, first.cookie);
    expect(await seen(first.token)).toEqual([]);
    expect(await seen(again.token)).toEqual([]);
  });

  it("is told once where it is another one, and of one person alone though two use it", async () => {
    const [user, other] = [await site.addUser("operator"), await site.addUser("finance")];
    const home = await enter(user);
    const strange = await enter(user);
    expect(await seen(home.token)).toMatchObject([{ device: "Chrome, Linux" }]);
    await enter(user, strange.cookie);
    expect(await seen(home.token)).toHaveLength(1);
    expect(await seen((await enter(other, home.cookie)).token)).toEqual([]);
  });

  it("is one for two sign-ins at the same time", async () => {
    const user = await site.addUser("operator");
    const home = await enter(user);
    const strange = `device=${"A".repeat(43)}`;
    await Promise.all([enter(user, strange), enter(user, strange), enter(user, strange)]);
    expect(await seen(home.token)).toHaveLength(1);
    expect(await owner.rows("select 1 from user_devices where user_id = $1", [user.id])).toHaveLength(2);
  });

  it("is the first for one of two first sign-ins at the same time", async () => {
    const user = await site.addUser("operator");
    await Promise.all([enter(user), enter(user)]);
    const rows = await owner.rows<{ answered: boolean }>("select answered_at is not null as answered from user_devices where user_id = $1", [user.id]);
    expect(rows.map((row) => row.answered).sort()).toEqual([false, true]);
  });
});

describe("the answer", () => {
  it("is given by an older browser, never by the new one for itself, nor by somebody else", async () => {
    const [user, other] = [await site.addUser("operator"), await site.addUser("operator")];
    const home = await enter(user);
    const strange = await enter(user);
    const again = await enter(user, strange.cookie);
    const [device] = await seen(home.token);
    const id = device?.id ?? "";
    for (const token of [strange.token, again.token]) {
      expect(await seen(token)).toEqual([]);
      expect((await answerFor(token, id, true)).code).toBe("not_found");
    }
    expect((await answerFor((await enter(other)).token, id, true)).code).toBe("not_found");
    expect((await answerFor(home.token, "I261121AAAAAAAA", true)).code).toBe("not_found");
    // A later sign-in from the known browser may, too: nights lie between.
    const morning = await enter(user, home.cookie);
    expect(await seen(morning.token)).toHaveLength(1);
    expect((await answerFor(morning.token, id, true)).status).toBe(200);
    expect(await seen(morning.token)).toEqual([]);
    expect((await answerFor(morning.token, id, false)).code).toBe("not_found");
    expect((await site.call(strange.token, "GET", "/api/user")).status).toBe(200);
  });

  it("is not given by a browser that has been forgotten, after so many others", async () => {
    const user = await site.addUser("operator");
    await enter(user);
    const stranger = await enter(user);
    await enter(user);
    expect(await seen(stranger.token)).toHaveLength(1);
    await owner.run(
      "delete from user_devices where user_id = $1 and device_hash = (select device_hash from sessions where user_id = $1 order by id offset 1 limit 1)",
      [user.id],
    );
    expect(await seen(stranger.token)).toEqual([]);
  });

  it("signs the browser out everywhere where it was not the person, and the next time it is new again", async () => {
    const user = await site.addUser("operator");
    const home = await enter(user);
    const strange = await enter(user);
    const again = await enter(user, strange.cookie);
    const [device] = await seen(home.token);
    expect((await answerFor(home.token, device?.id ?? "", false)).status).toBe(200);
    for (const token of [strange.token, again.token]) expect((await site.call(token, "GET", "/api/user")).status).toBe(401);
    expect((await site.call(home.token, "GET", "/api/user")).status).toBe(200);
    expect(await seen(home.token)).toEqual([]);
    await enter(user, strange.cookie);
    expect(await seen(home.token)).toHaveLength(1);
  });
});

describe("outside", () => {
  const waiting = (): Promise<{ channel: string; body: string }[]> => owner.rows("select channel, body from alert_outbox order by id");

  it("hears of it once, of the staff alone, in every channel that was not narrowed", async () => {
    const user = await site.addUser("operator");
    const merchant = await site.addMerchant();
    const outsider = await site.addUser("merchant_admin", { merchantId: merchant.id });
    const home = await enter(user);
    await owner.run("update alert_channels set enabled = true, language = 'zh', chat_id = '1', secret = 'x', secret_last4 = 'x' where channel = 'telegram'");
    await owner.run(
      "update alert_channels set enabled = true, url = 'https://hook.example', secret = 'x', secret_last4 = 'x', kinds = array['payment_review'] where channel = 'webhook'",
    );
    await enter(outsider);
    await enter(outsider);
    await enter(user, home.cookie);
    expect(await waiting()).toEqual([]);
    const strange = await enter(user);
    await enter(user, strange.cookie);
    await owner.run("update alert_channels set kinds = null where channel = 'webhook'");
    const told = await waiting();
    expect(told.map(({ channel }) => channel)).toEqual(["telegram"]);
    expect(JSON.parse(told[0]?.body ?? "").text).toContain(`${user.account} 在新设备登录\nChrome, Linux · `);
    await enter(user);
    const webhook = (await waiting()).find(({ channel }) => channel === "webhook");
    expect(JSON.parse(webhook?.body ?? "")).toMatchObject({ type: "alert.new_device", data: { account: user.account, device: "Chrome, Linux", url: null } });
    expect(webhook?.body).not.toContain(strange.cookie.slice(7));
  });
});
