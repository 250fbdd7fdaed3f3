import { OPENING_STEPS, type OpeningStep } from '../../../shared/market/constants.ts'
import { openingMessages } from '../../../shared/market/opening-messages.ts'
import type { Opening } from '../../../shared/market/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { useFailure } from '../../ui/form/use-failures.ts'
import { Link } from '../../ui/link.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { marketApi } from './market-api.ts'

/** Lists the steps before the shop opens, until all are done or an admin dismisses the list. */
export function OpeningCard({ opening }: { opening: Opening }) {
  const [dismiss, { isLoading }] = marketApi.useDismissOpeningMutation()
  const { report, clear, note } = useFailure()
  if (!opening.is_shown) return null

  async function onDismiss(): Promise<void> {
    clear()
    if ('error' in (await dismiss())) report({ text: openingMessages.dismissFailed })
  }

  return (
    <div ref={passFocusOn} className="mb-6">
      <Card id="opening" title={openingMessages.heading}>
        <ul className="mb-4 grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {OPENING_STEPS.map((step) => (
            <li key={step} className="flex min-h-10 flex-wrap items-center justify-between gap-x-3">
              <Link to={stepPath(step)} className="underline underline-offset-2">
                {openingMessages.steps[step]}
              </Link>
              <StepState isDone={opening.done[step]} />
            </li>
          ))}
        </ul>
        <Button variant="secondary" size="small" busy={isLoading} onClick={onDismiss}>
          {openingMessages.dismiss}
        </Button>
        <FailureNote {...note} className="mt-3" />
      </Card>
    </div>
  )
}

export function StepState({ isDone }: { isDone: boolean }) {
  return isDone ? <Chip tone="quiet">{openingMessages.done}</Chip> : <Chip tone="warning">{openingMessages.open}</Chip>
}

/** Returns the address of a step of the guide. */
export function stepPath(step: OpeningStep): string {
  return step === OPENING_STEPS[0] ? '/admin/guide' : `/admin/guide?step=${step}`
}
