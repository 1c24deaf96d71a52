/** The frame's icons, drawn here: 20 × 20, one stroke. Always beside a word or with a name on the button. */
import type { ScreenName } from "../screens.ts";

const PATHS = {
  index: "M3 9.5 10 4l7 5.5V16H12v-4.5H8V16H3z",
  queue: "M10 3 18 17H2zM10 8v4M10 14.5h.01",
  bulk: "M3 5.5l1.5 1.5L7 4.5M3 12.5l1.5 1.5L7 11.5M10 6h7M10 13h7",
  exports: "M10 3v8M7 8l3 3 3-3M3.5 12v4.5h13V12",
  payments: "M10 3v10M6 9l4 4 4-4M3.5 16.5h13",
  disburses: "M10 13V3M6 7l4-4 4 4M3.5 16.5h13",
  transfers: "M4 7h12l-3-3M16 13H4l3 3",
  manual: "M4 16l1-4 8.5-8.5 3 3L8 15zM12 5l3 3",
  wallets: "M3 6h13v10H3zM3 6l10-3v3M13 11h.01",
  sms: "M3 4.5h14v9H9L5.5 16.5v-3H3zM6.5 8h7M6.5 10.5h4",
  statistics: "M3.5 3v13.5H17M7 13.5V9.5M11 13.5V5.5M15 13.5V8",
  merchants: "M3 8l1.5-4h11L17 8M3 8v8h14V8zM3 8h14M8 16v-4h4v4",
  withdrawal: "M3 5h14v7H3zM10 8.5h.01M10 14v3M8 15.5l2 2 2-2",
  journals: "M5 3h10v14H5zM8 7h4M8 10h4M8 13h2",
  users: "M8 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM2.5 17c0-3 2.5-5 5.5-5s5.5 2 5.5 5M13 9a3 3 0 0 0 0-6M15 12.5c1.6.8 2.5 2.4 2.5 4.5",
  config: "M3 6h8M15 6h2M3 14h2M9 14h8M13 4v4M7 12v4",
  settings:
    "M10 12.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM10 2.5v2.5M10 15v2.5M2.5 10H5M15 10h2.5M4.7 4.7l1.8 1.8M13.5 13.5l1.8 1.8M4.7 15.3l1.8-1.8M13.5 6.5l1.8-1.8",
  profile: "M10 10a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3.5 17.5c0-3.3 2.9-5.5 6.5-5.5s6.5 2.2 6.5 5.5",
  signin: "M8 4h8v12H8M3 10h9M9 7l3 3-3 3",
  search: "M9 15A6 6 0 1 0 9 3a6 6 0 0 0 0 12zM13.5 13.5 17 17",
  calendar: "M3.5 5h13v11.5h-13zM3.5 8.5h13M7 3v3.5M13 3v3.5",
  stop: "M7 3h6l4 4v6l-4 4H7l-4-4V7zM7 10h6",
  more: "M4 10h.01M10 10h.01M16 10h.01",
  fold: "M12 5l-5 5 5 5",
  unfold: "M8 5l5 5-5 5",
} as const satisfies Record<ScreenName | "search" | "calendar" | "stop" | "more" | "fold" | "unfold", string>;
export type IconName = keyof typeof PATHS;

/** One icon; decoration for assistive technology. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
