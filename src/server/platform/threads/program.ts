/** The program of a thread: the built one beside the server's; where sources run (tests), made of them once. */
import type { BuildOptions } from "esbuild";
import { fileURLToPath } from "node:url";

export interface Program {
  /** A file; or the program itself, where `eval` says so. */
  readonly source: URL | string;
  readonly eval: boolean;
}

/** How the program that begins at a source is made of it. esbuild has nothing to warn of, so what it says is worth reading. */
export const optionsFor = (source: URL) =>
  ({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    minify: true,
    // With its packages: a thread that has to look for them takes a quarter more.
    // pdfkit and what it brings look for files beside themselves; argon2 is a library of the machine; esbuild makes programs, here alone.
    external: ["pg-native", "pg-cloudflare", "pdfkit", "fontkit", "@node-rs/argon2", "esbuild"],
    // A program in one piece stands nowhere: its modules take the source that it begins with for their own place.
    define: { "import.meta.url": JSON.stringify(source.href) },
    platform: "node",
    target: "node20",
    format: "cjs",
    write: false,
  }) satisfies BuildOptions;

async function fromSources(source: URL): Promise<Program> {
  const { build } = await import("esbuild");
  const made = await build(optionsFor(source));
  return { source: made.outputFiles[0]?.text ?? "", eval: true };
}

const made = new Map<string, Promise<Program>>();

/**
 * Where a thread finds its program.
 * @param name of the built one, in THREADS of scripts/lib/bundle.mjs
 * @param source what it is made of
 */
export function threadProgram(name: string, source: URL): Promise<Program> {
  const known = made.get(name);
  if (known !== undefined) return known;
  const program = import.meta.url.endsWith(".ts") ? fromSources(source) : Promise.resolve({ source: new URL(`./${name}.js`, import.meta.url), eval: false });
  made.set(name, program);
  return program;
}
