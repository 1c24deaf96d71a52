// Licences of what a deployment brings: every package that an installation without development packages has, and every one that the web
// bundle is made of. Read from node_modules, so it needs no network.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readOrNull } from "./common.mjs";

/** Licences under which anybody may ship this product without more than naming them. */
export const ALLOWED = new Set(["MIT", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "0BSD", "BlueOak-1.0.0", "PostgreSQL"]);

/** Whether an SPDX expression allows it: one side of an OR is enough, of an AND both are needed. */
export function allows(expression) {
  const text = expression.trim().replace(/^\((.*)\)$/, "$1");
  if (/ OR /.test(text)) return text.split(" OR ").some(allows);
  if (/ AND /.test(text)) return text.split(" AND ").every(allows);
  return ALLOWED.has(text);
}

/**
 * The licence that a package names; old packages have an object or a list. One that names none may bring the text of it.
 * @param {string | null} file its LICENSE
 */
export function licenceOf(manifest, file) {
  const { license, licenses } = manifest;
  if (typeof license === "string") return license;
  if (license?.type) return license.type;
  if (Array.isArray(licenses) && licenses.length > 0) return licenses.map((one) => one.type ?? one).join(" OR ");
  return /^\s*(?:The )?MIT License\s*\n[\s\S]*Permission is hereby granted, free of charge/.test(file ?? "") ? "MIT" : "none named";
}

/** Where a package that another one asks for lies, as Node finds it: beside it, or above. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === "") return null;
    if (!folder.includes("/node_modules/")) folder = "/node_modules/";
  }
}

/** Packages, with all that they need, that source files import. */
function importedBy(root, packages) {
  const names = new Set();
  for (const file of filesBelow("src/web")) {
    if (!/\.tsx?$/.test(file) || /\.test\.tsx?$/.test(file)) continue;
    const text = readFileSync(file, "utf8");
    // What helps tests stands beside the code and is in no bundle.
    if (/from "vitest"/.test(text)) continue;
    for (const [, name = ""] of text.matchAll(/\bfrom\s+"((?:@[\w.-]+\/)?[\w.-]+)|(?<=import\s)"((?:@[\w.-]+\/)?[\w.-]+)/g)) if (name) names.add(name);
  }
  const found = new Set();
  const visit = (path) => {
    if (path === null || found.has(path)) return;
    found.add(path);
    const { dependencies = {}, optionalDependencies = {} } = packages[path];
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) visit(resolve(packages, path, name));
  };
  for (const name of names) visit(resolve(packages, "", name));
  return found;
}

/**
 * What ships, with its licences.
 * @param {string} root the checkout
 * @returns {{ name: string, version: string, licence: string, allowed: boolean }[]} by name; packages of other platforms are not installed and not listed
 */
export function licences(root) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const production = Object.keys(packages).filter((path) => path.startsWith("node_modules/") && !packages[path].dev && !packages[path].link);
  return [...new Set([...production, ...importedBy(root, packages)])]
    .flatMap((path) => {
      const text = readOrNull(join(root, path, "package.json"));
      if (text === null) return [];
      const manifest = JSON.parse(text);
      const licence = licenceOf(manifest, readOrNull(join(root, path, "LICENSE")));
      return [{ name: path.slice(path.lastIndexOf("node_modules/") + 13), version: manifest.version, licence, allowed: allows(licence) }];
    })
    .sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Licences and how many packages have each, and the packages whose licence is not allowed, in lines. */
export function licenceLines(found) {
  const wrong = found.filter((one) => !one.allowed).map((one) => `${one.name} ${one.version}: ${one.licence} is not among ${[...ALLOWED].join(", ")}`);
  return { wrong, summary: `${found.length} packages that ship, ${wrong.length} with a licence that is not allowed` };
}
