/** A form as data: its fields, what each must be, how it is sent. One dialog draws them all. */
import type { ComponentType, ReactNode } from "react";
import type { CallError, Result } from "../api.ts";
import type { Lookup, Option } from "./option.ts";
import type { CellTools } from "../cell-tools.ts";
import type { MessageKey } from "../i18n/keys.ts";

/** Every value of a form is a text; a switch is `"true"` or `""`, a list one entry per line. */
export type Values = Readonly<Record<string, string>>;

/** What a field of its own kind is given. */
export interface CustomFieldProps<Subject> {
  readonly id: string;
  readonly label: string;
  readonly required: boolean;
  readonly value: string;
  readonly values: Values;
  readonly subject: Subject;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly onChange: (value: string) => void;
  /** Sets other fields along with this one. */
  readonly onPatch: (values: Values) => void;
  /** As `onPatch`, for what is chosen before anybody has: it counts as no change. */
  readonly onPropose: (values: Values) => void;
}

interface Common<Subject> {
  readonly name: string;
  readonly label: MessageKey;
  /** Or under which values it is. */
  readonly required?: boolean | ((values: Values, subject: Subject) => boolean);
  /** Fields of the mobile-money operator have a message of their own when they are missing. */
  readonly group?: "operator";
  readonly help?: MessageKey;
  /** It is kept nowhere, not even over the end of a session; a password never is. */
  readonly secret?: true;
  readonly maxLength?: number;
  /** What is wrong with a value that is there, or null. */
  readonly check?: (value: string, values: Values) => MessageKey | null;
  readonly shown?: (values: Values, subject: Subject) => boolean;
  /** Shown but not to be changed: whoever is signed in may not, or the object's state forbids it. */
  readonly disabled?: (subject: Subject) => boolean;
  /** What choosing this one fills into other fields that nobody has touched. */
  readonly proposes?: (values: Values, subject: Subject) => Values;
  /** It stands in the form alone: what is sent is the same act, whatever it says by then. */
  readonly unsent?: true;
  /** Takes half the width, beside the next one (the whole on a phone). */
  readonly half?: boolean;
  /** Heading over this field: a new group begins here. */
  readonly section?: MessageKey;
  /** Other names under which the server reports this field. */
  readonly server?: readonly string[];
  /** Words for the server's refusal of this field where its details say more than the field's code, or null. */
  readonly refused?: (error: CallError) => MessageKey | null;
}
export type FieldSpec<Subject> = Common<Subject> &
  (
    | { readonly kind: "text" | "password" | "integer" | "switch" }
    /** With `entries` a list: how its text is split into what is sent, so that a wrong entry can be named. */
    | { readonly kind: "multiline"; readonly entries?: (text: string) => readonly string[] }
    /** An amount in the deployment's currency, above zero unless `zero`. */
    | { readonly kind: "amount"; readonly zero?: boolean }
    | { readonly kind: "choice"; readonly options: readonly Option[] }
    | {
        readonly kind: "radio";
        readonly options: readonly Option[];
        /** Why an option cannot be chosen now, or null. */
        readonly off?: (option: string, values: Values, subject: Subject) => MessageKey | null;
        /** The amount that an option means, a decimal string, where it is known. */
        readonly amountOf?: (option: string, values: Values, subject: Subject) => string | null;
      }
    | { readonly kind: "lookup"; readonly source: Lookup }
    | { readonly kind: "custom"; readonly component: ComponentType<CustomFieldProps<Subject>> }
  );

export interface FormSpec<Subject, Data = unknown> {
  /** What will happen to what. Where an amount is among the values, it names the one that would be booked. */
  readonly title: (subject: Subject, tools: CellTools, values: Values) => string;
  readonly intro?: (subject: Subject, tools: CellTools) => string | null;
  /** What the fields are about, shown over them: the subject itself where its name does not tell enough. */
  readonly about?: (subject: Subject, tools: CellTools) => ReactNode;
  /** It shows more than fields: the dialog takes more room where there is some. */
  readonly wide?: true;
  readonly fields: readonly FieldSpec<Subject>[];
  /** The object that it is about, where the subject has no `id`. */
  readonly object?: (subject: Subject) => string;
  /** What the fields begin with. `chosen`: the values as they are, when the subject was loaded again; what a field proposes follows them. */
  readonly initial: (subject: Subject, chosen?: Values) => Values;
  /** What these values would do that nobody may mean: asked before they are sent; null: nothing of the kind. `base`: the values as they were. */
  readonly ask?: (values: Values, base: Values) => string | null | Promise<string | null>;
  /** True where sending these values would change nothing: the button is off, and the fields say why. */
  readonly idle?: (values: Values, subject: Subject) => boolean;
  /** Sends it. The same key is given again while an earlier try may still have arrived. */
  readonly submit: (values: Values, subject: Subject, idempotencyKey: string) => Promise<Result<Data>>;
  /** Words on the button: the act itself. */
  readonly label: MessageKey;
  readonly danger?: boolean;
  /** The object's present state in a few words, said when someone else changed it meanwhile. */
  readonly present?: (subject: Subject, tools: CellTools) => string;
  /** Fetches the object anew after someone else changed it; null when it is gone. */
  readonly reload?: (subject: Subject) => Promise<Subject | null>;
}
