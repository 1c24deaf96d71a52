/** The switches of order acceptance: platform and per operator, payments and disbursements. Every change is confirmed. */
import { Switch } from "@mantine/core";
import type { AcceptanceOut } from "../../contract/config.schema.ts";
import { operatorInfo } from "../../contract/operators.ts";
import { useAcceptance } from "./banners.tsx";
import { useText } from "../i18n/keys.ts";
import { keyOf, queryClient, useAct } from "../query.ts";
import { useCan } from "../session.tsx";
import { Section } from "../ui/blocks.tsx";
import { confirm } from "../ui/confirm.ts";
import css from "./stop.module.css";

type Direction = "payments" | "disburses";
type OperatorAcceptance = AcceptanceOut["operators"][number];

/** What is asked before it is turned: queued payouts wait while payouts are closed, payments that were taken do not. */
const QUESTIONS = {
  payments: { open: "home.acceptance.openQuestion", close: "home.acceptance.closeQuestion" },
  disburses: { open: "home.acceptance.openPayoutsQuestion", close: "home.acceptance.closePayoutsQuestion" },
} as const;

/** Hidden from who may not see it. */
export function Acceptance() {
  const t = useText();
  const acceptance = useAcceptance();
  if (acceptance === undefined) return null;
  return (
    <Section title={t("home.acceptance.title")}>
      <table className={css.matrix}>
        <thead>
          <tr>
            <th scope="col">{t("home.operator")}</th>
            <th scope="col">{t("home.acceptance.payments")}</th>
            <th scope="col">{t("home.acceptance.disburses")}</th>
          </tr>
        </thead>
        <tbody>
          <SwitchRow name={t("home.acceptance.platform")} acceptance={acceptance} row={null} />
          {acceptance.operators.map((row) => (
            <SwitchRow key={row.operator} name={operatorInfo(row.operator).name} acceptance={acceptance} row={row} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function SwitchRow({ name, acceptance, row }: { name: string; acceptance: AcceptanceOut; row: OperatorAcceptance | null }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {(["payments", "disburses"] as const).map((direction) => (
        <td key={direction}>
          <AcceptanceSwitch name={name} direction={direction} acceptance={acceptance} row={row} />
        </td>
      ))}
    </tr>
  );
}

function AcceptanceSwitch({
  name,
  direction,
  acceptance,
  row,
}: {
  name: string;
  direction: Direction;
  acceptance: AcceptanceOut;
  row: OperatorAcceptance | null;
}) {
  const t = useText();
  const mayOpen = useCan("intake.open");
  const mayClose = useCan("intake.close");
  const { busy, run } = useAct("PATCH /api/intake", { refresh: ["GET /api/intake"] });
  const isOpen = (row ?? acceptance)[`${direction}_open`];
  const may = isOpen ? mayClose : mayOpen;
  const change = async (): Promise<void> => {
    const directionWord = t(`home.acceptance.${direction}`);
    const what =
      row === null
        ? t("home.acceptance.whatPlatform", { direction: directionWord })
        : t("home.acceptance.whatOperator", { operator: name, direction: directionWord });
    const agreed = await confirm({
      text: t(QUESTIONS[direction][isOpen ? "close" : "open"], { what }),
      action: t(isOpen ? "home.acceptance.close" : "home.acceptance.open"),
      destructive: isOpen,
    });
    if (!agreed) return;
    const answer = await run({ body: { version: acceptance.version, [direction]: !isOpen, ...(row === null ? {} : { operator: row.operator }) } });
    if (answer.success) queryClient.setQueryData(keyOf("GET /api/intake"), answer.data);
  };
  return (
    <span data-tip={may ? undefined : t("home.acceptance.mayNotOpen")}>
      <Switch
        checked={isOpen}
        disabled={!may || busy}
        onChange={() => void change()}
        label={t(isOpen ? "common.open" : "common.closed")}
        aria-label={`${name} ${t(`home.acceptance.${direction}`)}`}
      />
    </span>
  );
}
