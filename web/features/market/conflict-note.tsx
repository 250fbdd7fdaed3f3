import { conflictMessages } from '../../../shared/kernel/conflict-messages.ts'
import { marketMessages } from '../../../shared/market/messages.ts'
import type { MarketForm, MarketSettings } from '../../../shared/market/schema.ts'
import { Button } from '../../ui/button.tsx'
import { DifferenceTable, DifferingText } from '../../ui/difference-table.tsx'

interface ConflictNoteProps {
  mine: MarketForm
  theirs: MarketSettings
  onResolve: (isTheirs: boolean) => void
}

/** Shows the settings that another admin has changed beside those of the form, and lets the admin choose. */
export function ConflictNote({ mine, theirs, onResolve }: ConflictNoteProps) {
  const names = Object.keys(mine) as (keyof MarketForm)[]
  const differing = names.filter((name) => mine[name] !== theirs[name])
  return (
    <div role="alert" className="grid gap-3 rounded-field border border-danger bg-danger-tint p-4">
      <p className="font-semibold text-danger">{marketMessages.changedMeanwhile}</p>
      <DifferenceTable
        headings={{ field: conflictMessages.field, one: conflictMessages.mine, other: conflictMessages.theirs }}
        differences={differing.map((name) => ({
          label: marketMessages.fields[name],
          one: <DifferingText>{mine[name]}</DifferingText>,
          other: <DifferingText>{theirs[name]}</DifferingText>,
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
