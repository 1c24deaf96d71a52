/** The one way to open a dialog: the browser's Back closes it, and asks first where it shows what nobody can see again. */
import { Modal, type ModalProps } from "@mantine/core";
import { type ReactElement, useRef } from "react";
import { useClosedByBack } from "../forms/unsaved-guard.ts";
import { askSecretGoes, SecretHolder } from "./shown-secret.ts";

/** Over the dialogs, wherever their places in the document are: a re-authentication, and over it the question. */
export const OVER_DIALOGS = { recheck: 201, question: 202 } as const;

/** Mantine's dialog; its way out has to be the one that its own buttons take. */
export function Dialog({ onClose, children, ...more }: ModalProps): ReactElement {
  const secrets = useRef(0);
  const leave = async (): Promise<void> => {
    if (secrets.current === 0 || (await askSecretGoes())) onClose();
  };
  useClosedByBack(() => void leave(), more.opened);
  return (
    <Modal {...more} onClose={onClose}>
      <SecretHolder value={secrets}>{children}</SecretHolder>
    </Modal>
  );
}
