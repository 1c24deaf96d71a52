/**
 * Stands for `systemctl` and `journalctl` where a test runs the page's commands: it starts what the unit files say, with their
 * environment and in their folder, and stops it as they say. Like systemd it knows a unit as it was at the last `daemon-reload`,
 * and `start` answers before the program is ready (Type=exec). What it leaves out: accounts, limits, protection, dependencies, Restart=.
 *
 * Its first argument is the name that it is called by. STUB_FOLDER is its folder (units/ is /etc/systemd/system); STUB_PLACES lists [pattern, text] of what is elsewhere on this machine.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const { STUB_FOLDER: folder = "", STUB_PLACES: list = "[]" } = process.env;
const places = JSON.parse(list).map(([pattern, text]) => [new RegExp(pattern, "g"), text]);
const here = (text) => places.reduce((so, [pattern, instead]) => so.replaceAll(pattern, instead), text);
const kept = (unit, what) => join(folder, `${unit}.${what}`);

function end(code, said) {
  process.stderr.write(`${said}\n`);
  process.exit(code);
}

/** Every value of a key of a section, of the unit as it was loaded. */
function read(unit) {
  const [, name, instance] = /^([^@]+)(?:@(.+?))?(?:\.service)?$/.exec(unit.replace(/\.service$/, "")) ?? [];
  const file = join(folder, "loaded", `${name}${instance === undefined ? "" : "@"}.service`);
  if (!existsSync(file)) end(5, `Unit ${unit}.service not found.`);
  const lines = here(readFileSync(file, "utf8").replaceAll("%i", instance ?? "")).split("\n");
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1));
}

/** NAME=value pairs of the unit, and over them those of its files. */
function environment(values) {
  const own = values("Environment").flatMap((line) => line.split(" "));
  const files = values("EnvironmentFile").flatMap((file) => readFileSync(file, "utf8").split("\n"));
  const pairs = [...own, ...files.filter((line) => /^\w+=/.test(line))].map((pair) => [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)]);
  return { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin", ...Object.fromEntries(pairs) };
}

const pidOf = (unit) => Number(readFileSync(kept(unit, "pid"), "utf8"));
/** Until the shell has written what its program ended with. */
const runs = (unit) => existsSync(kept(unit, "pid")) && !existsSync(kept(unit, "code"));
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

async function start(unit) {
  const values = read(unit);
  if (runs(unit)) return;
  for (const what of ["pid", "code"]) rmSync(kept(unit, what), { force: true });
  const [cwd] = values("WorkingDirectory");
  if (!existsSync(cwd)) end(1, `${unit}: no folder ${cwd}`);
  const log = openSync(kept(unit, "log"), "a");
  // The shell stays to see what its program ends with.
  const program = `${values("ExecStart").at(-1)} & echo $! > '${kept(unit, "pid")}'; wait $!; echo $? > '${kept(unit, "code")}.new'; mv '${kept(unit, "code")}.new' '${kept(unit, "code")}'`;
  spawn("sh", ["-c", program], { cwd, env: environment(values), stdio: ["ignore", log, log], detached: true }).unref();
  while (!existsSync(kept(unit, "pid")) || pidOf(unit) === 0) await pause(20);
}

async function stop(unit) {
  const values = read(unit);
  if (!runs(unit)) return;
  process.kill(pidOf(unit), values("KillSignal")[0] ?? "SIGTERM");
  const longest = Number(values("TimeoutStopSec")[0]) * 1000;
  for (let waited = 0; runs(unit); waited += 50) {
    if (waited === longest) process.kill(pidOf(unit), "SIGKILL");
    await pause(50);
  }
}

const [, , called, ...given] = process.argv;
const words = given.filter((word) => word !== "--now");
if (called === "journalctl") {
  const [flag, unit] = words;
  if (flag !== "-u") end(1, `journalctl ${flag}?`);
  process.stdout.write(readFileSync(kept(unit, "log"), "utf8"));
} else {
  const [verb, ...units] = words;
  const now = given.includes("--now");
  if (verb === "daemon-reload") {
    rmSync(join(folder, "loaded"), { recursive: true, force: true });
    mkdirSync(join(folder, "loaded"));
    cpSync(join(folder, "units"), join(folder, "loaded"), { recursive: true });
  } else if (!["enable", "disable", "start", "stop", "restart"].includes(verb)) end(1, `systemctl ${verb}?`);
  for (const unit of units) {
    read(unit);
    if (verb === "stop" || verb === "restart" || (verb === "disable" && now)) await stop(unit);
    if (verb === "start" || verb === "restart" || (verb === "enable" && now)) await start(unit);
  }
}
