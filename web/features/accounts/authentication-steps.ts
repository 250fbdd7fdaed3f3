import { accountMessages } from '../../../shared/accounts/messages.ts'
import { sameSitePath } from '../../../shared/accounts/rules.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import type { LinkStep } from '../../session/auth-link.ts'
import type { MailPurpose } from '../../session/sign-in.ts'

/** Steps of the sign-in page beside its form that a person chooses, each with what its mail is for. */
export const MAIL_STEPS = {
  'forgot-password': 'recovery',
  'email-code': 'sign-in',
  'confirm-email': 'confirmation',
} as const satisfies Record<string, MailPurpose>
export type MailStep = keyof typeof MAIL_STEPS

const LINK_STEPS: readonly LinkStep[] = ['arrived', 'new-password', 'confirmed', 'email-changed', 'identity-linked']

/** Reads the `step` of an address; anything unknown is the form itself. */
export function readStep(query: URLSearchParams): MailStep | LinkStep | null {
  const step = query.get('step') ?? ''
  if (isMailStep(step)) return step
  return LINK_STEPS.find((known) => known === step) ?? null
}

/** Whether a step of the address is one that sends or follows a mail. */
export function isMailStep(step: string): step is MailStep {
  return Object.hasOwn(MAIL_STEPS, step)
}

/** The heading of the page while it is not known who is there. */
export function headingOf(step: MailStep | LinkStep | null): string {
  if (step === null) return accountMessages.signInHeading
  if (step === 'forgot-password') return signInMessages.forgotHeading
  if (step === 'email-code') return signInMessages.emailCodeHeading
  if (step === 'confirm-email') return signInMessages.confirmHeading
  return signInMessages.arrivingHeading
}

/** Where the person came from, with what they were about to do there: that page tells of what was bought. */
export function returnOf(query: URLSearchParams): { to: string; state: { action: 'buy-now' | undefined } } {
  const action = query.get('action') === 'buy-now' ? 'buy-now' : undefined
  return { to: sameSitePath(query.get('from')), state: { action } }
}

/** The sign-in page at another step; where the person came from is kept. */
export function stepPath(query: URLSearchParams, step: MailStep | LinkStep | null): string {
  const next = new URLSearchParams(query)
  if (step) next.set('step', step)
  else next.delete('step')
  return next.size ? `/authentication?${next}` : '/authentication'
}
