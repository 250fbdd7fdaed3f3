/** The drawing of empty and missing pages: an open bag with nothing in it, and a plant that waits beside. */
export function Drawing({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 220 150" aria-hidden="true" className={className} fill="none">
      <ellipse cx="112" cy="136" rx="92" ry="9" className="fill-tint-strong" />
      <path d="M62 52h76l9 84H53z" className="fill-brand" />
      <path d="M62 52h76l2 16H60z" className="fill-brand-strong" />
      <path d="M80 60V44a20 20 0 0 1 40 0v16" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round" />
      <path d="M84 100q16 13 32 0" className="stroke-on-brand" strokeWidth="4" strokeLinecap="round" />
      <circle cx="86" cy="86" r="3.5" className="fill-on-brand" />
      <circle cx="114" cy="86" r="3.5" className="fill-on-brand" />
      <path d="M164 106h32l-5 30h-22z" className="fill-accent" />
      <path d="M180 106c0-22-4-32-16-40-4 18 2 32 16 40z" className="fill-good" />
      <path d="M180 106c0-26 6-38 20-46 4 20-4 38-20 46z" className="fill-good" />
      <path
        d="M24 40h14M31 33v14M196 22h10M201 17v10M40 108h8M44 104v8"
        className="stroke-line-strong"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
