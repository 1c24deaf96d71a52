import { expect, test } from "vitest";
import { smsTry } from "./sms.schema.ts";

test.each(["bKash\u0000", "\ud800"])("no message is tried under a sender that could not be stored: %j", (sender) => {
  expect(smsTry.safeParse({ sender, text: "x" }).error?.issues[0]?.path).toEqual(["sender"]);
  expect(smsTry.safeParse({ sender: "bKash", text: "x" }).success && smsTry.safeParse({ sender: null, text: "x" }).success).toBe(true);
});
