// What is built from which sources, and whether it is so now. Plain Node without packages.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkout, filesBelow, hashOf, readOrNull } from "./common.mjs";

export const dist = join(checkout, "dist");
const SHARED = ["package-lock.json", "tsconfig.json", "tsconfig.base.json", "scripts/build.mjs", "scripts/lib/bundle.mjs"];
const isTest = (file) => /\.(test|spec)\.tsx?$/.test(file);

const SOURCES = {
  server: ["src/server", "src/domain", "src/contract", "db"],
  simulator: ["simulator", "src/contract"],
  history: ["simulator", "src/server", "src/domain", "src/contract", "db"],
  web: ["src/web", "src/contract", "vite.config.ts"],
};

/** Holds the hash of the sources that a part was made from. */
export const stampOf = (name) => join(dist, `.${name}-stamp`);
/** A hash over all that a part is made from. */
export const sourcesHash = (name) => hashOf(filesBelow(...SHARED, ...SOURCES[name]).filter((file) => !isTest(file)));
/** Whether a part was made from sources with this hash. */
export const isCurrent = (name, hash) => readOrNull(stampOf(name)) === hash && existsSync(join(dist, name));

/** Whether server and web are built from the sources as they are. */
export const isBuilt = () => ["server", "web"].every((name) => isCurrent(name, sourcesHash(name)));
