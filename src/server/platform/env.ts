/** Settings by environment, as the product reads them. A wrong one, and one that is spelled wrong, stops the start with one sentence. */
import { refuseNearMisses } from "./settings/names.ts";
import { readSetting, type SettingName, SETTINGS, type SettingValue } from "./settings/table.ts";

/** `TRUST_PROXY` is `trustProxy`. */
type Camel<N extends string> = N extends `${infer Head}_${infer Tail}` ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}` : Lowercase<N>;

/** Checked here like the others, but read by who needs them alone: the engine and the demo. */
const APART = [
  "DATA_DIR",
  "DATABASE_URL",
  "DATABASE_OWNER_URL",
  "SECRET_KEY",
  "SECRET_KEY_ALSO",
  "MOVE_TO_URL",
  "MOVE_TO_OWNER_URL",
  "DEMO_DATABASE_OK",
] as const satisfies readonly SettingName[];
const isApart = (name: string): boolean => APART.some((apart) => apart === name);

/** Every setting of the running product by its name in camel case; null: not set. */
export type Env = { readonly [N in Exclude<SettingName, (typeof APART)[number]> as Camel<N>]: SettingValue<N> };

const camel = (name: string): string => name.toLowerCase().replaceAll(/_([a-z])/g, (_whole, letter: string) => letter.toUpperCase());

/**
 * Reads and checks the environment.
 * @throws Error with one sentence that names the setting and what is allowed
 */
export function readEnv(env: NodeJS.ProcessEnv): Env {
  refuseNearMisses(env);
  const read = (Object.keys(SETTINGS) as SettingName[]).map((name) => [name, readSetting(env, name)] as const);
  return Object.fromEntries(read.filter(([name]) => !isApart(name)).map(([name, value]) => [camel(name), value])) as Env;
}
