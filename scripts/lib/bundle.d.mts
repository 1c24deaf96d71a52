import type { BuildOptions } from "esbuild";

export declare const BUNDLE: Readonly<BuildOptions>;
export const THREADS: Readonly<Record<"export-thread" | "password-thread" | "statement-pdf", string>>;
export declare const HISTORY: Readonly<Record<string, string>>;
