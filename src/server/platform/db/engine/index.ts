/** The database engine: embedded PostgreSQL or an external one. Other parts import from here only. */
export { findCheckout, resolveDataDir } from "./data-dir.ts";
export { type EngineHandle, startEmbedded } from "./embedded.ts";
export { engineFromUrl, type ResolvedEngine, resolveEngine } from "./resolve.ts";
