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

/**
 * What may stand behind the question mark: what the driver or this product heeds, with its values where not any text is one. The driver
 * takes no notice of another name, and of a `sslmode` without a value: spelled wrong, either would leave the connection unencrypted.
 */
const PARAMETERS: Readonly<Record<string, readonly string[] | null>> = {
  application_name: null,
  host: null,
  options: null,
  port: null,
  sslcert: null,
  sslkey: null,
  sslrootcert: null,
  sslmode: ["disable", "require", "verify-ca", "verify-full"],
  target_session_attrs: WRITES,
};

/** The parameters of an address, as the refusal of one has them. */
export const PARAMETER_NAMES = "application_name, host, options, port, sslcert, sslkey, sslmode (disable, require, verify-ca, verify-full), sslrootcert";

function areKnown(parameters: URLSearchParams): boolean {
  const names = [...parameters.keys()];
  return (
    new Set(names).size === names.length &&
    [...parameters].every(([name, value]) => Object.hasOwn(PARAMETERS, name) && value !== "" && (PARAMETERS[name]?.includes(value) ?? true))
  );
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
  const [, scheme, user = "", authority = "", rest = ""] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) return null;
  const hosts = authority.split(",").map((place): Host => ({ place, url: `${scheme}${user}${place}${rest}` }));
  const [first] = hosts;
  if (!first || !hosts.every(({ place, url }) => URL.canParse(url) && (hosts.length === 1 || place !== ""))) return null;
  const { username, pathname, searchParams } = new URL(first.url);
  const [name, database] = [decoded(username), decoded(pathname.slice(1))];
  if (!areKnown(searchParams) || name === null || database === null) return null;
  return {
    hosts,
    seeks: hosts.length > 1 || searchParams.has("target_session_attrs"),
    user: name,
    place: hosts.map(({ place }) => place).join(", ") || searchParams.get("host") || "its socket",
    database: database || name,
  };
}

/** {@link readAddress} of an address that was read before. @throws Error */
export function addressOf(url: string): Address {
  const address = readAddress(url);
  if (address === null) throw new Error("This is no address of a PostgreSQL.");
  return address;
}
