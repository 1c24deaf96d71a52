import { describe, expect, test } from "vitest";
import { ipAllowed, parseRange } from "./ip.ts";

describe("ranges", () => {
  test.each([
    ["127.0.0.0/8", "127.0.0.1", "128.0.0.1"],
    ["::ffff:127.0.0.0/104", "127.0.0.1", "128.0.0.1"],
    ["::ffff:7f00:0/104", "::ffff:127.9.9.9", "126.255.255.255"],
    ["::ffff:192.0.2.7/128", "192.0.2.7", "192.0.2.8"],
    ["::ffff:192.0.2.7", "192.0.2.7", "192.0.2.8"],
    ["2001:db8::/32", "2001:db8::1", "2001:db9::1"],
  ])("%s holds %s and not %s", (range, inside, outside) => {
    expect(ipAllowed([range], inside)).toBe(true);
    expect(ipAllowed([range], outside)).toBe(false);
  });
  test("every IPv4 address", () => expect(ipAllowed(["::ffff:0.0.0.0/96"], "203.0.113.9")).toBe(true));
  test.each(["::ffff:127.0.0.0/95", "::ffff:127.0.0.0/8", "::ffff:127.0.0.0/129", "127.0.0.0/33", "::1/129", "127.0.0.0/", "010.0.0.0/8", "10.0.0.0/8/24", "10.0.0.0/8/", "::1/128/x"])(
    "%s is none",
    (text) => {
      expect(parseRange(text)).toBeNull();
    },
  );
});
