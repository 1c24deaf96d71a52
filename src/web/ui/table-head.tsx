/** The head of a small table that is no list. */
import type { ReactElement } from "react";

/** A column's title; those of figures are set right. */
export type TableTitle = string | { readonly right: string };

/** One row of titles. */
export function TableHead({ titles }: { titles: readonly TableTitle[] }): ReactElement {
  return (
    <thead>
      <tr>
        {titles.map((title, index) =>
          typeof title === "string" ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: titles never change their places, and two may be alike
            <th key={index} scope="col">
              {title}
            </th>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <th key={index} scope="col" data-right="">
              {title.right}
            </th>
          ),
        )}
      </tr>
    </thead>
  );
}
