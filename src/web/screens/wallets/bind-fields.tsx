/** Fields of their own kind in the forms that bind and unbind. */
import { TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { type ReactElement, useState } from "react";
import type { WalletRow } from "../../../contract/wallets.schema.ts";
import { FORWARDING_APPS } from "../../../contract/wallets.ts";
import type { CustomFieldProps } from "../../forms/spec.ts";
import { phoneText } from "../../i18n/format.ts";
import { useText } from "../../i18n/keys.ts";
import { errorOf, useRead } from "../../query.ts";
import { ErrorState, Placeholder } from "../../ui/blocks.tsx";
import { CardChoice } from "./cards.tsx";

type Device = WalletRow["devices"][number];
type FieldProps = CustomFieldProps<WalletRow>;
const TYPED_MS = 250;
const FOUND_MAX = 10;

/** Value of the unbind form that means every phone. */
export const ALL_DEVICES = "all";

/** A new phone, one that is bound already, or another card of a known one. */
export function ModeField({ subject, onPatch, ...field }: FieldProps): ReactElement {
  const t = useText();
  const modes = subject.devices.length > 0 ? (["new", "again", "sim"] as const) : (["new", "sim"] as const);
  const only = subject.devices.length === 1 ? (subject.devices[0]?.id ?? "") : "";
  return (
    <CardChoice
      {...field}
      options={modes.map((mode) => ({ value: mode, label: t(`wallets.bind.${mode}`), hint: t(`wallets.bind.${mode}Hint`) }))}
      onChange={(mode) => onPatch({ mode, device_id: mode === "again" ? only : "" })}
    />
  );
}

/** Which app runs on the phone: only what can be installed is offered. */
export function AppField(field: FieldProps): ReactElement {
  const t = useText();
  return (
    <CardChoice {...field} options={FORWARDING_APPS.map((app) => ({ value: app, label: t(`wallets.app.${app}`), hint: t(`wallets.bind.appHint.${app}`) }))} />
  );
}

/** A phone: of this wallet when it is bound again, of any other when one of its cards is given away. */
export function DeviceField(field: FieldProps): ReactElement {
  return field.values.mode === "again" ? <OwnDevice {...field} /> : <ForeignDevice {...field} />;
}

function OwnDevice({ subject, ...field }: FieldProps): ReactElement {
  const t = useText();
  return <CardChoice {...field} options={subject.devices.map((device) => ({ value: device.id, label: device.name, hint: t(`wallets.app.${device.app}`) }))} />;
}

function ForeignDevice({ subject, ...field }: FieldProps): ReactElement {
  const t = useText();
  const [typed, setTyped] = useState("");
  const [asked] = useDebouncedValue(typed.trim(), TYPED_MS);
  const read = useRead("GET /api/wallets", { query: { bind_status: "bound", size: FOUND_MAX, ...(asked === "" ? {} : { q: asked }) } }, { keepOld: true });
  const known = new Map<string, { device: Device; wallets: string[] }>();
  for (const wallet of read.data?.items ?? []) {
    if (wallet.id === subject.id) continue;
    for (const device of wallet.devices) {
      const word = `${wallet.name} · ${phoneText(wallet.account)}${device.sim === null ? "" : ` · ${device.sim.toUpperCase()}`}`;
      known.set(device.id, { device, wallets: [...(known.get(device.id)?.wallets ?? []), word] });
    }
  }
  const options = [...known.values()].map(({ device, wallets }) => ({
    value: device.id,
    label: `${device.name} · ${t(`wallets.app.${device.app}`)}`,
    hint: wallets.join(" / "),
  }));
  return (
    <CardChoice {...field} options={options}>
      <TextInput
        mb="sm"
        type="search"
        aria-label={t("wallets.bind.deviceFind")}
        placeholder={t("wallets.bind.deviceFind")}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {read.error ? <ErrorState error={errorOf(read.error)} onRetry={() => void read.refetch()} /> : null}
      {read.isPending ? <Placeholder height={64} /> : null}
      {read.isSuccess && options.length === 0 ? <p className="fd-dim">{t("wallets.bind.noDevices")}</p> : null}
    </CardChoice>
  );
}

/** Which phone is taken off the wallet: one, or all of them. */
export function UnbindField({ subject, ...field }: FieldProps): ReactElement {
  const t = useText();
  const one = subject.devices.map((device) => ({ value: device.id, label: device.name, hint: t(`wallets.app.${device.app}`) }));
  return (
    <CardChoice
      {...field}
      options={subject.devices.length > 1 ? [...one, { value: ALL_DEVICES, label: t("wallets.unbind.all", { n: subject.devices.length }) }] : one}
    />
  );
}

/** Value of the payout form that means none of the phones. */
export const NO_DEVICE = "none";

/** Which phone makes the wallet's payouts; forwarding apps cannot. */
export function PayoutField({ subject, ...field }: FieldProps): ReactElement {
  const t = useText();
  const phones = subject.devices
    .filter((device) => device.app === "native")
    .map((device) => ({ value: device.id, label: device.name, hint: device.model ?? "" }));
  return <CardChoice {...field} options={[...phones, { value: NO_DEVICE, label: t("wallets.payoutDevice.none"), hint: t("wallets.payoutDevice.noneHint") }]} />;
}
