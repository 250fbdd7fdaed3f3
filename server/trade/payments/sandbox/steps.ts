import { inTransaction } from '../../../../db/connect.ts'
import { act, type BookDeps, type Books, openBooks } from './books.ts'
import { findStep, type IntentRow, lockIntent, type StepRow, updateStep } from './intent-queries.ts'
import { methodOf } from './objects.ts'
import { charge, decline, declineOf, REFUSED } from './pay.ts'

/** What a buyer does on the page of a step; `leave` closes it without an answer, which may still come later. */
export type StepAnswer = 'approve' | 'refuse' | 'leave'

export interface Step {
  kind: '3ds' | 'paypal'
  state: StepRow['state']
  /** Cents. */
  amount: number
  currency: string
  /** Where the buyer goes from here; after an answer it says how it went, as Stripe's addresses do. */
  returnUrl: string | null
}

const STEP_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns what the page of a step shows; undefined when there is no such step. */
export function readStep(deps: BookDeps, stepId: string): Promise<Step | undefined> {
  return inTransaction(deps.db, async (tx) => {
    const found = await lockedStep(openBooks(deps, tx), stepId)
    return found && stepOf(found.step, found.intent)
  })
}

/** Does what the buyer chose, unless the step has ended, and returns the step after it; undefined when there is none. */
export function answerStep(deps: BookDeps, stepId: string, answer: StepAnswer): Promise<Step | undefined> {
  return act(deps, async (books) => {
    const found = await lockedStep(books, stepId)
    if (!found) return
    const { step, intent } = found
    if (step.state !== 'waiting' && step.state !== 'left') return stepOf(step, intent)
    const state = ({ approve: 'approved', refuse: 'refused', leave: 'left' } as const)[answer]
    await updateStep(books.tx, stepId, state, books.now)
    const after = answer === 'leave' ? intent : await goOn(books, intent, step.kind, answer === 'approve')
    return stepOf({ ...step, state }, after)
  })
}

async function goOn(books: Books, intent: IntentRow, kind: Step['kind'], isApproved: boolean): Promise<IntentRow> {
  const method = methodOf(intent.payment_method ?? '')
  const declined = isApproved ? declineOf(method) : REFUSED[kind]
  if (!declined) return charge(books, intent, method)
  await decline(books, intent, method, declined)
  return { ...intent, status: 'requires_payment_method' }
}

/** The intent is locked before the step is read: answers, cancellations and other attempts come one after another. */
async function lockedStep({ tx }: Books, stepId: string): Promise<{ step: StepRow; intent: IntentRow } | undefined> {
  const known = STEP_ID.test(stepId) ? await findStep(tx, stepId) : undefined
  const intent = known && (await lockIntent(tx, known.intent_id))
  const step = intent && (await findStep(tx, stepId))
  return step && intent && { step, intent }
}

function stepOf({ kind, state }: StepRow, { amount, currency, return_url, status }: IntentRow): Step {
  const hasEnded = state === 'approved' || state === 'refused'
  return {
    kind,
    state,
    amount,
    currency,
    returnUrl: return_url && hasEnded ? withResult(return_url, status) : return_url,
  }
}

function withResult(returnUrl: string, status: IntentRow['status']): string {
  if (!URL.canParse(returnUrl)) return returnUrl
  const url = new URL(returnUrl)
  const isPaid = status === 'succeeded' || status === 'requires_capture'
  url.searchParams.set('redirect_status', isPaid ? 'succeeded' : 'failed')
  return url.href
}
