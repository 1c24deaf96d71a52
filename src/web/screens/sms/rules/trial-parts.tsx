/** What the trials of rules and of harmless endings show alike: the section with its waiting and its errors, and the messages behind the figures. */
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { useCellTools } from "../../../cell-tools.ts";
import { formatDateTime } from "../../../i18n/format.ts";
import { useText } from "../../../i18n/keys.ts";
import { RawText } from "../../../list/parts/index.ts";
import { objectPath } from "../../../paths.ts";
import { errorOf } from "../../../query.ts";
import { Copy, DateTime, ErrorState, KeyValue, Placeholder, Strip } from "../../../ui/index.ts";
import css from "./rules.module.css";

/** As much of a query as is shown. */
export interface TrialRead<Trial> {
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly error: unknown;
  readonly data: Trial | undefined;
  readonly refetch: () => unknown;
}

interface SectionProps<Trial> {
  readonly id?: string;
  readonly label: string;
  readonly read: TrialRead<Trial>;
  /** Height that is kept while it runs, in pixels. */
  readonly height: number;
  /** A refusal that stands at the field already. */
  readonly known?: boolean;
  readonly children: (trial: Trial) => ReactNode;
}

/** How far back there was time to look. */
export function CutAt({ at }: { at: string | null }): ReactElement | null {
  const t = useText();
  return at === null ? null : <Strip tone="ask">{t("rules.trial.cutAt", { at: formatDateTime(at) })}</Strip>;
}

/** A trial that runs, failed, or is there. */
export function TrialSection<Trial>({ id, label, read, height, known = false, children }: SectionProps<Trial>): ReactElement {
  return (
    <section id={id} aria-label={label} aria-busy={read.isPending} className={css.trial}>
      <h3 className={css.subtitle}>{label}</h3>
      {read.isPending ? <Placeholder height={height} /> : null}
      {read.isError && !known ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.data === undefined ? null : children(read.data)}
    </section>
  );
}

interface SamplesProps<Sample> {
  /** Left out: the text as it came. */
  readonly renderText?: (sample: Sample) => ReactNode;
  readonly samples: readonly Sample[];
  /** What it was, or becomes. */
  readonly renderTag: (sample: Sample) => ReactNode;
  /** The values that are read from it. */
  readonly valuesOf: (sample: Sample) => ComponentProps<typeof KeyValue>["items"];
  readonly renderBelow?: (sample: Sample) => ReactNode;
}

/** Messages as they would be read. */
export function SampleList<Sample extends { id: string; received_at: string; text: string }>({
  samples,
  renderText = ({ text }) => <RawText>{text}</RawText>,
  renderTag,
  valuesOf,
  renderBelow,
}: SamplesProps<Sample>): ReactElement | null {
  const t = useText();
  const { locale } = useCellTools();
  if (samples.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <div className={css.samples} role="group" aria-label={t("rules.trial.samples")} tabIndex={0}>
      <ul>
        {samples.map((sample) => (
          <li key={sample.id} className={css.sample}>
            <div className={css.sampleHead}>
              {renderTag(sample)}
              <span className="fd-dim">
                {t("rules.trial.received")} <DateTime value={sample.received_at} />
              </span>
              <Copy value={sample.id} mono />
              {/* Beside what one is writing, which stays as it is. */}
              <a href={objectPath(locale, "sms", sample.id) ?? ""} target="_blank" rel="noreferrer">
                {t("rules.trial.openSms")}
              </a>
            </div>
            {renderText(sample)}
            <KeyValue items={valuesOf(sample)} />
            {renderBelow?.(sample)}
          </li>
        ))}
      </ul>
    </div>
  );
}
