/** A QR code drawn here as SVG; nothing leaves the page. */
import { encode } from "uqr";
import css from "./qr.module.css";

/** Always dark on white, since cameras want that; `label` says what it holds, never the secret itself. */
export function Qr({ text, label, size = 176 }: { text: string; label: string; size?: number }) {
  const { data, size: modules } = encode(text, { ecc: "M", border: 2 });
  let path = "";
  for (const [y, row] of data.entries()) for (const [x, dark] of row.entries()) if (dark) path += `M${x} ${y}h1v1h-1z`;
  return (
    <svg className={css.qr} role="img" aria-label={label} width={size} height={size} viewBox={`0 0 ${modules} ${modules}`} shapeRendering="crispEdges">
      <path d={path} />
    </svg>
  );
}
