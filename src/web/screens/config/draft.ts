/** What is changed on the page and not saved yet, and what somebody else made of the same settings meanwhile. */
import { useState } from "react";
import type { ConfigOut } from "../../../contract/config.schema.ts";
import type { FieldCode } from "../../../contract/errors.ts";
import { typedBefore, useHeldTyped } from "../../forms/typed.ts";
import { readKey } from "./keys.ts";
import { changesOf, isValid, same, type Values } from "./values.ts";

/** What a person changed, and what stood when each key was touched first. */
interface Touched {
  readonly mine: Values;
  readonly base: Values;
}
const NOTHING: Touched = { mine: {}, base: {} };

/** Keys of a draft that somebody else has set since to something else than what is in the draft. */
export function theirsIn({ mine, base }: Touched, stored: Values): readonly string[] {
  return Object.keys(changesOf(stored, mine)).filter((key) => key in base && !same(key, base[key], stored[key]));
}

export interface Draft {
  /** What differs from what is stored: the only thing that is sent. */
  readonly changes: Values;
  /** Changed keys whose stored value is not the one that their person saw. */
  readonly theirs: readonly string[];
  /** A value of the changes may not be saved. */
  readonly broken: boolean;
  /** What the server refused, by key, until it is changed. */
  readonly refused: Readonly<Record<string, FieldCode>>;
  readonly valueOf: (key: string) => unknown;
  readonly set: (key: string, value: unknown) => void;
  /** Takes these keys back to what is stored; all of them when left out. */
  readonly drop: (keys?: readonly string[]) => void;
  /** What was sent is done with, and leaves; what was typed over it meanwhile stays. @param stored what stands since, where it was stored */
  readonly sent: (values: Values, stored?: Values) => void;
  /** Several keys at once, as a restored version gives them. */
  readonly fill: (values: Values) => void;
  readonly refuse: (fields: Readonly<Record<string, FieldCode>>) => void;
}

/** A draft after these values were taken. */
export function afterSent({ mine, base }: Touched, values: Values, stored: Values): Touched {
  const done = Object.keys(values).filter((key) => same(key, mine[key], values[key]));
  const seen = Object.keys(values).filter((key) => key in mine && key in stored);
  return { mine: without(mine, done), base: without({ ...base, ...Object.fromEntries(seen.map((key) => [key, stored[key]])) }, done) };
}

const without = (values: Values, keys: readonly string[]): Values => Object.fromEntries(Object.entries(values).filter(([key]) => !keys.includes(key)));
/** `default_payment_fee.max` and `staff_ip_allowlist.1` stand at their setting. */
const settingOf = (field: string): string => field.split(".")[0] ?? field;

/** The page's draft over what is stored. Nothing typed is lost when what is stored changes. */
export function useDraft({ values }: Pick<ConfigOut, "values">): Draft {
  const [touched, setTouched] = useState<Touched>(() => typedBefore<Touched>("config") ?? NOTHING);
  const [refused, setRefused] = useState<Readonly<Record<string, FieldCode>>>({});
  const changes = changesOf(values, touched.mine);
  useHeldTyped("config", Object.keys(changes).length === 0 ? null : touched);
  const put = (given: Values): void => {
    setTouched(({ mine, base }) => ({
      mine: { ...mine, ...given },
      base: { ...Object.fromEntries(Object.keys(given).map((key) => [key, values[key]])), ...base },
    }));
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([key]) => !(key in given))));
  };
  return {
    changes,
    theirs: theirsIn(touched, values),
    broken: Object.entries(changes).some(([key, value]) => {
      const known = readKey(key);
      return known !== null && !isValid(known.field, value);
    }),
    refused,
    valueOf: (key) => (key in touched.mine ? touched.mine[key] : values[key]),
    set: (key, value) => put({ [key]: value }),
    drop: (keys) => {
      setTouched(({ mine, base }) => (keys === undefined ? NOTHING : { mine: without(mine, keys), base: without(base, keys) }));
      setRefused({});
    },
    sent: (given, stored = {}) => {
      setTouched((now) => afterSent(now, given, stored));
      setRefused({});
    },
    fill: put,
    refuse: (fields) => setRefused(Object.fromEntries(Object.entries(fields).map(([field, code]) => [settingOf(field), code]))),
  };
}
