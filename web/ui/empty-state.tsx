import type { ReactNode } from 'react'
import { passFocusOn } from './page.tsx'

export interface EmptyStateProps {
  title: string
  text?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  icon?: ReactNode
  /** Replaces the icon, in its own size. */
  drawing?: ReactNode
  /** `alert` for a failure. */
  role?: 'alert' | 'status'
}

/** Replaces an empty list with an explanation and the next step. */
export function EmptyState({ title, text, action, icon, drawing, role }: EmptyStateProps) {
  return (
    <div
      ref={passFocusOn}
      role={role}
      className="grid grid-cols-1 justify-items-center gap-3 rounded-picture bg-tint px-6 py-14 text-center"
    >
      {drawing}
      {icon && <span className="text-muted [&>svg]:size-10">{icon}</span>}
      {/* Not a heading: the page has one of its own. */}
      <div className="display text-lg leading-6 text-balance">{title}</div>
      {text && <p className="max-w-prose text-muted text-balance">{text}</p>}
      {action && (
        // The action may disappear while the rest stays.
        <div ref={passFocusOn} className="mt-2 flex flex-wrap justify-center gap-3">
          {action}
        </div>
      )}
    </div>
  )
}
