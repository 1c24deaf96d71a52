/** The program of an export's thread: the built one beside the server's; where sources run (tests), made of them once. */
import { fileURLToPath } from "node:url";

export interface Program {
  /** A file; or the program itself, where `eval` says so. */
  readonly source: URL | string;
  readonly eval: boolean;
}

async function fromSources(): Promise<Program> {
  const { build } = await import("esbuild");
  const made = await build({
    entryPoints: [fileURLToPath(new URL("./export-thread.ts", import.meta.url))],
    bundle: true,
    minify: true,
    // With its packages: a thread that has to look for them takes a quarter more.
    external: ["pg-native", "pg-cloudflare"],
    platform: "node",
    target: "node20",
    format: "cjs",
    write: false,
  });
  return { source: made.outputFiles[0]?.text ?? "", eval: true };
}

let made: Promise<Program> | null = null;

/** Where a thread finds its program. */
export function exportProgram(): Promise<Program> {
  made ??= import.meta.url.endsWith(".ts") ? fromSources() : Promise.resolve({ source: new URL("./export-thread.js", import.meta.url), eval: false });
  return made;
}
