// Shared by the scripts. Plain Node without packages: these files run before anything is installed.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The folder of the checkout. */
export const checkout = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Whether a script is the program itself rather than imported. */
export function isMain(url) {
  return process.argv[1] !== undefined && url === pathToFileURL(process.argv[1]).href;
}

/** Ends the program with one plain sentence. */
export function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Path of a program that a package brings. */
export function binOf(name) {
  return join(checkout, "node_modules", ".bin", name);
}

/** Passes signals on to a child; what it answers ends that. */
function passSignals(child) {
  const pass = (signal) => child.kill(signal);
  const onInterrupt = () => process.stdin.isTTY || child.kill("SIGINT");
  process.on("SIGINT", onInterrupt).on("SIGTERM", pass).on("SIGHUP", pass);
  return () => process.off("SIGINT", onInterrupt).off("SIGTERM", pass).off("SIGHUP", pass);
}

/**
 * Runs a program with our input and output and answers its exit code (128 + number after a signal).
 * Ctrl-C in a terminal reaches the child by itself; signals sent to us alone are passed on.
 */
export function runToEnd(file, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: checkout, stdio: "inherit", ...options });
    const alone = passSignals(child);
    const end = (code) => {
      alone();
      done(code);
    };
    child.once("error", (error) => {
      console.error(`${file} could not be run: ${error.message}`);
      end(127);
    });
    child.once("close", (code, signal) => end(code ?? (signal === "SIGINT" ? 130 : signal === "SIGTERM" ? 143 : 137)));
  });
}

/** Runs a program quietly; answers exit code and everything it printed. Signals are passed on as by {@link runToEnd}. */
export function runQuietly(file, args, options = {}) {
  return new Promise((done) => {
    const child = spawn(file, args, { cwd: checkout, stdio: ["ignore", "pipe", "pipe"], ...options });
    const alone = passSignals(child);
    let output = "";
    child.stdout.on("data", (chunk) => (output += chunk));
    child.stderr.on("data", (chunk) => (output += chunk));
    const end = (code, last = "") => {
      alone();
      done({ code, output: output + last });
    };
    child.once("error", (error) => end(127, `${file}: ${error.message}`));
    child.once("close", (code, signal) => end(code ?? 1, signal ? `\nended by ${signal}` : ""));
  });
}

/** All files below the given files and folders of the checkout, sorted; missing ones are left out. */
export function filesBelow(...places) {
  const found = [];
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) return void found.push(path);
    for (const name of readdirSync(path)) if (name !== "node_modules") visit(join(path, name));
  };
  for (const place of places) visit(join(checkout, place));
  return found.sort();
}

/** A hash over names and contents, to tell whether something must be made anew. */
export function hashOf(files, salt = "") {
  const hash = createHash("sha256").update(salt);
  for (const file of files) hash.update(`\0${relative(checkout, file)}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Reads a small file, or null. */
export function readOrNull(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

/**
 * Places with source text. Named one by one, since without a git repository the tools would walk into
 * node_modules and data.
 */
export function sourcePlaces() {
  return ["src", "simulator", "test", "bench", "scripts", "vite.config.ts", "vitest.config.ts"].filter((place) => existsSync(join(checkout, place)));
}

/** The end of a long output, which has the verdict. */
export function lastLines(output, count = 150) {
  const lines = output.trimEnd().split("\n");
  return lines.length <= count ? lines.join("\n") : `... ${lines.length - count} lines left out ...\n${lines.slice(-count).join("\n")}`;
}
