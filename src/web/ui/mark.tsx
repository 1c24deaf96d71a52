/** The product's mark, `size` pixels wide. It stands in pages before the program has arrived, so its looks are in the page's own styles. */
export function Mark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="fd-mark">
      <rect width="32" height="32" rx="7" />
      <path d="M8 12h13l-3.5-3.5M24 20H11l3.5 3.5" />
    </svg>
  );
}
