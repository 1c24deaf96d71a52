/** Payments (collections): everything that customers were asked to pay. */
import { useMemo } from "react";
import { useHome } from "../../frame/waiting.ts";
import { List } from "../../list/index.ts";
import { paymentsList } from "./spec.ts";

/** The screen at /payments. */
export default function Payments() {
  const review = useHome().data?.waiting.payments_review ?? 0;
  const counts = useMemo(() => ({ review }), [review]);
  return <List spec={paymentsList} counts={counts} />;
}
