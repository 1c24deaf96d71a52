// The thread in which the doors of a cluster stand (doors.mjs).
import { parentPort, workerData } from "node:worker_threads";
import { Door } from "./door.mjs";

const doors = workerData.map(({ port, targets }) => new Door(port, targets));

parentPort.on("message", async ({ number, at, act, args }) => {
  try {
    await doors[at][act](...args);
    parentPort.postMessage({ number });
  } catch (error) {
    parentPort.postMessage({ number, wrong: error.message });
  }
});
