/** A drawer's inside: its code comes once, and stands at once from then on. */
import { type ComponentType, lazy, type ReactElement, type ReactNode, Suspense, useMemo } from "react";
import type { DrawerBodyProps, HasId, ListSpec } from "../spec/index.ts";

type Load<Row, Detail> = () => Promise<{ default: ComponentType<DrawerBodyProps<Row, Detail>> }>;

/** What has come, by how it is loaded. React shows a place-holder for what it has to wait for, and keeps it for a third of a second. */
const come = new WeakMap<Load<never, never>, ComponentType<never>>();

async function bring<Row, Detail>(load: Load<Row, Detail>): ReturnType<Load<Row, Detail>> {
  const module = await load();
  come.set(load as Load<never, never>, module.default as ComponentType<never>); // read by the same `load` alone
  return module;
}

/** Fetches the code of a list's drawer before one is opened. */
export function preloadBody<Row extends HasId, Detail extends Row>({ drawer }: ListSpec<Row, Detail>): void {
  void bring(drawer.body).catch(() => undefined); // a failure shows when the drawer is opened
}

interface Props<Row extends HasId, Detail extends Row> extends DrawerBodyProps<Row, Detail> {
  readonly spec: ListSpec<Row, Detail>;
  /** Stands until the code has come. */
  readonly fallback: ReactNode;
}

/** The inside of a list's drawer. */
export function DrawerBody<Row extends HasId, Detail extends Row>({ spec, fallback, ...props }: Props<Row, Detail>): ReactElement {
  const load = spec.drawer.body;
  const Body = useMemo(
    () => (come.get(load as Load<never, never>) as ComponentType<DrawerBodyProps<Row, Detail>> | undefined) ?? lazy(() => bring(load)), // kept by this `load`
    [load],
  ) as ComponentType<DrawerBodyProps<Row, Detail>>; // lazy() keeps the component's own props
  return (
    <Suspense fallback={fallback}>
      <Body {...props} />
    </Suspense>
  );
}
