/** The operator that a tab is about: it stands in the address, which is also how the choice is kept. */
import { NativeSelect } from "@mantine/core";
import type { ReactElement } from "react";
import { useLocation, useNavigate } from "react-router";
import { OPERATOR_INFO, OPERATORS, type Operator } from "../../../../contract/operators.ts";
import { useText } from "../../../i18n/keys.ts";
import { operatorsKnown } from "../../../operators.ts";
import { queryText } from "../../../paths.ts";
import css from "./rules.module.css";

interface Choice {
  readonly operator: Operator | undefined;
  readonly choose: (operator: string) => void;
}

export function useOperator(tab: "rules" | "lab"): Choice {
  const { search } = useLocation();
  const navigate = useNavigate();
  const asked = new URLSearchParams(search).get("operator");
  const operator = OPERATORS.find((one) => one === asked);
  return { operator, choose: (next) => void navigate(queryText({ tab, operator: next })) };
}

export function OperatorChoice({ operator, choose }: Choice): ReactElement {
  const t = useText();
  return (
    <NativeSelect
      className={css.filter ?? ""}
      label={t("words.field.operator")}
      value={operator ?? ""}
      onChange={(event) => choose(event.currentTarget.value)}
      data={[{ value: "", label: t("rules.filter.all") }, ...operatorsKnown(operator).map((value) => ({ value, label: OPERATOR_INFO[value].name }))]}
    />
  );
}
