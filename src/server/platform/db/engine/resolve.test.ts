import { describe, expect, it } from "vitest";
import { parseSecretKey } from "../../settings/secret-key.ts";
import { engineFromUrl, resolveEngine } from "./resolve.ts";

const KEY = Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)).toString("base64");

describe("engineFromUrl", () => {
  it("answers null without DATABASE_URL, set or empty", () => {
    expect(engineFromUrl({})).toBeNull();
    expect(engineFromUrl({ DATABASE_URL: " ", DATABASE_OWNER_URL: "" })).toBeNull();
  });

  it("refuses the owner's address alone: the embedded database would be taken, and that one left as it is", () => {
    for (const alone of [{}, { DATABASE_URL: " " }])
      expect(() => engineFromUrl({ ...alone, DATABASE_OWNER_URL: "postgres://o@h/d" })).toThrow(/^DATABASE_OWNER_URL needs DATABASE_URL/);
  });

  it("takes both addresses", () => {
    expect(engineFromUrl({ DATABASE_URL: "postgres://a@h/d" })).toEqual({ appUrl: "postgres://a@h/d", ownerUrl: null });
    expect(engineFromUrl({ DATABASE_URL: "postgresql://a@h/d", DATABASE_OWNER_URL: "postgres://o@h/d" })).toEqual({
      appUrl: "postgresql://a@h/d",
      ownerUrl: "postgres://o@h/d",
    });
  });

  it("refuses other addresses without repeating them", () => {
    for (const url of ["mysql://u:hunter2@h/d", "hunter2", "host=h password=hunter2"]) {
      expect(() => engineFromUrl({ DATABASE_URL: url })).toThrow(/^DATABASE_URL must be an address/);
      expect(() => engineFromUrl({ DATABASE_URL: url })).not.toThrow(/hunter2/);
    }
  });
});

describe("parseSecretKey", () => {
  it("takes 32 bytes in base64, with or without padding, in either alphabet", () => {
    expect(parseSecretKey(KEY, "SECRET_KEY").toString("base64")).toBe(KEY);
    expect(parseSecretKey(`${KEY.replace("=", "")}\n`, "SECRET_KEY").toString("base64")).toBe(KEY);
    expect(parseSecretKey(KEY.replaceAll("+", "-").replaceAll("/", "_"), "SECRET_KEY").toString("base64")).toBe(KEY);
  });

  it("refuses other lengths, other text and placeholders", () => {
    const wrong = [
      "",
      "secret",
      KEY.slice(0, 40),
      `${KEY.slice(0, 43)}AAAA=`,
      `!${KEY}`,
      "x".repeat(32),
      "0".repeat(64),
      Buffer.alloc(32).toString("base64"),
      Buffer.alloc(32, 65).toString("base64"),
    ];
    for (const text of wrong) expect(() => parseSecretKey(text, "SECRET_KEY"), text).toThrow(/^SECRET_KEY /);
  });
});

describe("resolveEngine with DATABASE_URL", () => {
  const env = { DATABASE_URL: "postgres://a@127.0.0.1:1/d" };

  it("requires SECRET_KEY", async () => {
    await expect(resolveEngine(env)).rejects.toThrow(/^SECRET_KEY is required/);
    await expect(resolveEngine({ ...env, SECRET_KEY: "short" })).rejects.toThrow(/^SECRET_KEY must be 32 random bytes/);
  });

  it("connects to nothing by itself", async () => {
    const engine = await resolveEngine({ ...env, SECRET_KEY: KEY });
    expect(engine).toMatchObject({ kind: "server", appUrl: env.DATABASE_URL, ownerUrl: null, started: false });
    await engine.stop();
  });
});
