import { classNames } from './class-names.ts'
import type { Icon as IconType } from './icons.tsx'
import { Skeleton } from './skeleton.tsx'

interface FigureProps {
  term: string
  Icon: IconType
  /** How it is computed. */
  hint?: string
  /** Undefined while it loads: its place is kept. */
  children: string | undefined
}

/** Numbers with more characters are set smaller, to stay on one line of a card. */
const LONG = 12

/** One number of a dashboard on a card; belongs in a `<dl>`. */
export function Figure({ term, Icon, hint, children }: FigureProps) {
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-surface p-4 sm:p-6">
      <dt className="flex items-center justify-between gap-3 font-medium text-muted">
        {term}
        <span className="grid size-9 place-items-center rounded-xl bg-brand-tint text-brand-strong">
          <Icon aria-hidden className="size-5" />
        </span>
      </dt>
      <dd
        className={classNames(
          'mt-2 font-bold tracking-tight tabular-nums wrap-anywhere',
          children && children.length > LONG ? 'text-lg leading-8' : 'text-2xl leading-8',
        )}
      >
        {children ?? <Skeleton className="h-8 w-28 rounded-lg" />}
      </dd>
      {hint && <dd className="mt-1 text-sm text-muted">{hint}</dd>}
    </div>
  )
}
