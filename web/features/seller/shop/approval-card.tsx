import { dayOf, formatCalendarDay } from '../../../../shared/kernel/calendar.ts'
import { shopErrors } from '../../../../shared/sellers/errors.ts'
import { factMessages, shopFormMessages } from '../../../../shared/sellers/messages.ts'
import { requirementRows } from '../../../../shared/sellers/rules.ts'
import type { OwnShop } from '../../../../shared/sellers/schema.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { StateDot } from '../../../ui/values.tsx'
import { useAskForApprovalMutation } from './shop-api.ts'

type Approval = NonNullable<OwnShop['approval']>

const TONES = { draft: 'quiet', asked: 'info', approved: 'good', refused: 'danger', fix_by: 'danger' } as const

/** The state of a shop's approval, what is missing for it, and the button that asks for it. */
export function ApprovalCard({ shop, approval }: { shop: OwnShop; approval: Approval }) {
  const { approval_state, message } = approval
  const canAsk = approval_state !== 'asked' && approval_state !== 'approved'
  const rows = requirementRows(shop.facts, shop.requirements)
  return (
    <section aria-labelledby="approval" className="rounded-picture border border-line bg-surface p-5 sm:p-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="approval" className="display text-lg">
          {shopFormMessages.approval}
        </h2>
        <StateDot tone={TONES[approval_state]}>{factMessages.states[approval_state]}</StateDot>
      </div>
      <p>{explanationOf(approval)}</p>
      {message !== null && <p className="mt-2 wrap-anywhere">{shopFormMessages.reason({ reason: message })}</p>}
      {canAsk && rows.length > 0 && (
        <ul aria-label={shopFormMessages.required} className="mt-4 grid gap-2">
          {rows.map(({ requirement, isMet }) => (
            <li key={requirement} className="flex flex-wrap justify-between gap-x-6 border-t border-line pt-2">
              <span>{factMessages.names[requirement]}</span>
              <StateDot tone={isMet ? 'good' : 'quiet'}>
                {isMet ? shopFormMessages.done : shopFormMessages.missing}
              </StateDot>
            </li>
          ))}
        </ul>
      )}
      {canAsk && <AskButton isReady={rows.every(({ isMet }) => isMet)} />}
    </section>
  )
}

function explanationOf({ approval_state, may_sell, fix_by }: Approval): string {
  const { explained } = shopFormMessages
  if (approval_state === 'asked' && may_sell) return explained.askedSelling
  if (approval_state !== 'fix_by') return explained[approval_state]
  const day = fix_by ?? ''
  if (day < dayOf(new Date())) return explained.overdue
  return explained.fix_by({ day: formatCalendarDay(day), sells: String(may_sell) })
}

function AskButton({ isReady }: { isReady: boolean }) {
  const [ask, { isLoading }] = useAskForApprovalMutation()
  const { call, noteAt } = useCalls(shopErrors)
  return (
    <div className="mt-4 grid gap-2">
      {!isReady && <p className="text-sm text-muted">{shopFormMessages.askHint}</p>}
      <FailureNote {...noteAt('')} />
      <Button
        variant={isReady ? 'primary' : 'secondary'}
        disabled={!isReady}
        busy={isLoading}
        onClick={() => call('', ask, { done: shopFormMessages.asked, failed: shopFormMessages.askFailed })}
        className="justify-self-start"
      >
        {shopFormMessages.ask}
      </Button>
    </div>
  )
}
