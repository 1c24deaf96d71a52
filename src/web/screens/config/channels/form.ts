/** Setting up a channel of alerts. The token is written only. */
import { SEVERITIES, type ExceptionKind, type Severity } from "../../../../contract/exceptions.ts";
import type { AlertChannelOut, AlertChannelPatch } from "../../../../contract/exceptions.schema.ts";
import { call } from "../../../api.ts";
import type { FieldSpec, FormSpec, Values } from "../../../forms/spec.ts";
import { KindsField } from "./kinds.tsx";

const URL_MAX = 500;
const LANGUAGES = ["zh", "en"] as const;

/** What says where alerts go: needed to switch a channel on, and where nothing has been set up nothing can be saved without it. */
const needed =
  (stored: "url" | "chat_id" | "secret_last4") =>
  (values: Values, row: AlertChannelOut): boolean =>
    row[stored] === null || (stored !== "secret_last4" && values.enabled === "true");

const WEBHOOK: readonly FieldSpec<AlertChannelOut>[] = [
  {
    name: "url",
    kind: "text",
    label: "channels.form.url",
    help: "channels.form.urlHelp",
    required: needed("url"),
    maxLength: URL_MAX,
    // The secret has no field: it is generated beside the form.
    server: ["secret"],
    refused: (error) => (error.fields?.secret === "required" ? "channels.form.secretFirst" : null),
    check: (value) => (URL.canParse(value) ? null : "merchants.form.urlBad"),
  },
];
const TELEGRAM: readonly FieldSpec<AlertChannelOut>[] = [
  { name: "token", kind: "password", label: "channels.form.token", help: "channels.form.tokenHelp", required: needed("secret_last4"), maxLength: 130 },
  { name: "chat_id", kind: "text", label: "channels.form.chat", help: "channels.form.chatHelp", required: needed("chat_id"), maxLength: 40 },
  {
    name: "api_base",
    kind: "text",
    label: "words.field.api_base",
    help: "channels.form.apiBaseHelp",
    maxLength: 200,
    check: (value) => (URL.canParse(value) ? null : "merchants.form.urlBad"),
  },
];
const COMMON: readonly FieldSpec<AlertChannelOut>[] = [
  {
    name: "min_severity",
    kind: "choice",
    label: "words.field.min_severity",
    required: true,
    half: true,
    options: SEVERITIES.map((value) => ({ value, label: `exceptions.severity.${value}` as const })),
  },
  {
    name: "language",
    kind: "choice",
    label: "words.field.language",
    required: true,
    half: true,
    options: LANGUAGES.map((value) => ({ value, label: `channels.language.${value}` as const })),
  },
  { name: "kinds", kind: "custom", label: "words.field.kinds", component: KindsField },
];

function bodyOf(values: Values, row: AlertChannelOut): AlertChannelPatch {
  const text = (name: string): string | null => (values[name] ?? "").trim() || null;
  const kinds = (values.kinds ?? "").split("\n").filter((kind) => kind !== "") as ExceptionKind[]; // values of the check boxes
  const own =
    row.channel === "webhook"
      ? { url: text("url") }
      : { chat_id: text("chat_id"), api_base: text("api_base"), ...(text("token") === null ? {} : { token: text("token") ?? "" }) };
  return {
    version: row.version,
    enabled: values.enabled === "true",
    ...own,
    min_severity: values.min_severity as Severity, // one of the choices
    language: values.language as (typeof LANGUAGES)[number],
    kinds: kinds.length === 0 ? null : kinds,
  };
}

export function channelForm(of: AlertChannelOut): FormSpec<AlertChannelOut, AlertChannelOut> {
  return {
    title: (row, { t }) => t("channels.form.title", { name: t(`channels.name.${row.channel}`) }),
    intro: (_row, { t }) => t("channels.form.intro"),
    fields: [{ name: "enabled", kind: "switch", label: "channels.form.enabled" }, ...(of.channel === "webhook" ? WEBHOOK : TELEGRAM), ...COMMON],
    initial: (row) => ({
      enabled: row.enabled ? "true" : "",
      url: row.url ?? "",
      token: "",
      chat_id: row.chat_id ?? "",
      api_base: row.api_base ?? "",
      min_severity: row.min_severity,
      language: row.language,
      kinds: (row.kinds ?? []).join("\n"),
    }),
    submit: (values, row, idempotencyKey) => call("PATCH /api/alert-channels/:id", { params: { id: row.channel }, body: bodyOf(values, row), idempotencyKey }),
    label: "common.save",
    reload: async (row) => {
      const answer = await call("GET /api/alert-channels");
      return answer.success ? (answer.data.items.find((one) => one.channel === row.channel) ?? null) : null;
    },
  };
}
