/** What a message comes to the parser with. */
import type { OperatorLayouts } from "./layouts.ts";
import type { HarmlessEndings, MessageOperator, WalletType } from "./types.ts";

/** The platform's own rules, compiled, by operator (`own-rules.ts`). */
export type OwnRules = ReadonlyMap<MessageOperator, OperatorLayouts>;

/** A message as a device reported it. */
export interface ParseInput {
  /** null: recognise from sender, then text. */
  readonly operator: MessageOperator | null;
  /** null for messages whose meaning does not depend on the wallet (codes, promotion, notices). */
  readonly walletType: WalletType | null;
  readonly sender: string | null;
  readonly text: string;
  /** The operator's sender ids from config; default is the registry's. */
  readonly senderIds?: readonly string[];
  /** Rules of the platform's own people that are switched on; they are asked when no shipped one explains the whole text. */
  readonly own?: OwnRules;
  /** Endings that people have called harmless. */
  readonly harmless?: HarmlessEndings;
  /** When it came, ms: a printed time that lies well behind it is none. Without it times are not compared. */
  readonly atMs?: number;
}
