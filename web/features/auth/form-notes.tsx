import type { ReactNode } from 'react'

/** The progress of a form; announced when it appears. */
export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl bg-info-tint px-4 py-3 text-info wrap-anywhere">
      {children}
    </p>
  )
}
