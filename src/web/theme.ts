/** Mantine bent to the product's tokens (tokens.ts). Components name a token, never a raw value. */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";
import { FONT, FONT_MONO } from "./tokens.ts";

export type { Token, Tone } from "./tokens.ts";

const accent: MantineColorsTuple = ["#edf1fd", "#dbe4ff", "#bac8ff", "#91a7ff", "#748ffc", "#4c6ef5", "#3b5bdb", "#364fc7", "#2f44ad", "#283a93"];
const danger: MantineColorsTuple = ["#fdecec", "#ffe0e0", "#ffc9c9", "#ffa8a8", "#ff8787", "#e03131", "#c92a2a", "#b02525", "#962020", "#7d1a1a"];

/** Mantine's own greys, ours: index 4 is the outline of controls (3:1), 6 the ground of fields in the dark. */
const gray: MantineColorsTuple = ["#f6f7f9", "#f0f2f6", "#e6e8ec", "#d3d7de", "#8a93a1", "#747e8c", "#667080", "#57606d", "#343c48", "#14181f"];
const dark: MantineColorsTuple = ["#e7eaee", "#a4adb9", "#8b95a3", "#667080", "#667080", "#262c35", "#161a20", "#161a20", "#0f1216", "#0b0e12"];

const px = (value: number): string => `${value / 16}rem`;

/** What stands over the page: raised, with a line around it that does not shout in the dark. */
const RAISED = { background: "var(--fd-raised)", borderColor: "var(--fd-line-strong)" } as const;

/** What scrolls under its own head: a field that gets the focus comes to rest below it, with its label. */
const CLEAR_OF_HEAD = { scrollPaddingBlock: `${px(112)} ${px(32)}` } as const;

/** Mantine's theme made of the tokens. */
export const theme = createTheme({
  primaryColor: "accent",
  primaryShade: 6,
  colors: { accent, danger, gray, dark },
  fontFamily: FONT,
  fontFamilyMonospace: FONT_MONO,
  fontSmoothing: true,
  defaultRadius: "sm",
  radius: { xs: px(2), sm: px(4), md: px(6), lg: px(8), xl: px(12) },
  spacing: { xs: px(4), sm: px(8), md: px(12), lg: px(16), xl: px(24) },
  fontSizes: { xs: px(12), sm: px(13), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: "1.5", sm: "1.54", md: "1.57", lg: "1.5", xl: "1.4" },
  headings: {
    fontFamily: FONT,
    fontWeight: "600",
    sizes: { h1: { fontSize: px(20), lineHeight: px(28) }, h2: { fontSize: px(16), lineHeight: px(24) }, h3: { fontSize: px(14), lineHeight: px(22) } },
  },
  cursorType: "pointer",
  focusRing: "auto",
  respectReducedMotion: true,
  components: {
    // The dialogs' <header> would count as a second page banner, hence role "none".
    InputWrapper: {
      styles: {
        label: { marginBottom: px(4), fontSize: px(13), fontWeight: 500 },
        description: { marginBottom: px(4), color: "var(--fd-dim)" },
        error: { marginTop: px(4) },
      },
    },
    Button: { styles: { root: { fontWeight: 500 } }, defaultProps: { size: "sm" } },
    SegmentedControl: { styles: { label: { fontWeight: 500 } } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: { defaultProps: { size: "sm" } },
    NumberInput: { defaultProps: { size: "sm", hideControls: true } },
    Textarea: { defaultProps: { size: "sm" } },
    Select: { defaultProps: { size: "sm", checkIconPosition: "right" } },
    MultiSelect: { defaultProps: { size: "sm" } },
    Modal: {
      styles: { title: { fontSize: px(16), lineHeight: px(24), fontWeight: 600, overflowWrap: "anywhere" }, content: CLEAR_OF_HEAD },
      defaultProps: {
        attributes: { header: { role: "none" } },
        centered: true,
        padding: "lg",
        radius: "lg",
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.4 },
      },
    },
    Drawer: {
      styles: { title: { fontSize: px(16), lineHeight: px(24), fontWeight: 600 }, content: CLEAR_OF_HEAD },
      defaultProps: {
        attributes: { header: { role: "none" } },
        position: "right",
        size: px(560),
        transitionProps: { duration: 120 },
        overlayProps: { backgroundOpacity: 0.2 },
      },
    },
    Menu: {
      styles: { dropdown: RAISED, divider: { borderColor: "var(--fd-line)" } },
      defaultProps: { shadow: "md", transitionProps: { duration: 80 }, withinPortal: true },
    },
    Popover: { styles: { dropdown: RAISED }, defaultProps: { shadow: "md", transitionProps: { duration: 80 }, withinPortal: true } },
  },
});

/** Points Mantine's own colour variables at the tokens; the tokens know light from dark. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: COLOURS, dark: COLOURS });

const COLOURS: Record<string, string> = {
  "--mantine-color-body": "var(--fd-surface)",
  "--mantine-color-text": "var(--fd-text)",
  "--mantine-color-dimmed": "var(--fd-dim)",
  "--mantine-color-placeholder": "var(--fd-faint)",
  "--mantine-color-anchor": "var(--fd-accent)",
  "--mantine-color-error": "var(--fd-bad)",
  "--mantine-color-default": "var(--fd-surface)",
  "--mantine-color-default-hover": "var(--fd-hover)",
  "--mantine-color-default-color": "var(--fd-text)",
  "--mantine-color-default-border": "var(--fd-line-strong)",
  "--mantine-color-disabled": "var(--fd-hover)",
  "--mantine-color-disabled-color": "var(--fd-faint)",
  "--mantine-color-disabled-border": "var(--fd-line-strong)",
  "--mantine-primary-color-filled": "var(--fd-accent-strong)",
  "--mantine-primary-color-light": "var(--fd-selected)",
  "--mantine-primary-color-light-color": "var(--fd-accent)",
  "--mantine-color-accent-light": "var(--fd-selected)",
  "--mantine-color-accent-light-color": "var(--fd-accent)",
  "--mantine-color-accent-text": "var(--fd-accent)",
  "--mantine-color-accent-outline": "var(--fd-accent)",
  "--mantine-color-danger-light": "var(--fd-bad-ground)",
  "--mantine-color-danger-light-color": "var(--fd-bad)",
  "--mantine-color-danger-text": "var(--fd-bad)",
  "--mantine-color-danger-outline": "var(--fd-bad)",
};
