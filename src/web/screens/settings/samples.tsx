/** Two samples to copy: creating a payment, verifying a notification. */
import { Button } from "@mantine/core";
import { apiUrl } from "../../api.ts";
import { useText } from "../../i18n/keys.ts";
import { Section } from "../../ui/index.ts";
import { copyAt } from "../../ui/tip.ts";
import css from "./settings.module.css";

function createSample(base: string): string {
  return `curl ${base}/v1/payments \\
  -H "Authorization: Bearer $APP_SECRET" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -d '{"merchant_order_id":"A-1001","amount":"500.00","operator":"bkash"}'`;
}

const VERIFY_SAMPLE = `import { Webhook } from "standardwebhooks";

// body: the raw request body as text; headers: webhook-id, webhook-timestamp, webhook-signature
const event = new Webhook(process.env.WEBHOOK_SECRET).verify(body, headers);
if (event.type === "payment.completed") settle(event.data.merchant_order_id, event.data.received_amount);`;

export function Samples() {
  const t = useText();
  const base = apiUrl("") || location.origin;
  return (
    <Section title={t("settings.samples.title")}>
      <Sample title={t("settings.samples.create")} code={createSample(base)} />
      <Sample title={t("settings.samples.verify")} code={VERIFY_SAMPLE} />
    </Section>
  );
}

function Sample({ title, code }: { title: string; code: string }) {
  const t = useText();
  return (
    <div>
      <div className={css.codeHead}>
        <span>{title}</span>
        <Button size="compact-xs" variant="default" onClick={(event) => void copyAt(event.currentTarget, code)}>
          {t("common.copy")}
        </Button>
      </div>
      <pre className={css.code} tabIndex={0} aria-label={title} role="region">
        {code}
      </pre>
    </div>
  );
}
