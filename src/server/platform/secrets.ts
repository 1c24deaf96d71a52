/** Encryption at rest (authenticator seeds, webhook keys, proxies), hashes under a key, and the hashes of credentials. */
import { createCipheriv, createDecipheriv, createHmac, hash, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A column that holds sealed texts, as the change of the key goes through it. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The columns that name a row. */
  readonly key: readonly string[];
  /** What a row's text is bound to, as where it is sealed; the key columns come as text. */
  readonly boundTo: (key: Readonly<Record<string, string>>) => string;
}

/** A sealed column of a table whose rows are named by `id`. */
export function sealedById(table: string, column: string, boundTo: (id: bigint) => string): SealedColumn {
  return { table, column, key: ["id"], boundTo: ({ id = "" }) => boundTo(BigInt(id)) };
}

function keyFor(secretKey: Buffer, purpose: "at rest" | "bodies"): Buffer {
  if (secretKey.length !== KEY_BYTES) throw new Error("SECRET_KEY must be 32 bytes in base64.");
  return Buffer.from(hkdfSync("sha256", secretKey, Buffer.alloc(0), `floatdesk ${purpose} v1`, KEY_BYTES));
}

/** @throws Error when the text was changed, belongs to another owner or is under another key */
function openWith(key: Buffer, sealed: Buffer, bound: string): Buffer {
  const decipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(bound));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

/** Keys derived from `SECRET_KEY`: AES-256-GCM, where the purpose and the owner's id are authenticated with it, and HMAC-SHA-256. */
export class Secrets {
  private readonly key: Buffer;
  private readonly also: Buffer | null;
  private readonly bodies: Buffer;

  /**
   * @param also `SECRET_KEY_ALSO`: read with where the first key does not fit, never written with
   * @throws Error with one sentence when a key is not 32 bytes
   */
  constructor(secretKey: Buffer, also: Buffer | null = null) {
    this.key = keyFor(secretKey, "at rest");
    this.also = also === null ? null : keyFor(also, "at rest");
    this.bodies = keyFor(secretKey, "bodies");
  }

  /** Encrypts; `bound` (e.g. `totp:42`) must be given again to decrypt. */
  seal(plain: Buffer | string, bound: string): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", this.key, nonce);
    cipher.setAAD(Buffer.from(bound));
    const body = Buffer.concat([cipher.update(plain), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), body]);
  }

  /** Decrypts. @throws Error when the text was changed, belongs to another owner or is under neither key */
  open(sealed: Buffer, bound: string): Buffer {
    if (this.also === null) return openWith(this.key, sealed, bound);
    try {
      return openWith(this.key, sealed, bound);
    } catch {
      return openWith(this.also, sealed, bound);
    }
  }

  /** Hash of a call's body that may hold a password: nobody guesses it from the database alone. Another key gives another hash. */
  bodyHash(body: string): Buffer {
    return createHmac("sha256", this.bodies).update(body).digest();
  }

  /** The same text under the first key; null: it is already. @throws Error as `open` */
  renewed(sealed: Buffer, bound: string): Buffer | null {
    try {
      openWith(this.key, sealed, bound);
      return null;
    } catch {
      return this.seal(this.open(sealed, bound), bound);
    }
  }
}

/** SHA-256 of a credential of 128 random bits or more; a slow hash would be wrong here. */
export function credentialHash(credential: string): Buffer {
  return hash("sha256", credential, "buffer");
}

/** {@link credentialHash} as base64, as caches of credentials are keyed: every call of a program asks for it. */
export function credentialKey(credential: string): string {
  return hash("sha256", credential, "base64");
}

/** Random characters of base64url: 43 for 256 bits. */
export function randomToken(bytes = 32): string {
  return randomBytes(bytes).toString("base64url");
}

/** Compares in constant time. */
export function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
