/** A person of the platform at the dashboard's interface. */
import type { EndpointKey, Endpoints } from "../src/contract/endpoints.ts";
import type { Profile } from "../src/contract/session.schema.ts";
import { expectData, type Http } from "./http.ts";

type QueryOf<K extends EndpointKey> = Endpoints[K] extends { query: infer Q } ? Q : undefined;
type BodyOf<K extends EndpointKey> = Endpoints[K] extends { body: infer B } ? B : undefined;

export interface Options<K extends EndpointKey> {
  readonly id?: string;
  readonly query?: QueryOf<K>;
  readonly body?: BodyOf<K>;
}

/** One signed-in person. Signs in again when the session has ended. */
export class Person {
  private token: string | null = null;
  private signing: Promise<void> | null = null;

  constructor(
    private readonly http: Http,
    private readonly account: string,
    private readonly password: string,
  ) {}

  /** A call of the dashboard. @throws Error that names call and code */
  async call<K extends EndpointKey>(key: K, options: Options<K> = {}): Promise<Endpoints[K]["data"]> {
    if (this.token === null) await this.signIn();
    let answer = await this.send<K>(key, options);
    if (answer.status === 401) {
      await this.signIn();
      answer = await this.send<K>(key, options);
    }
    return expectData(answer, `${this.account}: ${key}`);
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
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account: this.account, password: this.password }),
    });
    this.token = expectData(answer, `sign-in of ${this.account}`).token;
  }

  private send<K extends EndpointKey>(key: K, options: Options<K>): ReturnType<typeof this.http.send<Endpoints[K]["data"]>> {
    const [method = "GET", pattern = ""] = key.split(" ");
    const path = pattern.replace(":id", encodeURIComponent(options.id ?? ""));
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
