/** Single statements that may be read from a copy of the database: of screens that show and decide nothing. */
import type pg from "pg";
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
    const answer = await this.replicas
      .answer((copy) => ask(copy, config))
      .finally(() => {
        const next = this.waiting.shift();
        if (next) next();
        else this.free += 1;
      });
    return answer?.value ?? this.primary.query(config);
  }
}

/** One statement, and the connection back, which a failure ends. */
async function ask(client: pg.PoolClient, config: pg.QueryConfig): Promise<pg.QueryResult> {
  try {
    const result = await client.query(config);
    client.release();
    return result;
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
}
