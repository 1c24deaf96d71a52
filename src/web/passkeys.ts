/** Passkeys in the browser: asked for, made and used. What talks to the device arrives when it is first used. */
import type { RegistrationResponseJSON } from "@simplewebauthn/browser";
import { type CallError, call, type Result } from "./api.ts";
import type { PasskeyRow, Profile } from "../contract/session.schema.ts";
import { takeProfile } from "./session.tsx";

/** False where the browser knows none: an old one, or an address that is neither https nor localhost. */
export function canUsePasskeys(): boolean {
  return typeof window !== "undefined" && window.isSecureContext && "PublicKeyCredential" in window;
}

/** The person closed the device's question, or let it wait too long: nothing is said of it. */
export const GIVEN_UP = Symbol("given up");
type Outcome<T> = Result<T> | typeof GIVEN_UP;

const device = () => import("@simplewebauthn/browser");
const failed = (): Result<never> => ({ success: false, data: null, error: { code: "passkey_invalid", message: "", status: 0 } satisfies CallError });

/** What a device refuses by itself; that it holds the passkey already is told apart. */
function refusedBy(problem: unknown): Outcome<never> {
  const name = problem instanceof Error ? problem.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return GIVEN_UP;
  if (name === "InvalidStateError") return { success: false, data: null, error: { code: "already_exists", message: "", status: 0 } };
  return failed();
}

async function sign(options: Awaited<ReturnType<typeof askFor>>) {
  const { startAuthentication } = await device();
  return startAuthentication({ optionsJSON: options });
}
async function askFor(url: "POST /api/signin/options" | "POST /api/user/check/options") {
  const asked = await call(url, { body: {} });
  if (!asked.success) throw asked;
  return asked.data;
}
const isResult = (problem: unknown): problem is Result<never> => typeof problem === "object" && problem !== null && "success" in problem;

async function used<T>(
  url: "POST /api/signin/options" | "POST /api/user/check/options",
  send: (response: Awaited<ReturnType<typeof sign>>) => Promise<Result<T>>,
): Promise<Outcome<T>> {
  try {
    return await send(await sign(await askFor(url)));
  } catch (problem) {
    return isResult(problem) ? problem : refusedBy(problem);
  }
}

/** Signs in by a passkey that the device keeps for this address; whose it is decides who is signed in. */
export async function signInByPasskey(): Promise<Outcome<Profile>> {
  const answer = await used("POST /api/signin/options", (response) => call("POST /api/signin/passkey", { body: { response: signed(response) } }));
  if (answer !== GIVEN_UP && answer.success) takeProfile(answer.data);
  return answer;
}

/** Re-authenticates by one of the person's passkeys. */
export function checkByPasskey(): Promise<Outcome<{ until: string }>> {
  return used("POST /api/user/check/options", (response) => call("POST /api/user/check/passkey", { body: { response: signed(response) } }));
}

/** Has a device make a passkey under this name. */
export async function makePasskey(name: string): Promise<Outcome<PasskeyRow>> {
  const asked = await call("POST /api/user/passkeys/options", { body: {} });
  if (!asked.success) return asked;
  try {
    const { startRegistration } = await device();
    const { challenge, rp, user, timeout, attestation, pubKeyCredParams, excludeCredentials, authenticatorSelection } = asked.data;
    const optionsJSON = { challenge, rp, user, timeout, attestation, pubKeyCredParams, excludeCredentials, authenticatorSelection };
    return await call("POST /api/user/passkeys", { body: { name, response: created(await startRegistration({ optionsJSON })) } });
  } catch (problem) {
    return refusedBy(problem);
  }
}

/** What the contract takes of a device's answer. */
function signed({ id, rawId, response }: Awaited<ReturnType<typeof sign>>) {
  const { clientDataJSON, authenticatorData, signature, userHandle = null } = response;
  return { id, rawId, type: "public-key" as const, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}
function created({ id, rawId, response }: RegistrationResponseJSON) {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: "public-key" as const, response: { clientDataJSON, attestationObject, transports } };
}
