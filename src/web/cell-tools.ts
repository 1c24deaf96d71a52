/** What lists, forms and drawers show their values with: words, language, currency. */
import { useMemo } from "react";
import { type text, useText } from "./i18n/keys.ts";
import { useLocale } from "./i18n/locale.ts";
import type { Locale } from "./screens.ts";
import { useProfile } from "./session.tsx";

/** What a cell may use besides its row. The object stays the same until language or currency change. */
export interface CellTools {
  readonly t: typeof text;
  readonly locale: Locale;
  readonly currency: string;
}

/** The tools of whoever is signed in: one object until one of them changes. */
export function useCellTools(): CellTools {
  const t = useText();
  const locale = useLocale();
  const { currency } = useProfile();
  return useMemo(() => ({ t, locale, currency }), [t, locale, currency]);
}
