/** A link to the list behind a figure; plain text where the list is not built or not permitted. */
import type { ReactNode } from "react";
import { useLocale } from "../../i18n/locale.ts";
import type { Behind } from "../../behind.ts";
import { pathTo } from "../../paths.ts";
import { reaches } from "../../built.ts";
import type { ScreenName } from "../../screens.ts";
import { useMay } from "../../session.tsx";
import { ScreenLink } from "../../ui/screen-link.tsx";

/** Whether a person can open a screen here. */
export function useReachable(screen: ScreenName): boolean {
  return reaches(useMay(), screen);
}

/** @param to what stands behind the figure, or a screen alone */
export function FigureLink({ to, className, children }: { to: Pick<Behind, "screen" | "query">; className?: string | undefined; children: ReactNode }) {
  const { screen, query } = to;
  const locale = useLocale();
  return (
    <ScreenLink to={pathTo(locale, screen, query)} className={className} figure>
      {children}
    </ScreenLink>
  );
}
