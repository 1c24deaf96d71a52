/** Single statements that may be read from a copy of the database: of screens that show and decide nothing. */
import type pg from "pg";
import { isAway } from "./away.ts";
import type { Replicas } from "./replicas.ts";

/** So many at once: a screen that asks for a dozen would take every connection from lists. */
const AT_ONCE = 2;

interface Runner {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Each statement goes to a copy that has all that was committed when its turn came, else to the primary. */
export class CopyReads implements Runner {
  private free = AT_ONCE;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly replicas: Replicas,
    private readonly primary: Runner,
  ) {}

  async query(config: pg.QueryConfig): Promise<pg.QueryResult> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((done) => this.waiting.push(done));
    const result = await this.onCopy(config).finally(() => {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    });
    return result ?? this.primary.query(config);
  }

  /** Null: the primary has to answer. */
  private async onCopy(config: pg.QueryConfig): Promise<pg.QueryResult | null> {
    const taken = await this.replicas.take();
    if (taken === null) return null;
    try {
      const result = await taken.client.query(config);
      taken.client.release();
      return result;
    } catch (error) {
      taken.client.release(error as Error);
      if (!isAway(error)) throw error;
      this.replicas.lost(taken, error as Error);
      return null;
    }
  }
}
