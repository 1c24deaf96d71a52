// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { activate, startMessages } from "../i18n/index.ts";
import { SecretOnce } from "./secret-once.tsx";

it.each([
  ["zh", "应用密钥", "签名密钥"],
  ["en", "App secret", "Webhook secret"],
] as const)("calls secrets in %s what people call them, and their names in programs beside it", async (locale, ...words) => {
  startMessages();
  await activate(locale, "rest");
  const values = ["app_secret", "webhook_secret"].map((label) => ({ label, value: "x" }));
  const drawn = renderToStaticMarkup(
    <MantineProvider>
      <SecretOnce fileName="x.txt" values={values} />
    </MantineProvider>,
  );
  for (const shown of [...words, ">app_secret<", ">webhook_secret<"]) expect(drawn).toContain(shown);
});
