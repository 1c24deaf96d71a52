/** A person of the platform at the dashboard's interface. */
import type { EndpointKey, Endpoints } from "../src/contract/endpoints.ts";
import type { Profile } from "../src/contract/session.schema.ts";
import { expectData, type Answer, type Http } from "./http.ts";

type QueryOf<K extends EndpointKey> = Endpoints[K] extends { query: infer Q } ? Q : undefined;
type BodyOf<K extends EndpointKey> = Endpoints[K] extends { body: infer B } ? B : undefined;

export interface Options<K extends EndpointKey> {
  readonly id?: string;
  /** A business day in the path. */
  readonly date?: string;
  readonly query?: QueryOf<K>;
  readonly body?: BodyOf<K>;
}

/** Acts on an object that carry its version. */
export type ActKey = Extract<EndpointKey, `POST /api/${"disburses" | "withdrawal" | "transfers" | "manual"}/:id/${string}`>;
type ReadKey = "GET /api/disburses/:id" | "GET /api/withdrawal/:id" | "GET /api/transfers/:id" | "GET /api/manual/:id";
const READS = {
  disburses: "GET /api/disburses/:id",
  withdrawal: "GET /api/withdrawal/:id",
  transfers: "GET /api/transfers/:id",
  manual: "GET /api/manual/:id",
} as const satisfies Record<string, ReadKey>;
const CONFLICT_TRIES = 5;
/** The product takes a password for five minutes. */
const RECHECK_AFTER_MS = 4 * 60_000;

function readKeyOf(key: ActKey): ReadKey {
  const kind = /^POST \/api\/([a-z]+)\//.exec(key)?.[1];
  // The key's type names one of these kinds.
  return READS[kind as keyof typeof READS];
}

/** One signed-in person. Signs in again when the session has ended, and gives the password once more where the product asks for it. */
export class Person {
  private token: string | null = null;
  private signing: Promise<void> | null = null;
  private checkedMs = 0;

  constructor(
    private readonly http: Http,
    private readonly account: string,
    private readonly password: string,
  ) {}

  /** A call of the dashboard. @throws Error that names call and code */
  async call<K extends EndpointKey>(key: K, options: Options<K> = {}): Promise<Endpoints[K]["data"]> {
    return expectData(await this.answerOf(key, options), `${this.account}: ${key}`);
  }

  /**
   * An act of weight: with a password that was given lately and, where the product asks for a second approval, with one.
   * Objects move on by themselves, so the version is read anew when it had changed meanwhile.
   */
  async decide<K extends ActKey>(key: K, id: string, body: (version: number) => BodyOf<K>, second: Person): Promise<void> {
    const read = readKeyOf(key);
    for (let tries = 1; ; tries += 1) {
      await this.recheck();
      // Every object that can be acted on carries its version.
      const { version } = (await this.call(read, { id })) as { version: number };
      const answer = await this.answerOf(key, { id, body: body(version) });
      if (answer.error?.code === "conflict" && tries < CONFLICT_TRIES) continue;
      const data = expectData(answer, `${this.account}: ${key}`);
      // A 202 answers the request that now waits for its checker.
      const asked = answer.status === 202 ? (data as { approval?: { id: string } }).approval : undefined;
      if (asked) await second.approve(asked.id);
      return;
    }
  }

  /** Approves what another person asked for. */
  async approve(id: string): Promise<void> {
    await this.recheck();
    await this.call("POST /api/approvals/:id/approve", { id, body: {} });
  }

  /** The password once more, when the last time was long ago. */
  async recheck(): Promise<void> {
    if (Date.now() - this.checkedMs < RECHECK_AFTER_MS) return;
    return this.token === null ? this.signIn() : this.prove();
  }

  private async answerOf<K extends EndpointKey>(key: K, options: Options<K>): Promise<Answer<Endpoints[K]["data"]>> {
    if (this.token === null) await this.signIn();
    const answer = await this.send<K>(key, options);
    if (answer.status === 401) await this.signIn();
    else if (answer.error?.code === "recheck_required") await this.prove();
    else return answer;
    return this.send<K>(key, options);
  }

  private async prove(): Promise<void> {
    await this.call("POST /api/user/check", { body: { password: this.password } });
    this.checkedMs = Date.now();
  }

  /** Signs in afresh, which counts as a re-authentication. */
  signIn(): Promise<void> {
    this.signing ??= this.doSignIn().finally(() => {
      this.signing = null;
    });
    return this.signing;
  }

  private async doSignIn(): Promise<void> {
    const answer = await this.http.send<Profile>({
      method: "POST",
      path: "/api/signin",
      // As a browser that signs in again and again: its people need not be told of it.
      headers: { "content-type": "application/json", cookie: `device=${"simulator".padEnd(43, "-")}` },
      body: JSON.stringify({ account: this.account, password: this.password }),
    });
    this.token = expectData(answer, `sign-in of ${this.account}`).token;
    this.checkedMs = Date.now();
  }

  private send<K extends EndpointKey>(key: K, options: Options<K>): ReturnType<typeof this.http.send<Endpoints[K]["data"]>> {
    const [method = "GET", pattern = ""] = key.split(" ");
    const path = pattern.replace(":id", encodeURIComponent(options.id ?? "")).replace(":date", encodeURIComponent(options.date ?? ""));
    // Query values are texts, numbers or absent by the contract's type.
    const given = Object.entries((options.query ?? {}) as Record<string, string | number | undefined>).filter(([, value]) => value !== undefined);
    const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    const body = method === "GET" ? undefined : JSON.stringify(options.body ?? {});
    return this.http.send<Endpoints[K]["data"]>({
      method,
      path: query === "" ? path : `${path}?${query}`,
      headers: { authorization: `Bearer ${this.token}`, ...(body === undefined ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body }),
    });
  }
}
