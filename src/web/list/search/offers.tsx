/** The panel under a search box: recent searches, fields, values, and what was not understood. */
import { type ReactElement, type RefObject, useEffect, useId, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import type { ChipField } from "../../../contract/chips.ts";
import type { ListName } from "../../../contract/lists.ts";
import type { CellTools } from "../../cell-tools.ts";
import type { Applied } from "./apply.ts";
import css from "./offers.module.css";
import { forgetRecent } from "./recent.ts";
import type { Names, Suggestion } from "./suggest.ts";

interface Props {
  readonly box: RefObject<HTMLInputElement | null>;
  readonly shown: boolean;
  readonly all: readonly Suggestion[];
  /** So many of them are recent searches. */
  readonly recent: number;
  readonly active: number;
  readonly unclear: Applied["unclear"];
  readonly fields: readonly ChipField[];
  readonly names: Names;
  readonly list: ListName;
  readonly tools: CellTools;
  readonly onTake: (one: Suggestion) => void;
}

/** Where the box stands now; null while the panel is closed. */
function usePlace(box: RefObject<HTMLInputElement | null>, shown: boolean): { left: number; top: number; width: number } | null {
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null);
  useLayoutEffect(() => {
    if (!shown) return setPlace(null);
    const measure = (): void => {
      const rect = box.current?.getBoundingClientRect();
      if (rect) setPlace({ left: rect.left, top: rect.bottom + 4, width: rect.width });
    };
    measure();
    window.addEventListener("resize", measure);
    window.addEventListener("scroll", measure, true);
    return () => {
      window.removeEventListener("resize", measure);
      window.removeEventListener("scroll", measure, true);
    };
  }, [box, shown]);
  return place;
}

/** Stands outside of the bar, which may scroll sideways; the focus stays in the box. */
export function Offers({ box, shown, all, recent, active, unclear, fields, names, list, tools, onTake }: Props): ReactElement | null {
  const { t } = tools;
  const id = useId();
  const place = usePlace(box, shown);
  useEffect(() => {
    const input = box.current;
    if (!input) return;
    input.setAttribute("aria-expanded", String(shown));
    const set = (name: string, value: string | null): void => (value === null ? input.removeAttribute(name) : input.setAttribute(name, value));
    set("aria-controls", shown ? id : null);
    set("aria-activedescendant", shown && active >= 0 ? `${id}-${active}` : null);
  }, [box, shown, active, id]);
  useEffect(
    () => () => {
      for (const name of ["aria-controls", "aria-activedescendant"]) box.current?.removeAttribute(name);
      box.current?.setAttribute("aria-expanded", "false");
    },
    [box],
  );
  if (!shown || place === null) return null;
  return createPortal(
    <div
      className={css.panel}
      style={{ left: place.left, top: place.top, minWidth: Math.max(place.width, 240) }}
      onMouseDown={(event) => event.preventDefault()}
    >
      {unclear.map((part) => (
        <p key={`${part.field}:${part.text}`} className={css.note} role="alert">
          {part.kind === "unknown"
            ? t("list.chips.unknown", { field: part.field, fields: fields.map((field) => field.name).join(", ") })
            : t("list.chips.unclear", { text: part.text, field: nameOf(part.field, fields, names) })}
        </p>
      ))}
      <div id={id} role="listbox" aria-label={t("list.chips.offers")}>
        {all.map((one, at) => (
          <div
            key={one.id}
            id={`${id}-${at}`}
            role="option"
            aria-selected={at === active}
            tabIndex={-1}
            className={css.option}
            data-first={at === recent && recent > 0 ? true : undefined}
            onClick={() => onTake(one)}
          >
            <span className={css.label}>{one.label}</span>
            {one.hint === undefined || one.hint === one.label ? null : <span className={css.hint}>{one.hint}</span>}
          </div>
        ))}
      </div>
      {recent > 0 ? (
        <button type="button" className={css.clear} tabIndex={-1} onClick={() => forgetRecent(list)}>
          {t("list.chips.clearRecent")}
        </button>
      ) : null}
    </div>,
    document.body,
  );
}

const nameOf = (field: string, fields: readonly ChipField[], names: Names): string => {
  const found = fields.find((one) => one.name === field);
  return found ? names.field(found) : field;
};
