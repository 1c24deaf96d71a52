// npm start: install, build, run the server.
import { buildApart, startHere } from "./lib/product.mjs";
import { ensureInstalled } from "./setup.mjs";

await ensureInstalled();
await buildApart();
await startHere();
