/** The key that encrypts secrets at rest, as people write it down. */
const KEY_BYTES = 32;

/** Reads a key of 32 bytes in base64; throws one sentence that names where it came from. */
export function parseSecretKey(text: string, where: string): Buffer {
  const key = Buffer.from(text.trim(), "base64");
  const exact = key.toString("base64").replace(/=+$/, "") === text.trim().replaceAll("-", "+").replaceAll("_", "/").replace(/=+$/, "");
  if (key.length !== KEY_BYTES || !exact) throw new Error(`${where} must be 32 bytes in base64 (make one with: openssl rand -base64 32).`);
  // A key of one repeated byte is a placeholder that somebody forgot.
  if (key.every((byte) => byte === key[0])) throw new Error(`${where} is a placeholder, not a random key (make one with: openssl rand -base64 32).`);
  return key;
}
