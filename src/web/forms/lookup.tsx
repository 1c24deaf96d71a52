/** Choosing a merchant or a wallet by name: asked of the server while typing. */
import { Select, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { type ReactElement, type ReactNode, useState } from "react";
import { errorOf } from "../query.ts";
import { useCan } from "../session.tsx";
import { FIND, FIND_NEEDS, type Found } from "./find.ts";
import type { Lookup } from "./option.ts";
import { useLookupName } from "./lookup-name.ts";
import type { CellTools } from "../cell-tools.ts";

const TYPED_MS = 200;
export interface LookupProps {
  readonly id?: string;
  readonly source: Lookup;
  readonly label?: ReactNode;
  readonly ariaLabel?: string;
  readonly placeholder?: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly tools: CellTools;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
  readonly withAsterisk?: boolean;
  readonly description?: ReactNode;
  readonly size?: string;
  readonly inputWrapperOrder?: ("label" | "input" | "description" | "error")[];
}

/** A select that searches; for whoever may not see what it searches, a field for the id. */
export function LookupSelect(props: LookupProps): ReactElement {
  return useCan(FIND_NEEDS[props.source]) ? <Searching {...props} /> : <ById {...props} />;
}

function ById({ source: _unseen, value, onChange, tools, ariaLabel, placeholder: _search, ...rest }: LookupProps): ReactElement {
  return (
    <TextInput
      {...rest}
      aria-label={ariaLabel}
      placeholder={tools.t("list.filters.byId")}
      value={value ?? ""}
      onChange={(event) => onChange(event.currentTarget.value.trim() || null)}
    />
  );
}

function Searching({ source, value, onChange, tools, ariaLabel, ...rest }: LookupProps): ReactElement {
  const [typed, setTyped] = useState("");
  const [opened, setOpened] = useState(false);
  const [labelled, setLabelled] = useState<Pick<Found, "value" | "label"> | null>(null);
  const name = useLookupName(source, value);
  // What is chosen stands in the field as it stood among the others, and is no search.
  const own = labelled !== null && labelled.value === value ? labelled.label : name;
  const [asked] = useDebouncedValue(typed === own ? "" : typed, TYPED_MS);
  const read = useQuery({ queryKey: ["lookup", source, asked], queryFn: () => FIND[source](asked), enabled: opened, staleTime: 30_000 });
  const found: readonly Found[] = read.data ?? [];
  const among = found.find((one) => one.value === value);
  if (among !== undefined && among.label !== own) setLabelled(among);
  const chosen = value === null || among !== undefined ? [] : [{ value, label: own }];
  return (
    <Select
      {...rest}
      aria-label={ariaLabel}
      placeholder={rest.placeholder ?? tools.t("list.filters.find")}
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{ "aria-label": tools.t("common.clear") }}
      value={value}
      data={[...chosen, ...found]}
      filter={({ options }) => options}
      onChange={onChange}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      comboboxProps={{ withinPortal: false }}
      nothingFoundMessage={tools.t(read.isFetching ? "common.loading" : read.isError ? `errors.code.${errorOf(read.error).code}` : "list.filters.nothing")}
    />
  );
}
