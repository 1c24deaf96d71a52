import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { makeOutbound } from "./outbound.ts";
import { checkTarget, isGlobalUnicast, type Resolve, type TargetCheck } from "./target.ts";

const PUBLIC = "93.184.216.34";
const NAMES: Readonly<Record<string, readonly string[]>> = {
  "example.com": [PUBLIC, "2606:2800:220:1:248:1893:25c8:1946"],
  "example.com.": [PUBLIC],
  "both.example": [PUBLIC, "10.0.0.5"],
  "both6.example": ["2606:2800:220:1:248:1893:25c8:1946", "fd00::5"],
  "inside.example": ["192.168.1.1"],
  "metadata.google.internal": ["169.254.169.254"],
  "nat64.example": ["64:ff9b::7f00:1"],
  "mapped.example": ["::ffff:127.0.0.1"],
  "xn--fiqs8s.example": [PUBLIC],
  "empty.example": [],
};
const resolve: Resolve = async (name) => {
  const found = NAMES[name];
  if (!found) throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
  return found;
};

/** Every way to write an address inside, and a few that are fine. */
const CASES: readonly (readonly [string, TargetCheck])[] = [
  ["http://example.com/", "not_https"],
  ["ftp://example.com/", "invalid"],
  ["javascript:alert(1)", "invalid"],
  ["file:///etc/passwd", "invalid"],
  ["", "invalid"],
  ["https://", "invalid"],
  ["example.com/hook", "invalid"],
  ["https://user:word@example.com/", "invalid"],
  ["https://example.com@127.0.0.1/", "invalid"],
  ["https://example.com:0/", "invalid"],
  ["https://example.com:22/", "port"],
  ["https://example.com:25/hook", "port"],
  ["https://example.com:80/", "port"],
  ["https://example.com:1023/", "port"],
  ["https://example.com:6667/", "port"],
  ["https://example.com:1024/", "ok"],
  ["https://example.com:443/", "ok"],
  ["https://exa mple.com/", "invalid"],
  ["https://example.com\\@127.0.0.1/", "invalid"],
  ["https://example.com/a\u0000b", "invalid"],
  ["\u0000https://example.com/", "invalid"],
  ["https://example.com/a\u007fb", "invalid"],
  ["https://example.com/a\ud800b", "invalid"],
  [`https://example.com/${"a".repeat(500)}`, "invalid"],
  ["https://127.0.0.1/", "private"],
  ["https://127.1/", "private"],
  ["https://2130706433/", "private"],
  ["https://0x7f000001/", "private"],
  ["https://0x7f.0.0.1/", "private"],
  ["https://0177.0.0.1/", "private"],
  ["https://127.0.0.1./", "private"],
  ["https://①②⑦.⓪.⓪.①/", "private"],
  ["https://0/", "private"],
  ["https://10.1.2.3/", "private"],
  ["https://172.31.255.255/", "private"],
  ["https://192.168.0.1:8443/", "private"],
  ["https://100.64.0.1/", "private"],
  ["https://169.254.169.254/latest/meta-data", "private"],
  ["https://192.0.0.8/", "private"],
  ["https://198.19.0.1/", "private"],
  ["https://224.0.0.1/", "private"],
  ["https://255.255.255.255/", "private"],
  ["https://[::1]/", "private"],
  ["https://[::]/", "private"],
  ["https://[fc00::1]/", "private"],
  ["https://[fe80::1]/", "private"],
  ["https://[fec0::1]/", "private"],
  ["https://[::ffff:127.0.0.1]/", "private"],
  ["https://[::ffff:8.8.8.8]/", "private"],
  ["https://[64:ff9b::a00:1]/", "private"],
  ["https://[64:ff9b:1::1]/", "private"],
  ["https://[2002:7f00:1::]/", "private"],
  ["https://[2001::1]/", "private"],
  ["https://[2001:db8::1]/", "private"],
  ["https://localhost/", "private"],
  ["https://both.example/", "private"],
  ["https://both6.example/", "private"],
  ["https://inside.example/", "private"],
  ["https://metadata.google.internal/", "private"],
  ["https://nat64.example/", "private"],
  ["https://mapped.example/", "private"],
  ["https://gone.example/", "unresolvable"],
  ["https://empty.example/", "unresolvable"],
  ["https://example.com/hook?a=1", "ok"],
  ["https://example.com:8443/hook", "ok"],
  ["https://EXAMPLE.com./hook", "ok"],
  ["https://中国.example/hook", "ok"],
  [`https://${PUBLIC}/`, "ok"],
  ["https://[2606:2800:220:1:248:1893:25c8:1946]/", "ok"],
];

describe("checkTarget", () => {
  const withLocalhost: Resolve = (name) => (name === "localhost" ? Promise.resolve(["127.0.0.1", "::1"]) : resolve(name));
  it.each(CASES)("%s is %s", async (url, expected) => {
    expect(await checkTarget(url, { allowPrivate: false, resolve: withLocalhost })).toBe(expected);
  });

  it("lets development go inside, by http too, but never with credentials in the address", async () => {
    const dev = { allowPrivate: true, resolve: withLocalhost };
    expect(await checkTarget("http://127.0.0.1:4000/hook", dev)).toBe("ok");
    expect(await checkTarget("http://localhost:4000/hook", dev)).toBe("ok");
    expect(await checkTarget("http://127.0.0.1:80/hook", dev)).toBe("ok");
    expect(await checkTarget("https://user@127.0.0.1/", dev)).toBe("invalid");
    expect(await checkTarget("http://gone.example/", dev)).toBe("unresolvable");
  });
});

describe("isGlobalUnicast", () => {
  it("holds for the public internet alone", () => {
    for (const address of ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450:4001::1"])
      expect([address, isGlobalUnicast(address)]).toEqual([address, true]);
    for (const address of ["0.0.0.0", "192.0.2.1", "203.0.113.9", "240.0.0.1", "100::1", "ff02::1", "3fff::1", "5f00::1", "text", ""])
      expect([address, isGlobalUnicast(address)]).toEqual([address, false]);
  });
});

describe("the connection itself", () => {
  it("is refused when the name answers inside, whatever it answered before", async () => {
    let asked = 0;
    const client = makeOutbound({ allowPrivate: false, resolve: async () => ((asked += 1), asked === 1 ? [PUBLIC, "127.0.0.1"] : ["127.0.0.1"]) });
    const answers = [await client.post("https://rebind.example/", {}, "{}", false), await client.post("https://rebind.example/", {}, "{}", false)];
    await client.close();
    expect(answers.map((answer) => [answer.code, answer.error])).toEqual([
      [null, "private"],
      [null, "private"],
    ]);
    expect(asked).toBe(2);
  });

  it("goes to the address that was checked, with the name in Host, and follows no redirect", async () => {
    const seen: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      seen.push(`${request.headers.host} ${request.url}`);
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo; // a TCP server's address is never a path
    let asked = 0;
    const client = makeOutbound({ allowPrivate: true, connectionsPerOrigin: 1, resolve: async () => ((asked += 1), ["127.0.0.1"]) });
    for (let index = 0; index < 3; index += 1) expect((await client.post(`http://hook.example:${port}/in?a=1`, {}, "{}", false)).code).toBe(307);
    await client.close();
    server.close();
    expect(seen).toEqual(Array.from({ length: 3 }, () => `hook.example:${port} /in?a=1`));
    expect(asked).toBe(1); // one connection, one resolution
  });
});
