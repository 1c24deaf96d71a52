/** Downloads: the file is handed to the browser, or it is said why there is none and what to do. The page stays as it is. */
import { useRef, useState } from "react";
import { saveFile } from "../files.ts";
import { useText } from "../i18n/keys.ts";
import { notify, notifyNoFile } from "./notices.tsx";

export interface Downloads {
  readonly busy: boolean;
  /** How much of the present one has come; null: none is under way. */
  readonly bytes: number | null;
  /**
   * Fetches a file; nothing while another one is under way.
   * @param otherwise what it is called where the server does not say
   */
  readonly save: (path: string, otherwise: string) => Promise<void>;
}

/** Downloads of one place, one at a time. */
export function useDownload(): Downloads {
  const t = useText();
  const [bytes, setBytes] = useState<number | null>(null);
  const running = useRef(false);
  const save: Downloads["save"] = async (path, otherwise) => {
    if (running.current) return;
    running.current = true;
    setBytes(0);
    const got = await saveFile(path, otherwise, setBytes);
    running.current = false;
    setBytes(null);
    if ("file" in got) notify({ kind: "done", text: t("common.downloaded", { file: got.file }) });
    else notifyNoFile(t("common.downloadFailed"), got.error);
  };
  return { busy: bytes !== null, bytes, save };
}
