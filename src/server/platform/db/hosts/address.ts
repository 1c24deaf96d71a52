/** Addresses of a database on one host or several: `postgres://user:password@one:5432,two:5432/name?target_session_attrs=read-write`. */

/** One server of an address. */
export interface Host {
  /** As people know it: `db1:5432`. */
  readonly place: string;
  /** The address of this one alone, as the driver takes it. */
  readonly url: string;
}

/** An address, taken apart. */
export interface Address {
  readonly hosts: readonly Host[];
  /** Only the server that takes writes will do: which one that is has to be found out. */
  readonly seeks: boolean;
  readonly user: string;
  /** Every server, and never the password. */
  readonly place: string;
  readonly database: string;
}

const SHAPE = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#]*)(.*)$/s;
/** What libpq calls a server that takes writes; any other kind of session is no use to us. */
const WRITES = ["read-write", "primary"];

const ANY = /./s;
const COUNT = /^\d{1,9}$/;
/** Longer texts are cut off by the driver ("5s" would be 5 ms), and 0 ends every statement at once or takes the product's own limit away. */
const MILLISECONDS = /^[1-9]\d{0,8}$/;

/**
 * What may stand behind the question mark, with what may be its value. The driver takes no notice of another name, and of a `sslmode`
 * without a value: spelled wrong, either would leave the connection unencrypted.
 */
const PARAMETERS: Readonly<Record<string, RegExp>> = {
  // Heeded by the driver, or by this product.
  application_name: ANY,
  client_encoding: /^utf-?8$/i,
  fallback_application_name: ANY,
  host: ANY,
  idle_in_transaction_session_timeout: MILLISECONDS,
  lock_timeout: MILLISECONDS,
  options: ANY,
  password: ANY,
  port: COUNT,
  query_timeout: MILLISECONDS,
  // Not "false", which the driver takes for yes.
  ssl: /^(?:true|1|0)$/,
  sslcert: ANY,
  sslkey: ANY,
  sslmode: /^(?:disable|prefer|require|verify-ca|verify-full)$/,
  sslnegotiation: /^(?:postgres|direct)$/,
  sslrootcert: ANY,
  statement_timeout: MILLISECONDS,
  target_session_attrs: new RegExp(`^(?:${WRITES.join("|")})$`),
  user: ANY,
  uselibpqcompat: /^true$/,
  // Heeded by nobody, and nothing is lost by it: addresses of managed databases have them, and the product has its own way of each.
  channel_binding: /^(?:disable|prefer|require)$/,
  connect_timeout: COUNT,
  gssencmode: /^(?:disable|prefer)$/,
  keepalives: COUNT,
  keepalives_count: COUNT,
  keepalives_idle: COUNT,
  keepalives_interval: COUNT,
  tcp_user_timeout: COUNT,
};
/** The names of parameters that an address may have. */
export const PARAMETER_NAMES: readonly string[] = Object.keys(PARAMETERS);

/** A parameter that the driver would take, and not as it reads. */
function contradicting(given: URLSearchParams): string | null {
  const [ssl, mode] = [given.get("ssl"), given.get("sslmode")];
  // The driver takes no notice of `ssl` beside these.
  if (ssl !== null && mode !== null && (ssl === "0") !== (mode === "disable")) return "ssl contradicts sslmode";
  if (ssl === "0" && ["sslcert", "sslkey", "sslrootcert"].some((name) => given.has(name))) return "ssl contradicts a certificate";
  if (given.get("sslnegotiation") === "direct" && (ssl === "0" || mode === "disable")) return "sslnegotiation needs encryption";
  const asLibpq = given.has("uselibpqcompat") && mode === "verify-ca";
  return asLibpq && !given.has("sslrootcert") ? "sslmode needs sslrootcert" : null;
}

function wrongOf(given: URLSearchParams): string | null {
  const names = [...given.keys()];
  for (const [name, value] of given) {
    if (!Object.hasOwn(PARAMETERS, name)) return `${name} is no parameter`;
    if (names.indexOf(name) !== names.lastIndexOf(name)) return `${name} stands there twice`;
    if (!PARAMETERS[name]?.test(value)) return `${name} has another value`;
  }
  return contradicting(given);
}

/**
 * What is wrong with the parameters of an address, by the name of one; null: nothing is, or part of a password may stand where a name
 * does (one with a question mark, or behind `password=` with an `&`).
 */
export function wrongParameter(text: string): string | null {
  const query = /\?([^#]*)/.exec(SHAPE.exec(text)?.[4] ?? "")?.[1] ?? "";
  const given = new URLSearchParams(query);
  const wrong = wrongOf(given);
  const mayTell = query.includes("@") || given.has("password") || !/^[\w.-]{1,40} /.test(wrong ?? "");
  return mayTell ? null : wrong;
}

/** A part of an address as it was before it was percent-encoded; null where it cannot have been. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}

/** @returns null where it is no address of PostgreSQL, has parameters that nobody heeds, or asks for servers that do not take writes */
export function readAddress(text: string): Address | null {
  const [, scheme, login = "", authority = "", rest = ""] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) return null;
  const hosts = authority.split(",").map((place): Host => ({ place, url: `${scheme}${login}${place}${rest}` }));
  const [first] = hosts;
  if (!first || !hosts.every(({ place, url }) => URL.canParse(url) && (hosts.length === 1 || place !== ""))) return null;
  const { username, pathname, searchParams } = new URL(first.url);
  const [name, database] = [decoded(username), decoded(pathname.slice(1))];
  if (wrongOf(searchParams) !== null || name === null || database === null) return null;
  const user = searchParams.get("user") ?? name;
  return {
    hosts,
    seeks: hosts.length > 1 || searchParams.has("target_session_attrs"),
    user,
    place: hosts.map(({ place }) => place).join(", ") || searchParams.get("host") || "its socket",
    database: database || user,
  };
}

/** {@link readAddress} of an address that was read before. @throws Error */
export function addressOf(url: string): Address {
  const address = readAddress(url);
  if (address === null) throw new Error("This is no address of a PostgreSQL.");
  return address;
}
