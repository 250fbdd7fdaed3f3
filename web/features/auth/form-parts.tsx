import type { ComponentProps, ReactNode } from 'react'
import { Link } from '../../ui/link.tsx'

const LOOK = 'inline-flex min-h-10 items-center font-medium text-brand underline-offset-4 hover:underline'

/** A link on its own line in a form. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={LOOK} />
}

/** A button that looks like such a link. */
export function TextButton(props: Omit<ComponentProps<'button'>, 'className'>) {
  return <button type="button" {...props} className={LOOK} />
}

/** The progress of a form; announced when it appears. */
export function StatusNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="rounded-xl bg-info-tint px-4 py-3 text-info wrap-anywhere">
      {children}
    </p>
  )
}
