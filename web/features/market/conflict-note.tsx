import { type ReactNode, useState } from 'react'
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
        <Button variant="secondary" onClick={() => onResolve(false)}>
          {conflictMessages.keepMine}
        </Button>
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
  const shown = (name: keyof Values, values: Values) => textOf?.[name]?.(values) ?? String(values[name])
  const differences = differing(mine, theirs).map((name) => ({
    label: labels[name],
    one: shown(name, mine),
    other: shown(name, theirs),
  }))
  return <Conflict title={title} differences={differences} onResolve={onResolve} />
}

/** Returns the names of the values that differ. */
export function differing<Values extends object>(mine: Values, theirs: Values) {
  return (Object.keys(mine) as (keyof Values)[]).filter((name) => mine[name] !== theirs[name])
}

/** Returns whether values and those that they were based on both differ from newer ones. */
export function areInConflict<Values extends object>(mine: Values, base: Values, theirs: Values): boolean {
  return [mine, base].every((values) => differing(values, theirs).length > 0)
}

interface ConflictOptions<Values, Row> extends Pick<ConflictNoteProps<Values>, 'labels' | 'textOf' | 'mine'> {
  /** As it was read last; undefined for a new one. */
  row: Row | undefined
  valuesOf: (row: Row) => Values
  /** Fills the form. */
  load: (row: Row) => void
}

/**
 * Returns the revision on which a form without a draft is saved, its conflict with other values that were read since it was
 * filled, null without one, and `rebase` for a form that stays open after it was saved.
 */
export function useConflict<Values extends object, Row extends { revision: number }>({
  row,
  valuesOf,
  mine,
  load,
  ...note
}: ConflictOptions<Values, Row>) {
  const [base, setBase] = useState(row)
  if (!base || !row) return { revision: 0, conflict: null, rebase: setBase }
  const theirs = valuesOf(row)
  if (!areInConflict(mine, valuesOf(base), theirs)) return { revision: row.revision, conflict: null, rebase: setBase }
  const resolve = (isTheirs: boolean) => {
    setBase(row)
    if (isTheirs) load(row)
  }
  return {
    revision: base.revision,
    rebase: setBase,
    conflict: <ConflictNote {...note} mine={mine} theirs={theirs} onResolve={resolve} />,
  }
}
