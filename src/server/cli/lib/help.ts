/** How every command is asked what it takes. */
export const isHelp = (arg: string): boolean => arg === "--help" || arg === "-h";
