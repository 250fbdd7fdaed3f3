import { accountMessages } from '../../../shared/accounts/messages.ts'
import { sameSitePath } from '../../../shared/accounts/rules.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { LinkStep } from '../../session/auth-link.ts'
import type { EmailPurpose } from '../../session/sign-in.ts'

/** The sign-in steps that send an email, each with the purpose of that email. */
export const EMAIL_STEPS = {
  'forgot-password': 'recovery',
  'email-code': 'sign-in',
  'confirm-email': 'confirmation',
} as const satisfies Record<string, EmailPurpose>
export type EmailStep = keyof typeof EMAIL_STEPS

const LINK_STEPS: readonly LinkStep[] = ['arrived', 'new-password', 'confirmed', 'email-changed', 'identity-linked']

/** Returns the `step` in an address; null, for the form, when it is unknown. */
export function readStep(query: URLSearchParams): EmailStep | LinkStep | null {
  const step = query.get('step') ?? ''
  if (isEmailStep(step)) return step
  return LINK_STEPS.find((known) => known === step) ?? null
}

/** Returns whether a step sends an email or follows its link. */
export function isEmailStep(step: string): step is EmailStep {
  return Object.hasOwn(EMAIL_STEPS, step)
}

/** Returns the heading of the page until the session is known. */
export function headingOf(step: EmailStep | LinkStep | null): string {
  if (step === null) return accountMessages.signInHeading
  if (step === 'forgot-password') return signInMessages.forgotHeading
  if (step === 'email-code') return signInMessages.emailCodeHeading
  if (step === 'confirm-email') return signInMessages.confirmHeading
  return signInMessages.arrivingHeading
}

/** Returns the page that the user came from and the state it needs, e.g. to report a purchase. */
export function returnOf(query: URLSearchParams): { to: string; state: { action: 'buy-now' | undefined } } {
  const action = query.get('action') === 'buy-now' ? 'buy-now' : undefined
  return { to: sameSitePath(query.get('from')), state: { action } }
}

/** Returns the address of another sign-in step, which keeps the page that the user came from. */
export function stepPath(query: URLSearchParams, step: EmailStep | LinkStep | null): string {
  const next = new URLSearchParams(query)
  if (step) next.set('step', step)
  else next.delete('step')
  // Other steps lead back to signing in.
  next.delete('role')
  return next.size ? `/authentication?${next}` : '/authentication'
}

/** Returns the role that the address signs up for; undefined when the user chooses. */
export function roleOf(query: URLSearchParams): 'seller' | undefined {
  return query.get('role') === 'seller' ? 'seller' : undefined
}

/** Returns the reason for the sign-in; null when the user chose to sign in. */
export function reasonOf(query: URLSearchParams): string | null {
  const from = sameSitePath(query.get('from'))
  if (from.startsWith('/order-tracking')) return orderMessages.logInToTrack
  return from === '/checkout' || query.get('action') === 'buy-now' ? orderMessages.logInToCheckOut : null
}
