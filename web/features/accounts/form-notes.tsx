import type { ReactNode } from 'react'

/** The error of a form; announced when it appears. */
export function ProblemNote({ text, id }: { text: string | null | undefined; id?: string }) {
  if (!text) return null
  return (
    <p id={id} role="alert" className="rounded-xl bg-danger-tint px-4 py-3 text-danger wrap-anywhere">
      {text}
    </p>
  )
}

/** The progress of a form; announced when it appears. */
export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl bg-info-tint px-4 py-3 text-info wrap-anywhere">
      {children}
    </p>
  )
}
