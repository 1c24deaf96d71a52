/** A link within the dashboard, for whoever may open what it leads to. */
import type { ReactElement, ReactNode } from "react";
import { Link } from "react-router";
import { reachesPlace } from "../built.ts";
import { useMay } from "../session.tsx";

interface Props {
  readonly to: string;
  /** Others read this: what it says where left out, nothing where null. */
  readonly otherwise?: ReactNode;
  readonly className?: string | undefined;
  /** It is a figure: underlined when it is pointed at. */
  readonly figure?: boolean;
  readonly children: ReactNode;
}

export function ScreenLink({ to, otherwise, className, figure = false, children }: Props): ReactElement {
  if (!reachesPlace(useMay(), to)) return otherwise === undefined ? <span className={className}>{children}</span> : <>{otherwise}</>;
  return (
    <Link to={to} className={className} data-link={figure ? "" : undefined}>
      {children}
    </Link>
  );
}
