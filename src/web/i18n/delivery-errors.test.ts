/** What a try to notify came to is told in words, not by its code: those that the worker itself gives, beside a connection's. */
import { expect, it } from "vitest";
import { deliveries as en } from "./en/deliveries.ts";
import { deliveries as zh } from "./zh/deliveries.ts";

it.each(["redirect", "no_ack", "no_secret", "stopped"])("%s", (code) => {
  for (const words of [zh, en]) expect(words.error).toHaveProperty(code);
});
