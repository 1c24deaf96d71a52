/** What fields of every kind are drawn with. */
export interface CommonProps {
  readonly id: string;
  readonly label: string;
  readonly withAsterisk: boolean;
  readonly error: string | null;
  readonly disabled: boolean;
  readonly description?: string;
  readonly inputWrapperOrder?: ("label" | "input" | "description" | "error")[];
}
