/** Looks up what a name means, once in half a minute. */
import { FIND } from "../../forms/find.ts";
import { queryClient } from "../../query.ts";
import type { FindByName } from "./apply.ts";

export const findByName: FindByName = (source, name) =>
  queryClient.fetchQuery({ queryKey: ["lookup", source, name], queryFn: () => FIND[source](name), staleTime: 30_000 });
