/** A product for one file of browser tests, whose clock can be set back: yesterday's work is done yesterday, by the product itself. */
import { Deployment, type ServerProcess } from "../support/attack-server.ts";
import { shiftClock } from "../support/shifted-clock.ts";
import { withClient } from "../../src/server/platform/db/engine/provision.ts";
import { migrate } from "../../src/server/platform/db/migrate.ts";
import { startEmbedded } from "../../src/server/platform/db/engine/index.ts";
import { MAIN, productOf, useProduct } from "./product.ts";

export class OwnProduct {
  private readonly deployment = new Deployment(MAIN);
  private server: ServerProcess | null = null;

  /**
   * Starts it, or starts it again, with a clock that lies so many seconds ahead; behind where negative. It may only go on: ids never go back.
   * The file's calls and pages go to it from then on.
   */
  async start(seconds: number): Promise<void> {
    await this.server?.terminate();
    const database = await startEmbedded({ dataDir: this.deployment.dataDir });
    // Before the product has told any time.
    if (this.server === null) await migrate(database.ownerUrl);
    await shiftClock(database.ownerUrl, seconds);
    // Who migrates at a start looks for the schema where it is, not where the clock is.
    await withClient(database.ownerUrl, (client) => client.query("alter role current_user in database floatdesk set search_path = public"));
    await database.stop();
    this.server = await this.deployment.start();
    useProduct(productOf(this.server));
  }

  remove(): Promise<void> {
    return this.deployment.remove();
  }
}
