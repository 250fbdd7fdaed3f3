import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/link.tsx'

interface ViewLinksProps {
  label: string
  views: readonly { to: string; text: string; isShown: boolean }[]
}

/** Links to the views of a list; the current one is marked. */
export function ViewLinks({ label, views }: ViewLinksProps) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-2">
      {views.map(({ to, text, isShown }) => (
        <Link
          key={text}
          to={to}
          aria-current={isShown ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-9 items-center rounded-full border px-4 text-sm font-medium',
            isShown ? 'border-brand bg-brand text-on-brand' : 'border-line-strong bg-surface hover:bg-tint',
          )}
        >
          {text}
        </Link>
      ))}
    </nav>
  )
}
