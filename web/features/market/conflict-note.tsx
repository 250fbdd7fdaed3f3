import { conflictMessages } from '../../../shared/kernel/conflict-messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import { Button } from '../../ui/button.tsx'
import { DifferenceTable, DifferingText } from '../../ui/difference-table.tsx'
import { leaveFocusNear } from '../../ui/failure-note.tsx'

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
export function ConflictNote<Values extends object>({
  title,
  labels,
  textOf,
  mine,
  theirs,
  onResolve,
}: ConflictNoteProps<Values>) {
  const names = Object.keys(mine) as (keyof Values)[]
  const differing = names.filter((name) => mine[name] !== theirs[name])
  const shown = (name: keyof Values, values: Values) => textOf?.[name]?.(values) ?? String(values[name])
  return (
    <div ref={leaveFocusNear} role="alert" className="grid gap-3 rounded-field border border-danger bg-danger-tint p-4">
      <p className="font-semibold text-danger">{title ?? marketMessages.changedMeanwhile}</p>
      <DifferenceTable
        headings={{ field: conflictMessages.field, one: conflictMessages.mine, other: conflictMessages.theirs }}
        differences={differing.map((name) => ({
          label: labels[name],
          one: <DifferingText>{shown(name, mine)}</DifferingText>,
          other: <DifferingText>{shown(name, theirs)}</DifferingText>,
        }))}
      />
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onResolve(true)}>
          {conflictMessages.loadTheirs}
        </Button>
        <Button onClick={() => onResolve(false)}>{conflictMessages.keepMine}</Button>
      </div>
    </div>
  )
}
