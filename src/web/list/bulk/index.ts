/** Acts on many rows: the dialog that prepares, starts and follows one, and the parts of its page. */
export { actWord, JobFigures, JobProgress, jobStatus, ProgressBar } from "./parts.tsx";
export { BankFile } from "./bank-file.tsx";
export { default as BulkDialog } from "./dialog.tsx";
export { jobQuestion } from "./job-act.ts";
export { JobItems } from "./items.tsx";
export { StartForm } from "./start-form.tsx";
export type { BulkAsk } from "./dialog.tsx";
