/** The idempotency key of what is sent by a press: whoever presses again because no answer came sends the same act, and it happens once. */
import { useRef } from "react";
import { randomId, type Result } from "../api.ts";
import { endsAct } from "./check.ts";

interface Act {
  readonly key: string;
  readonly body: string;
}

/**
 * Sends an act under one key until it has ended: done, or refused for good. Another body is another act.
 * @param send gets the body and its key
 */
export function useAct<Body, Data>(send: (body: Body, key: string) => Promise<Result<Data>>): (body: Body) => Promise<Result<Data>> {
  const under = useRef<Act | null>(null);
  return async (body) => {
    const text = JSON.stringify(body);
    const act = under.current?.body === text ? under.current : { key: randomId(), body: text };
    under.current = act;
    const answer = await send(body, act.key);
    if (answer.success || endsAct(answer.error)) under.current = null;
    return answer;
  };
}
