import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

const TONES = {
  good: 'bg-good',
  danger: 'bg-danger',
  info: 'bg-info',
  accent: 'bg-accent',
  quiet: 'border border-line-strong bg-transparent',
} as const

interface StateDotProps {
  tone: keyof typeof TONES
  children: ReactNode
}

/** A state in a table: a colored dot, and the word that says the same. */
export function StateDot({ tone, children }: StateDotProps) {
  return (
    <span className="inline-flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className={classNames('size-2 shrink-0 rounded-full forced-colors:border', TONES[tone])} />
      {children}
    </span>
  )
}
