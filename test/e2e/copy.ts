/** Each file of browser tests has a product of its own, on a copy of what the run filled once, and a browser of its own. */
import { afterAll, beforeAll } from "vitest";
import { deploymentOn, productOf, useProduct } from "./product.ts";
import { closeBrowser } from "./support.ts";
import { FILLED, testDatabase, type TestDatabase } from "../support/pg.ts";
import type { Deployment, ServerProcess } from "../support/attack-server.ts";

let database: TestDatabase;
let deployment: Deployment;
let server: ServerProcess;
beforeAll(async () => {
  database = await testDatabase(FILLED);
  deployment = deploymentOn(database);
  server = await deployment.start();
  useProduct(productOf(server));
});
afterAll(async () => {
  if (!server.running) throw new Error(`the product ended by itself:\n${server.said}`);
  // Its database goes with it: there is nothing to leave in order.
  await server.kill();
  await deployment.remove();
  await database.drop();
});
afterAll(closeBrowser);
