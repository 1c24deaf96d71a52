/** The calendar of an operator's limits: its own clock, not the business day (rule 14). */
import { operatorInfo, type Operator } from "../../../contract/operators.ts";
import { dayAtOffset } from "../../../contract/time.ts";

/** The operator's day and the first day of its month at an instant. */
export function limitDay(operator: string, ms: number): { day: string; month: string } {
  // The column holds registered operators only.
  const day = dayAtOffset(ms, operatorInfo(operator as Operator).offsetMinutes * 60_000);
  return { day, month: `${day.slice(0, 7)}-01` };
}
