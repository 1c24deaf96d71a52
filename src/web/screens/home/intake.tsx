/** The intake switches: platform and per operator, payments and disbursements. Every change is confirmed. */
import { Switch } from "@mantine/core";
import type { IntakeOut } from "../../../contract/config.schema.ts";
import { operatorInfo } from "../../../contract/operators.ts";
import { useIntake } from "../../frame/banners.tsx";
import { useText } from "../../i18n/keys.ts";
import { keyOf, queryClient, useAct } from "../../query.ts";
import { useCan } from "../../session.tsx";
import { confirm, Section } from "../../ui/index.ts";
import css from "./home.module.css";

type Direction = "payments" | "disburses";
type OperatorIntake = IntakeOut["operators"][number];

/** Hidden from who may not see intake. */
export function Intake() {
  const t = useText();
  const intake = useIntake();
  if (intake === undefined) return null;
  return (
    <Section title={t("home.intake.title")} id="intake">
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t("home.operator")}</th>
            <th scope="col">{t("home.intake.payments")}</th>
            <th scope="col">{t("home.intake.disburses")}</th>
          </tr>
        </thead>
        <tbody>
          <SwitchRow name={t("home.intake.platform")} intake={intake} row={null} />
          {intake.operators.map((row) => (
            <SwitchRow key={row.operator} name={operatorInfo(row.operator).name} intake={intake} row={row} />
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function SwitchRow({ name, intake, row }: { name: string; intake: IntakeOut; row: OperatorIntake | null }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {(["payments", "disburses"] as const).map((direction) => (
        <td key={direction}>
          <IntakeSwitch name={name} direction={direction} intake={intake} row={row} />
        </td>
      ))}
    </tr>
  );
}

function IntakeSwitch({ name, direction, intake, row }: { name: string; direction: Direction; intake: IntakeOut; row: OperatorIntake | null }) {
  const t = useText();
  const mayOpen = useCan("intake.open");
  const mayClose = useCan("intake.close");
  const { busy, run } = useAct("PATCH /api/intake", { refresh: ["GET /api/intake"] });
  const isOpen = (row ?? intake)[`${direction}_open`];
  const may = isOpen ? mayClose : mayOpen;
  const change = async (): Promise<void> => {
    const directionWord = t(`home.intake.${direction}`);
    const what =
      row === null ? t("home.intake.whatPlatform", { direction: directionWord }) : t("home.intake.whatOperator", { operator: name, direction: directionWord });
    const agreed = await confirm({
      text: t(isOpen ? "home.intake.closeQuestion" : "home.intake.openQuestion", { what }),
      action: t(isOpen ? "home.intake.close" : "home.intake.open"),
      destructive: isOpen,
    });
    if (!agreed) return;
    const answer = await run({ body: { version: intake.version, [direction]: !isOpen, ...(row === null ? {} : { operator: row.operator }) } });
    if (answer.success) queryClient.setQueryData(keyOf("GET /api/intake"), answer.data);
  };
  return (
    <span data-tip={may ? undefined : t("home.intake.mayNotOpen")}>
      <Switch
        checked={isOpen}
        disabled={!may || busy}
        onChange={() => void change()}
        label={t(isOpen ? "common.open" : "common.closed")}
        aria-label={`${name} ${t(`home.intake.${direction}`)}`}
      />
    </span>
  );
}
