/** Acts on many rows: the dialog that prepares, starts and follows one, and the parts of its page. */
export { actWord, JobFigures, JobProgress, jobStatus, ProgressBar } from "./parts.tsx";
export { JobItems } from "./items.tsx";
export { StartForm } from "./start-form.tsx";
export type { BulkAsk } from "./dialog.tsx";
