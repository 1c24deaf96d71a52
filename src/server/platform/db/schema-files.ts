/** The files of `db/`, which every version brings with it. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Folders of `db/`, in the order in which they are applied. */
export type SchemaFolder = "schema" | "migrations" | "functions";

/** One file; its name is recorded with its folder. */
export interface SchemaFile {
  readonly folder: SchemaFolder;
  readonly name: string;
  readonly sql: string;
  readonly digest: string;
}

/** What a version is made of. */
export interface SchemaVersion {
  /** Raised by each release that changes something in `db/` (db/README.md). */
  readonly release: number;
  readonly files: readonly SchemaFile[];
}

/** `db/`: beside this file, or where the built server finds it. */
function schemaDir(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const candidates = [join(here, "db"), join(here, "../../../../db"), join(process.cwd(), "db")];
  const found = candidates.find((dir) => existsSync(join(dir, "schema")));
  if (!found) throw new Error("The folder db with the database schema is missing beside the server.");
  return found;
}

function filesOf(dir: string, folder: SchemaFolder): SchemaFile[] {
  if (!existsSync(join(dir, folder))) return [];
  return readdirSync(join(dir, folder))
    .filter((file) => (folder === "migrations" ? /^\d{4}_\w+\.sql$/ : /\.sql$/).test(file))
    .sort()
    .map((file) => {
      const sql = readFileSync(join(dir, folder, file), "utf8");
      return { folder, name: `${folder}/${file}`, sql, digest: createHash("sha256").update(sql).digest("hex") };
    });
}

/**
 * Files whose first line is `-- needs: a, b` behind the files a and b of their folder; else by name.
 * @throws Error when a file needs one that is missing, or two need each other
 */
export function inOrder(files: readonly SchemaFile[]): SchemaFile[] {
  const ordered: SchemaFile[] = [];
  const place = (file: SchemaFile, below: readonly SchemaFile[]): void => {
    if (ordered.includes(file)) return;
    if (below.includes(file)) throw new Error(`${file.name} needs itself, by way of ${below.at(-1)?.name}.`);
    for (const need of /^-- needs: (.*)/.exec(file.sql)?.[1]?.split(", ") ?? []) {
      const other = files.find(({ name }) => name === `${file.folder}/${need}.sql`);
      if (!other) throw new Error(`${file.name} needs ${need}, which is not beside it.`);
      place(other, [...below, file]);
    }
    ordered.push(file);
  };
  for (const file of files) place(file, []);
  return ordered;
}

/** All files in the order in which an empty database gets them. */
export function loadSchema(dir: string = schemaDir()): SchemaFile[] {
  return [...inOrder(filesOf(dir, "schema")), ...filesOf(dir, "migrations"), ...inOrder(filesOf(dir, "functions"))];
}

/** The schema of this version. */
export function thisVersion(dir: string = schemaDir()): SchemaVersion {
  return { release: Number(readFileSync(join(dir, "release"), "utf8")), files: loadSchema(dir) };
}
