import type { ReactNode } from 'react'
import { conflictMessages } from '../../../shared/kernel/conflict-messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Difference, DifferenceTable } from '../../ui/difference-table.tsx'
import { leaveFocusNear } from '../../ui/failure-note.tsx'

interface ConflictProps {
  title: string
  /** Between the title and the differences. */
  intro?: ReactNode
  differences: readonly Difference[]
  onResolve: (isTheirs: boolean) => void
  /** A `ref` that passes the focus on when the note is removed. */
  passFocus?: (note: HTMLElement | null) => (() => void) | undefined
  className?: string
}

/** Shows in what a form and a newer version differ, and lets the user choose. */
export function Conflict({ title, intro, differences, onResolve, passFocus, className }: ConflictProps) {
  const look = 'grid gap-3 rounded-field border border-danger bg-danger-tint p-4'
  return (
    <div ref={passFocus ?? leaveFocusNear} role="alert" className={classNames(look, className)}>
      <p className="font-semibold text-danger">{title}</p>
      {intro}
      {differences.length > 0 && (
        <DifferenceTable
          headings={{ field: conflictMessages.field, one: conflictMessages.mine, other: conflictMessages.theirs }}
          differences={differences}
        />
      )}
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onResolve(true)}>
          {conflictMessages.loadTheirs}
        </Button>
        <Button onClick={() => onResolve(false)}>{conflictMessages.keepMine}</Button>
      </div>
    </div>
  )
}

interface ConflictNoteProps<Values> {
  /** By default that another admin has changed them. */
  title?: string
  labels: Readonly<Record<keyof Values, string>>
  /** The words of values that do not speak for themselves. */
  textOf?: { readonly [Name in keyof Values]?: (values: Values) => string }
  mine: Values
  theirs: Values
  onResolve: (isTheirs: boolean) => void
}

/** Shows the settings that someone else has changed beside those of the form, and lets the user choose. */
export function ConflictNote<Values extends object>(props: ConflictNoteProps<Values>) {
  const { title = marketMessages.changedMeanwhile, labels, textOf, mine, theirs, onResolve } = props
  const names = Object.keys(mine) as (keyof Values)[]
  const shown = (name: keyof Values, values: Values) => textOf?.[name]?.(values) ?? String(values[name])
  const differences = names
    .filter((name) => mine[name] !== theirs[name])
    .map((name) => ({ label: labels[name], one: shown(name, mine), other: shown(name, theirs) }))
  return <Conflict title={title} differences={differences} onResolve={onResolve} />
}
