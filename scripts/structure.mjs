// npm run structure: folders, imports that run upward, and cycles of files; type imports count. Part of npm run check.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { checkout, isMain } from "./lib/common.mjs";

const PLACES = ["src", "simulator", "bench", "scripts"];
const CODE = /\.(?:ts|tsx|mjs)$/;
const IMPORT = /(?:^|\n)\s*(?:import|export)\b[^;"']*?\bfrom\s+"(\.[^"?]+)|(?:^|\n)\s*import\s+"(\.[^"?]+)|\bimport\(\s*"(\.[^"?]+)/g;

/** Floors of the program, from the ground up: a file may import its own floor and those before it. */
const FLOORS = ["src/contract", "src/domain", "src/server/platform", "src/server/core", "src/server/features"];
const FEATURES = "src/server/features";

function sources(root) {
  return PLACES.flatMap((place) =>
    readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
      .filter((name) => CODE.test(name) && !name.split(sep).includes("node_modules"))
      .map((name) => join(root, place, name)),
  );
}

/** Which files each file imports, by path from the root. */
export function importsOf(root) {
  const files = new Set(sources(root));
  const nameOf = (file) => relative(root, file).split(sep).join("/");
  const imports = new Map();
  for (const file of files) {
    const found = [...readFileSync(file, "utf8").matchAll(IMPORT)].map((match) => resolve(dirname(file), match.slice(1).find(Boolean)));
    imports.set(nameOf(file), [...new Set(found)].filter((target) => files.has(target)).map(nameOf));
  }
  return imports;
}

/** Groups of files that import each other, directly or through others (Tarjan's components of more than one file). */
export function cyclesOf(imports) {
  const seen = new Map();
  const stack = [];
  const cycles = [];
  const visit = (file) => {
    const state = { at: seen.size, low: seen.size, open: true };
    seen.set(file, state);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!seen.has(target)) visit(target);
      const other = seen.get(target);
      if (other.open) state.low = Math.min(state.low, other.low);
    }
    if (state.low !== state.at) return;
    const group = stack.splice(stack.indexOf(file));
    for (const one of group) seen.get(one).open = false;
    if (group.length > 1) cycles.push(group.sort());
  };
  for (const file of imports.keys()) if (!seen.has(file)) visit(file);
  return cycles;
}

const floorOf = (file) => FLOORS.findIndex((floor) => file.startsWith(`${floor}/`));
const featureOf = (file) => (file.startsWith(`${FEATURES}/`) ? file.slice(FEATURES.length + 1).split("/")[0] : null);

/** Imports from a floor to one above it, and from a feature past another feature's face. */
export function strayImports(imports) {
  const stray = [];
  for (const [file, targets] of imports) {
    const floor = floorOf(file);
    if (floor < 0 || /\.test\.tsx?$/.test(file)) continue;
    for (const target of targets) {
      const above = floorOf(target) > floor || (floor >= 0 && floorOf(target) < 0 && target.startsWith("src/server/"));
      const feature = featureOf(target);
      const past = floor === FLOORS.indexOf(FEATURES) && feature !== null && feature !== featureOf(file) && target !== `${FEATURES}/${feature}/index.ts`;
      if (above || past) stray.push(`${file} → ${target}`);
    }
  }
  return stray;
}

/** Lines of the report, and what is wrong. */
export function structure(root) {
  const imports = importsOf(root);
  const folders = new Map();
  for (const file of imports.keys()) {
    const folder = dirname(file);
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  const [stray, cycles] = [strayImports(imports), cyclesOf(imports)];
  const largest = [...folders].sort((left, right) => right[1] - left[1]).slice(0, 5);
  const lines = [
    `${imports.size} files in ${folders.size} folders; largest: ${largest.map(([folder, count]) => `${folder} ${count}`).join(", ")}`,
    `${stray.length} imports upward or past a face`,
    ...stray.map((line) => `  ${line}`),
    `${cycles.length} cycles`,
    ...cycles.map((group) => `  ${group.join("\n    ")}`),
  ];
  return { lines, wrong: stray.length + cycles.length };
}

if (isMain(import.meta.url)) {
  const { lines, wrong } = structure(checkout);
  console.log(lines.join("\n"));
  process.exitCode = wrong === 0 ? 0 : 1;
}
