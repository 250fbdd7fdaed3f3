import type { ReactNode } from 'react'
import { formatDay, formatMinute } from '../../shared/kernel/locale.ts'
import { classNames } from './class-names.ts'

const TONES = {
  good: 'bg-good',
  danger: 'bg-danger',
  info: 'bg-info',
  quiet: 'border border-line-strong bg-transparent',
} as const

interface StateDotProps {
  tone: keyof typeof TONES
  children: ReactNode
}

/** A state in a table: a word with a colored dot. */
export function StateDot({ tone, children }: StateDotProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full forced-colors:border', TONES[tone])} />
      {children}
    </span>
  )
}

/** A table cell with a name, and below it a detail. */
export function TwoLines({ first, second }: { first: ReactNode; second: ReactNode }) {
  return (
    <span className="grid gap-0.5 py-1">
      <span className="wrap-anywhere">{first}</span>
      {second && <span className="text-xs text-muted wrap-anywhere">{second}</span>}
    </span>
  )
}

/** A day in the marketplace's time zone, the same on the server and in every browser; or a time to the minute. */
export function LocalDate({ at, precise = false }: { at: string; precise?: boolean }) {
  return (
    <time dir="auto" dateTime={at}>
      {precise ? formatMinute(at) : formatDay(at)}
    </time>
  )
}

/** An email address that breaks before its @ rather than within a word. */
export function EmailAddress({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  return (
    <span className="wrap-anywhere">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </span>
  )
}
