/** Tells outside that somebody of the staff has signed in from a browser that was never seen with his account. It is no exception: nobody else can say whether it was him. */
import { isMerchantType } from "../../../contract/permissions.ts";
import { formatDateTime } from "../../../contract/time.ts";
import type { App, UserActor } from "../../platform/context.ts";
import { toJson } from "../../platform/db/pool.ts";
import type { Tx } from "../../platform/db/pool.ts";
import { channelRaws, type ChannelRaw } from "./channels.ts";

const GIVE_UP_MS = 24 * 3_600_000;

interface SignIn {
  readonly ip: string | null;
  /** Browser and system in words. */
  readonly device: string;
}

function bodyOf(app: App, channel: ChannelRaw, who: UserActor, { ip, device }: SignIn, nowMs: number): string {
  const { language } = channel;
  const url = app.env.publicUrl === null ? null : `${app.env.publicUrl}${language === "en" ? "/en" : ""}/profile`;
  if (channel.channel === "webhook")
    return toJson({ type: "alert.new_device", timestamp: new Date(nowMs).toISOString(), data: { account: who.account, device, ip, url } });
  const facts = [device, ip ?? "–", formatDateTime(nowMs)].join(" · ");
  const text =
    language === "zh"
      ? [`${who.account} 在新设备登录`, facts, "不是本人：在个人资料中结束该登录，并修改密码"]
      : [`${who.account} signed in on a new device`, facts, "Not you? End that session in your profile and change your password"];
  return toJson({ chat_id: channel.chat_id, text: [...text, ...(url === null ? [] : [url])].join("\n"), disable_web_page_preview: true });
}

/** Queues it for every channel that is on and was not narrowed to some kinds of exceptions. In the sign-in's transaction. Merchants' people are their merchants' own. */
export async function queueNewDevice(app: App, tx: Tx, who: UserActor, from: SignIn): Promise<void> {
  if (isMerchantType(who.userType)) return;
  const nowMs = app.now();
  for (const channel of await channelRaws(tx)) {
    if (!channel.enabled || channel.kinds !== null) continue;
    await tx.run(
      "insert into alert_outbox (id, channel, body, next_at, give_up_at) values ($1, $2, $3, to_timestamp($4::float8 / 1000), to_timestamp($5::float8 / 1000))",
      [app.ids.next(), channel.channel, bodyOf(app, channel, who, from, nowMs), nowMs, nowMs + GIVE_UP_MS],
    );
  }
}
