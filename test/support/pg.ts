/** Databases for tests: every test file gets its own, a fast copy of one migrated template. */
import { randomBytes } from "node:crypto";
import { inject } from "vitest";
import { restrictDatabase, withClient } from "../../src/server/platform/db/engine/provision.ts";

/** Template that the global set-up migrates once per run. */
export const TEMPLATE = "floatdesk_template";
/** Template of the browser tests: with the content that their run makes. */
export const FILLED = "floatdesk_filled";

/** What the global set-up tells the test files about the database server of this run. */
export interface TestEngine {
  /** `embedded`: the product's own PostgreSQL; `server`: one that this machine has. */
  engine: "embedded" | "server";
  /** Superuser on the database `postgres`: for making and dropping test databases, not for tests. */
  superUrl: string;
  ownerUrl: string;
  appUrl: string;
  major: number;
  /** Folder of pg_dump and the like; null where the engine has none (rule 26: such tests are skipped). */
  toolsDir: string | null;
}

// Keeps the module named in the emitted types: without it, TypeScript 7 does not find what is extended here.
export type { ProvidedContext } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    pg: TestEngine;
    /** Folder of this run for what its tests build to start it. */
    programs: string;
  }
}

/** One test file's database. */
export interface TestDatabase {
  /** As the application role. */
  appUrl: string;
  /** As the owner of database and schema. */
  ownerUrl: string;
  /** Drops it, whoever is still connected. */
  drop(): Promise<void>;
}

const OBJECT_IN_USE = "55006";

/** The same address with another database. */
export function onDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/**
 * A fresh database: migrated and otherwise empty, or filled. Call it in `beforeAll`, and `drop()` in `afterAll`
 * after closing your pools.
 */
export async function testDatabase(template: typeof TEMPLATE | typeof FILLED = TEMPLATE): Promise<TestDatabase> {
  const { superUrl, ownerUrl, appUrl } = inject("pg");
  const name = `t_${randomBytes(8).toString("hex")}`;
  await withClient(superUrl, async (client) => {
    // Copying files beats the default, copying through the log, where nothing is synced to disk.
    for (let tries = 1; ; tries += 1) {
      try {
        await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER floatdesk_owner STRATEGY FILE_COPY`);
        break;
      } catch (error) {
        // Another file copies the template at this moment and still holds it.
        if ((error as { code?: string }).code !== OBJECT_IN_USE || tries >= 50) throw error;
        await new Promise((done) => setTimeout(done, 100));
      }
    }
    // Rights on the database itself are not copied from the template.
    await restrictDatabase(client, name);
  });
  return {
    appUrl: onDatabase(appUrl, name),
    ownerUrl: onDatabase(ownerUrl, name),
    drop: () => withClient(superUrl, async (client) => void (await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`))),
  };
}
