// npm start: install, build, run the server. In a production installation (npm ci --omit=dev) it only runs what was built.
import { buildApart, startHere } from "./lib/product.mjs";
import { ensureInstalled, isProduction } from "./setup.mjs";

if (!isProduction()) {
  await ensureInstalled();
  await buildApart();
}
await startHere();
