/** What a channel of alerts still lacks before anything can be sent by it, by the names of the form. Pure. */
import type { AlertChannelOut } from "../../../../contract/exceptions.schema.ts";
import type { MessageKey } from "../../../i18n/keys.ts";

export function missingOf({ channel, url, chat_id, secret_last4 }: AlertChannelOut): readonly MessageKey[] {
  const needed: readonly (readonly [string | null, MessageKey])[] =
    channel === "webhook"
      ? [
          [url, "channels.form.url"],
          [secret_last4, "channels.form.secret"],
        ]
      : [
          [secret_last4, "channels.form.token"],
          [chat_id, "channels.form.chat"],
        ];
  return needed.flatMap(([value, name]) => (value === null ? [name] : []));
}
