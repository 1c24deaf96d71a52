/**
 * What the text asks the palette to begin: an act on an object, something new, the emergency stop, the close of a day. Each line says what will
 * happen; Enter leads to the act's own question, form or panel, never past it.
 */
import { Spotlight } from "@mantine/spotlight";
import { type ReactElement, useEffect, useState } from "react";
import { useNavigate } from "react-router";
import type { SearchResult } from "../../contract/home.schema.ts";
import { isMerchantType } from "../../contract/permissions.ts";
import { type CellTools, useCellTools } from "../cell-tools.ts";
import { loadBeside } from "../i18n/index.ts";
import { intend } from "../intent.ts";
import { inBothLanguages } from "../list/search/index.ts";
import { pathTo } from "../paths.ts";
import { LOCALES } from "../screens.ts";
import { useMay, useProfile } from "../session.tsx";
import { type CloseAsked, readClose } from "./acts/close-words.ts";
import { asksForNew, namedWhole } from "./acts/create-words.ts";
import { type ActAsked, readAct } from "./acts/object-words.ts";
import { allVerbs } from "./acts/offers.ts";
import { CREATIONS, type Creation } from "./acts/places.ts";
import { readStop, type StopAsked } from "./acts/stop-words.ts";
import css from "./palette.module.css";
import { CloseLine } from "./palette-close.tsx";
import { ActLine } from "./palette-line.tsx";
import { ObjectActs } from "./palette-object.tsx";
import { StopLines } from "./palette-stop.tsx";
import { useMayStop } from "./stop-state.ts";

const MOST_OBJECTS = 2;

/** What a text asks for. */
export interface Asked {
  readonly stop: StopAsked | null;
  readonly close: CloseAsked | null;
  readonly act: ActAsked | null;
  readonly created: readonly Creation[];
}

/** Names of all acts, once both languages are there: people type in either. Nothing is loaded before something is typed. */
function useVerbs(typed: boolean): readonly string[] {
  const may = useMay();
  const { user_type } = useProfile();
  const [verbs, setVerbs] = useState<readonly string[]>([]);
  useEffect(() => {
    if (!typed) return;
    let over = false;
    const load = async (): Promise<void> => {
      await Promise.all(LOCALES.map((locale) => loadBeside(locale)));
      const found = await allVerbs(may, !isMerchantType(user_type));
      if (!over) setVerbs(found);
    };
    load().catch(() => undefined); // without them, objects are found as ever
    return () => {
      over = true;
    };
  }, [typed, may, user_type]);
  return verbs;
}

/** Reads what was typed; what the person may not do at all is not there. */
export function useAsked(text: string): Asked {
  const may = useMay();
  const mayStop = useMayStop();
  const verbs = useVerbs(text !== "");
  const stop = readStop(text);
  return {
    stop: stop !== null && (stop.act === "stop" ? mayStop : may("intake.open")) ? stop : null,
    close: may("reconciliation.close") ? readClose(text, Date.now()) : null,
    act: readAct(text, verbs),
    created:
      text === ""
        ? []
        : namedWhole(
            text,
            CREATIONS.filter(
              ({ permission, label, screen }) => may(permission) && asksForNew(text, inBothLanguages(label), inBothLanguages(`frame.screen.${screen}`)),
            ),
            ({ label }) => inBothLanguages(label),
          ),
  };
}

/** The lines of what is asked for; nothing where it is none of it. */
export function ActGroup({ asked, found }: { readonly asked: Asked; readonly found: SearchResult["items"] }): ReactElement | null {
  const tools = useCellTools();
  const { stop, close, act, created } = asked;
  const objects = act === null ? [] : found.slice(0, MOST_OBJECTS);
  if (stop === null && close === null && objects.length === 0 && created.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={tools.t("frame.palette.acts")} className={css.group ?? ""}>
      {stop ? <StopLines asked={stop} tools={tools} alone={objects.length === 0} /> : null}
      {close ? <CloseLine asked={close} tools={tools} /> : null}
      {objects.map((item) => (
        <ObjectActs key={item.id} item={item} verb={act?.verb ?? ""} tools={tools} />
      ))}
      {created.map((one) => (
        <CreateLine key={one.screen} creation={one} tools={tools} />
      ))}
    </Spotlight.ActionsGroup>
  );
}

function CreateLine({ creation: { screen, label, effect }, tools }: { readonly creation: Creation; readonly tools: CellTools }): ReactElement {
  const navigate = useNavigate();
  const run = (): void => {
    intend({ kind: "create", screen });
    void navigate(pathTo(tools.locale, screen));
  };
  return <ActLine label={tools.t(label)} effect={tools.t(effect)} run={run} />;
}
