/** The proxies' files of deploy/proxy with this machine's places, and a certificate for them. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export type ProxyName = "nginx" | "haproxy";

/** Where the program is; undefined: not on this machine. */
export const programOfProxy = (name: ProxyName): string | undefined =>
  ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin"].map((folder) => join(folder, name)).find((file) => existsSync(file));

/**
 * Writes the file and what it needs into a folder. @param change for the servers' places
 * @returns what the program is to be called with, so that it stays in the foreground
 */
export function configured(
  name: ProxyName,
  at: string,
  ports: { plain: number; tls: number },
  change: (text: string) => string,
): { file: string; args: string[] } {
  mkdirSync(join(at, "tls"), { recursive: true });
  const [key, cert] = [join(at, "tls/privkey.pem"), join(at, "tls/fullchain.pem")];
  execFileSync("openssl", ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", cert, "-days", "1", "-subj", "/CN=desk.example.com"], {
    stdio: "ignore",
  });
  writeFileSync(join(at, "tls/desk.example.com.pem"), readFileSync(cert, "utf8") + readFileSync(key, "utf8"));
  const shipped = new URL(`../../../deploy/proxy/${name === "nginx" ? "nginx.conf" : "haproxy.cfg"}`, import.meta.url);
  const text = change(readFileSync(shipped, "utf8"))
    .replaceAll("/etc/floatdesk/tls", join(at, "tls"))
    .replaceAll("/run/nginx.pid", join(at, "pid"))
    .replaceAll("/var/log/nginx", at)
    .replace("log /dev/log local0", "log stdout format raw local0")
    .replaceAll(/listen \[::\].*\n/g, "")
    .replaceAll(/\b(listen |bind :)80\b/g, `$1${ports.plain}`)
    .replaceAll(/\b(listen |bind :)443\b/g, `$1${ports.tls}`);
  const file = join(at, "config");
  writeFileSync(file, text);
  return { file, args: name === "nginx" ? ["-p", at, "-e", join(at, "error.log"), "-c", file, "-g", "daemon off;"] : ["-db", "-f", file] };
}
