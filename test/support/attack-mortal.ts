/** A process of the product behind a wire to the database, which is killed where the wire would be cut. */
import type { TestProduct } from "./app.ts";
import { DatabaseWire } from "./attack-proxy.ts";
import { Deployment, type ServerProcess } from "./attack-server.ts";
import type { Raw } from "./attack.ts";
import { TEST_KEY } from "./key.ts";
import { programOf } from "./parts/programs.ts";

export class MortalProcess {
  /** It was killed at a statement, and the next one is not there yet. */
  private isKilled = false;

  private constructor(
    readonly wire: DatabaseWire,
    private readonly deployment: Deployment,
    private server: ServerProcess,
  ) {
    wire.onCut = () => {
      this.isKilled = true;
      process.kill(this.server.pid, "SIGKILL");
    };
  }

  /** @param steady the product whose database it works on */
  static async start(steady: TestProduct): Promise<MortalProcess> {
    const wire = await DatabaseWire.open(steady.databaseUrl);
    const deployment = new Deployment(await programOf("main"), {
      DATABASE_URL: wire.url,
      DATABASE_OWNER_URL: steady.ownerUrl,
      SECRET_KEY: TEST_KEY.toString("base64"),
      ROLE: "api",
      WEBHOOK_ALLOW_PRIVATE: "1",
    });
    return new MortalProcess(wire, deployment, await deployment.start());
  }

  /**
   * Starts the next one where it was killed, which may be in a statement of its own that no call waited for.
   * Only while the wire is not armed: the statements of its start would be counted, and cut.
   */
  async revive(): Promise<void> {
    if (!this.isKilled) return;
    await this.server.kill();
    this.server = await this.deployment.start(this.server.port);
    this.isKilled = false;
  }

  /**
   * One call. Where no answer came, what is said is what a proxy in front says of it, and where the process was killed the next one is started.
   * A connection can be lost without that, as one that was idle until the server closed it: then it stays.
   */
  async ask(method: string, url: string, token: string, body: unknown, headers: Record<string, string>): Promise<Raw> {
    const answer = await fetch(this.server.address + url, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer !== null) {
      const text = await answer.text();
      return { status: answer.status, text, headers: Object.fromEntries(answer.headers), json: JSON.parse(text) as Raw["json"] };
    }
    await this.revive();
    const gone = { success: false, data: null, error: { code: "not_ready", message: "" } };
    return { status: 503, text: "", headers: { "retry-after": "1" }, json: gone };
  }

  async remove(): Promise<void> {
    await this.deployment.remove();
    await this.wire.close();
  }
}
