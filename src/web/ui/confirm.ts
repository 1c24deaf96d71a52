/** "Are you sure?" as a promise: `if (!(await confirm({text: …}))) return;`. One modal for the whole page, loaded at first use. */
import type { ReactNode } from "react";
import { onSessionEnd } from "../session.tsx";
import { createStore, type Store } from "../store.ts";

export interface ConfirmQuestion {
  /** What will happen to what, with the amount: one sentence. */
  readonly text: ReactNode;
  /** What it is about, where its text is more than words: what is typed into it belongs to this. */
  readonly about?: string;
  /** "确定吗？ / Are you sure?" unless the act has a better question. */
  readonly title?: string;
  /** Word on the button; "Confirm" when left out. A verb is better. */
  readonly action?: string;
  /** Takes something away, or ends what works: the button is red and the focus starts on Cancel. A decision that was asked for by its own key (approve) takes Enter. */
  readonly destructive?: boolean;
  /** Why it cannot be confirmed as it stands, where its text lets people choose; null: it can. */
  readonly hindered?: Store<string | null>;
  /** Asks for a line of text (a reason); confirming needs it when `required`. */
  readonly input?: {
    readonly label: string;
    readonly required?: boolean;
    readonly placeholder?: string;
    readonly maxLength?: number;
    /** Where what is typed stays until whoever asks empties it: it is there again when the act was refused or put off. */
    readonly kept?: Store<string>;
  };
}
export interface Asked extends ConfirmQuestion {
  readonly answer: (given: { confirmed: boolean; input: string }) => void;
}

/** A question's name: what it asks of what. What is typed into it is kept under it. */
export const questionName = ({ title, action, about, text }: ConfirmQuestion): string =>
  [title, action, about ?? (typeof text === "string" ? text : "")].join(" ");

/** The question that stands open; the host shows it. */
export const asked = createStore<Asked | null>(null);

function ask(question: ConfirmQuestion): Promise<{ confirmed: boolean; input: string }> {
  asked.get()?.answer({ confirmed: false, input: "" });
  return new Promise((resolve) => {
    asked.set({
      ...question,
      answer: (given) => {
        asked.set(null);
        resolve(given);
      },
    });
  });
}

// Whoever signs in next is not asked what the one before was.
onSessionEnd(() => asked.get()?.answer({ confirmed: false, input: "" }));

/** Asks; true when confirmed. A second question answers the first with no. */
export async function confirm(question: ConfirmQuestion): Promise<boolean> {
  return (await ask(question)).confirmed;
}

/** Asks for a text; the text when confirmed, null when not. */
export async function confirmWithText(question: ConfirmQuestion & { input: NonNullable<ConfirmQuestion["input"]> }): Promise<string | null> {
  const given = await ask(question);
  return given.confirmed ? given.input : null;
}

/** For components that like hooks. */
export function useConfirm(): typeof confirm {
  return confirm;
}
