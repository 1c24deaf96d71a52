// @vitest-environment happy-dom
/** An address of a list that its reader may not see, sent by somebody who may. */
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Profile } from "../../contract/session.schema.ts";
import { mount, preparePage, seen, unmount } from "../mount.tsx";
import { takeProfile } from "../session.tsx";
import { NoPermission, useForbiddenPart } from "./not-built.tsx";

function Content(): ReactElement {
  return useForbiddenPart("wallets") ? <NoPermission screen="wallets" part /> : <p>list</p>;
}

beforeEach(async () => {
  await preparePage("zh");
  takeProfile({ id: "U1", token: "t", on_totp: false, permissions: ["wallets.see", "statistics.see"] } as unknown as Profile); // what it reads
});
afterEach(unmount);

it.each([
  ["/wallets?tab=reconciliation", "当前账号不能查看“钱包”的这一部分。"],
  ["/wallets?tab=statistics", "list"],
  ["/wallets?tab=elsewhere", "list"],
  ["/wallets?q=1", "list"],
  ["/wallets", "list"],
])("%s says %s", async (address, said) => {
  const place = await mount(<Content />, address);
  await seen(() => expect(place.textContent).toContain(said));
});
