/** What a list asks the server: rows that wait for nothing else, and the figures under them. */
import type { EndpointKey } from "../../../contract/endpoints.ts";
import type { Page } from "../../../contract/envelope.ts";
import { call, type Result } from "../../api.ts";
import { ApiError } from "../../query.ts";
import type { ApiQuery } from "./address.ts";

/** Calls a list's own endpoints, whose keys are data: the types are the spec's promise (PageEndpoint, OneEndpoint). */
export const callAny = call as unknown as <T>(
  key: EndpointKey,
  init: { query?: ApiQuery; params?: { id: string }; background?: boolean; signal?: AbortSignal },
) => Promise<Result<T>>;

/** A question as a query's key holds it. */
const questionOf = (text: string): ApiQuery => JSON.parse(text) as ApiQuery; // written by the list itself

/**
 * Rows of a question. Who looks wants rows: what takes longer under them comes by itself; what is read in the background comes whole.
 * @param text the question
 * @throws ApiError
 */
export async function askRows<Row>(endpoint: EndpointKey, text: string, background: boolean, signal?: AbortSignal, cursor?: string): Promise<Page<Row>> {
  const query: ApiQuery = { ...questionOf(text), ...(cursor === undefined ? {} : { cursor }), ...(background ? {} : { figures: "soon" }) };
  const answer = await callAny<Page<Row>>(endpoint, { query, background, ...(signal ? { signal } : {}) });
  if (!answer.success) throw new ApiError(answer.error);
  return answer.data;
}

/** Total and sums of a question, whichever page of it is shown; null: they could not be read. */
export async function askFigures(endpoint: EndpointKey, text: string, signal: AbortSignal): Promise<Page<never> | null> {
  const { size: _size, cursor: _cursor, ...question } = questionOf(text);
  const answer = await callAny<Page<never>>(endpoint, { query: { ...question, only: "figures" }, background: true, signal });
  return answer.success ? answer.data : null;
}
