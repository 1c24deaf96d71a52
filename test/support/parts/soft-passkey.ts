/** A device with one passkey, made of a key of node:crypto: answers as a browser would, and wrongly where a test wants it. */
import { createHash, createSign, generateKeyPairSync, randomBytes } from "node:crypto";

interface Wrong {
  /** The address that the person is at. */
  readonly origin?: string;
  /** The relying party that is signed for. */
  readonly rpId?: string;
  /** Without the person being verified. */
  readonly unverified?: boolean;
  readonly count?: number;
  readonly challenge?: string;
}

const sha256 = (data: Buffer | string): Buffer => createHash("sha256").update(data).digest();
const text = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

export class SoftPasskey {
  readonly id = randomBytes(32);
  private readonly keys = generateKeyPairSync("ec", { namedCurve: "P-256" });

  constructor(
    readonly origin = "https://desk.example.com",
    readonly rpId = "desk.example.com",
  ) {}

  private authData(wrong: Wrong, attested: Buffer): Buffer {
    const flags = 0x01 | (wrong.unverified ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.count ?? 0);
    return Buffer.concat([sha256(wrong.rpId ?? this.rpId), Buffer.from([flags]), count, attested]);
  }

  private clientData(type: string, challenge: string, wrong: Wrong): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? this.origin, crossOrigin: false }));
  }

  private named<T>(response: T): { id: string; rawId: string; type: "public-key"; response: T } {
    const id = this.id.toString("base64url");
    return { id, rawId: id, type: "public-key", response };
  }

  /** The answer to the options of a new passkey. */
  create(challenge: string, wrong: Wrong = {}) {
    const { x, y } = this.keys.publicKey.export({ format: "jwk" });
    const [left, right] = [Buffer.from(x ?? "", "base64url"), Buffer.from(y ?? "", "base64url")];
    const cose = Buffer.concat([Buffer.from("a5010203262001215820", "hex"), left, Buffer.from("225820", "hex"), right]);
    const data = this.authData(wrong, Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, cose]));
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      text("fmt"),
      text("none"),
      text("attStmt"),
      Buffer.from([0xa0]),
      text("authData"),
      Buffer.from([0x58, data.length]),
      data,
    ]);
    return this.named({
      clientDataJSON: this.clientData("webauthn.create", challenge, wrong).toString("base64url"),
      attestationObject: attestation.toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The answer to a challenge. */
  sign(challenge: string, wrong: Wrong = {}) {
    const data = this.authData(wrong, Buffer.alloc(0));
    const client = this.clientData("webauthn.get", challenge, wrong);
    const signature = createSign("SHA256")
      .update(Buffer.concat([data, sha256(client)]))
      .sign(this.keys.privateKey);
    return this.named({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: signature.toString("base64url"),
    });
  }
}
