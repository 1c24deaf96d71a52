import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { clientIp, ipAllowed, isTrustedPeer, normaliseIp, parseRange } from "./ip.ts";

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
  test.each([
    "fe80::1%eth0",
    "fe80::1%1/128",
    "0x7f.0.0.1",
    "127.0.0.0x1",
    "0X7f.1.1.1/8",
    "127.0.0.1e0",
    "1.2.3",
    "0x7f000001",
    "2130706433",
    "::ffff:0x7f.0.0.1",
    "::ffff:010.0.0.1",
  ])("%s is none: an address is written in decimal digits, without the zone that one machine knows it by", (text) => {
    expect([normaliseIp(text), parseRange(text)]).toEqual([null, null]);
    expect(ipAllowed([text], "127.0.0.1")).toBe(false);
  });
  test("a neighbour on the link is known without the zone that the system adds", () => {
    const request = { socket: { remoteAddress: "fe80::1%eth0" }, headers: {} } as unknown as IncomingMessage; // what it reads
    expect(clientIp(request, [])).toBe("fe80::1");
    expect(isTrustedPeer(request, ["fe80::/10"])).toBe(true);
  });
  test("every IPv4 address", () => expect(ipAllowed(["::ffff:0.0.0.0/96"], "203.0.113.9")).toBe(true));
  test.each([
    "::ffff:127.0.0.0/95",
    "::ffff:127.0.0.0/8",
    "::ffff:127.0.0.0/129",
    "127.0.0.0/33",
    "::1/129",
    "127.0.0.0/",
    "010.0.0.0/8",
    "10.0.0.0/8/24",
    "10.0.0.0/8/",
    "::1/128/x",
  ])("%s is none", (text) => {
    expect(parseRange(text)).toBeNull();
  });
});
