// Tries the changes of ./sql.mjs: each is made in the database that every test file copies, and the tests of its module run against it,
// file after file, until one fails. One database server and one run of Vitest serve all of them.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { createVitest } from "vitest/node";
import { checkout } from "../../common.mjs";
import { failureOf } from "./failure.mjs";
import { sqlMutants } from "./sql.mjs";
import { sqlScore } from "./sql-score.mjs";

/** A change may keep a statement waiting for ever: so long after it began a file counts as failed. */
const PATIENCE_MS = 120_000;
/** The database that test/support/pg.ts copies. */
const TEMPLATE = "floatdesk_template";

const fileOf = (name) => `db/functions/${name}.sql`;
const textOf = (name) => readFileSync(join(checkout, fileOf(name)), "utf8");

/** The statement of a file that makes its function. */
function original(sql) {
  const close = sql.lastIndexOf("$$");
  return sql.slice(sql.search(/^create or replace function/m), sql.indexOf(";", close) + 1);
}

/** @param {import("./modules.mjs").SqlModule} module @returns every change of its functions */
function mutantsOf({ functions }) {
  return functions.flatMap((name) => {
    const sql = textOf(name);
    return sqlMutants(sql).map((mutant) => ({ ...mutant, file: fileOf(name), text: sql.split("\n")[mutant.line - 1], before: original(sql) }));
  });
}

/** Vitest, waiting: its database runs, and what it is told runs one file after the other. */
class Runner {
  static async open(module) {
    process.env.MUTATION_TESTS = module.tests.join(",");
    process.env.MUTATION_DATABASE = "1";
    process.env.HISTORIES = String(module.histories ?? "");
    const vitest = await createVitest("test", {
      config: join(checkout, "test", "mutation", "vitest.config.ts"),
      root: checkout,
      watch: false,
      bail: 1,
      reporters: [{}],
    });
    const specifications = await vitest.globTestSpecifications();
    const inOrder = module.tests.map((path) => specifications.find(({ moduleId }) => moduleId === join(checkout, path)));
    return new Runner(vitest, inOrder);
  }

  constructor(vitest, specifications) {
    this.vitest = vitest;
    this.specifications = specifications;
  }

  /** The name of a test that fails, or null when all pass. */
  async failing() {
    for (const specification of this.specifications) {
      const timer = setTimeout(() => void this.vitest.cancelCurrentRun("test-failure"), PATIENCE_MS);
      const { testModules, unhandledErrors } = await this.vitest.runTestSpecifications([specification]).finally(() => clearTimeout(timer));
      if (unhandledErrors.length > 0) return `${specification.moduleId}: ${String(unhandledErrors[0]?.message ?? unhandledErrors[0])}`;
      const failure = failureOf(testModules, specification.moduleId);
      if (failure !== null) return failure;
    }
    return null;
  }

  /** A connection to the template, of its owner; nobody may hold it while it is copied. */
  async inTemplate(sql) {
    const { superUrl } = this.vitest.projects[0].getProvidedContext().pg;
    const url = new URL(superUrl);
    url.pathname = `/${TEMPLATE}`;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  close() {
    return this.vitest.close();
  }
}

/**
 * Changes the functions of a module one place at a time and runs its tests against each.
 * @param {import("./modules.mjs").SqlModule} module
 * @param part of the changes: "1/4" is every fourth one, from the first
 * @param say takes what happens, a line at a time
 * @throws Error when the tests do not pass without a change
 */
export async function mutateSql(module, part = "1/1", say = () => undefined) {
  const startedAt = Date.now();
  const [number, of] = part.split("/").map(Number);
  const mutants = mutantsOf(module).filter((_mutant, index) => index % of === number - 1);
  const runner = await Runner.open(module);
  const ended = { found: [], survived: [], failed: [] };
  try {
    const broken = await runner.failing();
    if (broken !== null) throw new Error(`${module.name} cannot be tried, its tests fail without a change: ${broken}`);
    for (const mutant of mutants) {
      try {
        await runner.inTemplate(mutant.sql);
      } catch {
        // What is no function any more says nothing either way.
        ended.failed.push(mutant);
        continue;
      }
      const by = await runner.failing();
      await runner.inTemplate(mutant.before);
      ended[by === null ? "survived" : "found"].push(mutant);
      say(`${mutant.file}:${mutant.line} ${mutant.from.slice(0, 80)} → ${mutant.to.slice(0, 80)}: ${by ?? "NOBODY NOTICED"}`);
    }
  } finally {
    await runner.close();
  }
  return { name: module.name, seconds: Math.round((Date.now() - startedAt) / 1000), ...sqlScore(mutants, ended, of === 1) };
}
