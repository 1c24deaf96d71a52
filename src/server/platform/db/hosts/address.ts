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

/** @returns null where it is no address of PostgreSQL, or asks for servers that do not take writes */
export function readAddress(text: string): Address | null {
  const [, scheme, user = "", authority = "", rest = ""] = SHAPE.exec(text) ?? [];
  if (scheme === undefined) return null;
  const hosts = authority.split(",").map((place): Host => ({ place, url: `${scheme}${user}${place}${rest}` }));
  const [first] = hosts;
  if (!first || !hosts.every(({ place, url }) => URL.canParse(url) && (hosts.length === 1 || place !== ""))) return null;
  const { username, pathname, searchParams } = new URL(first.url);
  const wanted = searchParams.get("target_session_attrs");
  if (wanted !== null && !WRITES.includes(wanted)) return null;
  const name = decodeURIComponent(username);
  return {
    hosts,
    seeks: hosts.length > 1 || wanted !== null,
    user: name,
    place: hosts.map(({ place }) => place).join(", ") || searchParams.get("host") || "its socket",
    database: decodeURIComponent(pathname.slice(1)) || name,
  };
}

/** {@link readAddress} of an address that was read before. @throws Error */
export function addressOf(url: string): Address {
  const address = readAddress(url);
  if (address === null) throw new Error("This is no address of a PostgreSQL.");
  return address;
}
