/** How a connection to one server begins. */
import type pg from "pg";

/**
 * The settings of a connection to this address. What its `options` say stands behind ours, so that it adds to them and wins over
 * them: the driver by itself would take them in the place of ours.
 * @param url of one server
 */
export function sessionAt<C extends pg.ClientConfig>(url: string, ours: C): C & { readonly connectionString: string } {
  const address = URL.canParse(url) ? new URL(url) : null;
  const theirs = address?.searchParams.get("options") ?? "";
  if (address === null || theirs === "") return { ...ours, connectionString: url };
  address.searchParams.delete("options");
  return { ...ours, options: ours.options === undefined ? theirs : `${ours.options} ${theirs}`, connectionString: address.href };
}
