/** What a setting of the environment may be: how its text is read, and what is allowed, in the words of a refusal. */
import { isIPv6 } from "node:net";
import { userCreate } from "../../../contract/users.schema.ts";
import { readAddress, wrongParameter } from "../db/hosts/address.ts";
import { parseRange } from "../http/ip.ts";
import { parseSecretKey } from "./secret-key.ts";

/** A kind of value. */
export interface Kind<T> {
  /** What is allowed, as it goes on after "NAME must be". */
  readonly allowed: string;
  /** Reads a text that is not blank; undefined: it is not allowed. */
  readonly read: (text: string) => T | undefined;
  /** What of a text is not allowed, without its secrets; null: there is no more to say of it. */
  readonly wrong?: (text: string) => string | null;
}

/** `1` and `0`, nothing else: "false" and "no" would be taken for yes by one reader and for no by another. */
export const flag: Kind<boolean> = { allowed: "0 or 1", read: (text) => (text === "1" ? true : text === "0" ? false : undefined) };

/** A whole number from `from` to `to`, both allowed. */
export function integer(from: number, to: number): Kind<number> {
  return {
    allowed: `a number from ${from} to ${to}`,
    read: (text) => {
      const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
      return number >= from && number <= to ? number : undefined;
    },
  };
}

/** One of these words. */
export function oneOf<const W extends string>(...words: readonly W[]): Kind<W> {
  return { allowed: `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`, read: (text) => words.find((word) => word === text) };
}

/** Text of a shape; `allowed` says which. */
export function text(allowed: string, shape: RegExp): Kind<string> {
  return { allowed, read: (given) => (shape.test(given) ? given : undefined) };
}

/** An account's name, as the contract has it. */
export const accountName: Kind<string> = {
  allowed: "2 to 64 letters, digits or . _ @ - that begin with a letter or digit",
  read: (given) => userCreate.shape.account.safeParse(given).data,
};

/** Paths are put behind it, so nothing else may stand there; who signs in would be ignored or be told to everybody. */
const isHttp = (given: string): boolean => /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/.test(given) && URL.canParse(given);

/** An http or https address; answered without slashes at its end. */
export const httpUrl: Kind<string> = {
  allowed: "an http or https address without ?, # and @",
  read: (given) => (isHttp(given) ? given.replace(/\/+$/, "") : undefined),
};

/** Scheme, host and port, as browsers send them as the origin. */
export const origin: Kind<string> = {
  allowed: "scheme and host of an http or https address, without a path (https://desk.example.com)",
  read: (given) => {
    const plain = given.replace(/\/+$/, "");
    return isHttp(plain) && new URL(plain).origin === plain ? plain : undefined;
  },
};

/** What stands between commas; an empty part is a slip, and nobody knows what should have stood there. */
const partsOf = (given: string): readonly string[] => given.split(",").map((part) => part.trim());

/** A name or an address to listen on. */
export const listenHost: Kind<string> = {
  allowed: "an address of this machine or a name that leads to one, without scheme, port and brackets",
  read: (given) => (isIPv6(given) || /^[\w.-]+$/.test(given) ? given : undefined),
};

/** Addresses and ranges by commas; not everybody. */
export const addresses: Kind<readonly string[]> = {
  allowed: "addresses or ranges by commas (10.0.0.7, 10.1.0.0/16, ::1), not of everybody (/0)",
  read: (given) => {
    const parts = given === "" ? [] : partsOf(given);
    return parts.every((part) => (parseRange(part)?.[1] ?? 0) > 0) ? parts : undefined;
  },
};

/** A PostgreSQL server's address. It holds a password: no message repeats it. */
export const postgresUrl: Kind<string> = {
  allowed:
    "an address of the form postgres://user:password@host:port/database (what is no letter, digit or one of - . _ ~ in user and password percent-encoded: %2F for /), hosts by commas, with parameters and values of docs/operate.md#parameters-of-an-address alone",
  read: (given) => (readAddress(given) === null ? undefined : given),
  wrong: wrongParameter,
};

/** A key of 32 bytes. */
export const secretKey: Kind<Buffer> = {
  allowed: "32 random bytes in base64 (make one with: openssl rand -base64 32)",
  read: (given) => {
    try {
      return parseSecretKey(given, "");
    } catch {
      return undefined;
    }
  },
};

/** `name=value` by commas, each name once, values percent-encoded, as OpenTelemetry has headers. */
export const headers: Kind<Readonly<Record<string, string>>> = {
  allowed: "name=value pairs, separated by commas, each name once",
  read: (given) => {
    const read: Record<string, string> = {};
    for (const part of given === "" ? [] : partsOf(given)) {
      // What is percent-encoded is a printable character, too: no header may hold another.
      const [, name, value] = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*=\s*((?:[!-$&-+\--~]|%[2-6][0-9A-Fa-f]|%7[0-9A-Ea-e])*)$/.exec(part) ?? [];
      if (name === undefined || value === undefined || Object.hasOwn(read, name.toLowerCase())) return undefined;
      read[name.toLowerCase()] = decodeURIComponent(value);
    }
    return read;
  },
};
