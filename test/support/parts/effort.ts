/** How hard tests try: `ATTACK=full` runs the counts of the test plan; without it they are chosen to fit into `npm test`. */
export const FULL = process.env["ATTACK"] === "full";

/** How often: `usual`, or `full` under `ATTACK=full`. */
export const times = (usual: number, full: number): number => (FULL ? full : usual);
