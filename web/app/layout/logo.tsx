/** The logo: a market booth with awning and counter. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <path d="M5 14h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" className="fill-ink" />
      <path d="M13 20h6v8h-6z" className="fill-page" />
      <path
        d="M6 4h20l4 9a4.5 4.5 0 0 1-8.7 1.2 4.5 4.5 0 0 1-5.3 2.6 4.5 4.5 0 0 1-5.3-2.6A4.5 4.5 0 0 1 2 13z"
        className="fill-brand"
      />
    </svg>
  )
}
