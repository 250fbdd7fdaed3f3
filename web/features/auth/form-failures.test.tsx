import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { signInMessages } from '../../../shared/auth/messages.ts'
import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { answersForCart } from '../../test/fixtures.ts'
import { type Call, openPage, refusal } from '../../test/open-page.tsx'

/** Failures of a call: an unreachable server, a broken response, and an error code that the form does not know. */
const FAILURES: Record<string, () => Response> = {
  offline: () => {
    throw new TypeError('Failed to fetch')
  },
  broken: () => new Response('<h1>Bad gateway</h1>', { status: 500, headers: { 'content-type': 'text/html' } }),
  refused: () => refusal(409, 'unknown_code'),
}

const settings = { external: {}, mfa_totp_enabled: true }

async function open(path: string, as?: 'buyer' | 'seller') {
  const failing = { ...answersForCart({ PRD00001: 1 }).answers, 'GET /auth/v1/settings': settings }
  let fail = FAILURES.offline
  // A form's own calls; the page also reads again what it has shown.
  let tried = 0
  const otherwise = ({ method }: Call) => {
    tried++
    return method === 'GET' ? refusal(404, 'not_found') : fail?.()
  }
  const page = await openPage(path, { as, answers: { ...failing, 'POST /api/orders': otherwise, '*': otherwise } })
  const { user } = page
  /** Sends a form that fails in each way: the failure is announced once, the input stays, and a retry is offered. */
  return {
    ...page,
    keepsInput: async (submit: string, input: Record<string, string>) => {
      const button = await screen.findByRole('button', { name: submit })
      const form = button.closest('form') as HTMLFormElement
      const fields = Object.entries(input).map(([label, text]) => [within(form).getByLabelText(label), text] as const)
      for (const [field, text] of fields) {
        await user.clear(field)
        await user.paste(text)
      }
      for (const [name, failure] of Object.entries(FAILURES)) {
        fail = failure
        const before = tried
        // A checkout that reads its cart again is busy for a moment, and ignores a press.
        await waitFor(async () => {
          if (tried === before) await user.click(button)
          expect(tried, name).toBeGreaterThan(before)
        })
        await waitFor(() => expect(button.getAttribute('aria-busy'), name).toBeNull())
        await within(form).findByRole('button', { name: uiMessages.retry })
        // The toast repeats the note without announcing it again.
        expect(document.querySelectorAll('main ~ * [role=alert]'), name).toHaveLength(0)
        for (const [field, text] of fields) expect(field, name).toHaveProperty('value', text)
      }
    },
  }
}

test('a visitor whose sign-in, sign-up or password reset fails can retry with the same input', async () => {
  const { user, keepsInput } = await open('/authentication')
  const { email, password, confirmPassword } = signInMessages
  const known = { [email]: 'ada@example.com', [password]: 'a long phrase' }
  await keepsInput(accountMessages.signInButton, known)
  await user.click(screen.getByRole('button', { name: accountMessages.toSignUp }))
  await keepsInput(accountMessages.signUpButton, {
    [accountMessages.displayName]: 'Ada',
    ...known,
    [confirmPassword]: 'a long phrase',
  })
  const forgotten = await open('/authentication?step=forgot-password')
  await forgotten.keepsInput(signInMessages.sendEmail, { [email]: 'ada@example.com' })
})

test('a buyer whose order fails can retry with the same input, payment details included', async () => {
  const { keepsInput } = await open('/checkout', 'buyer')
  const { fullName, address, city, postalCode, country } = checkoutMessages.shippingFields
  await keepsInput(checkoutMessages.placeOrder, {
    [fullName]: 'Ada Lamb',
    [address]: '1 High Street',
    [city]: 'Leeds',
    [postalCode]: 'LS1',
    [country]: 'England',
    [checkoutMessages.paymentDetails.cardName]: 'A Lamb',
  })
})

test('a user whose change of email address, password or second factor fails can retry with the same input', async () => {
  const { user, keepsInput } = await open('/dashboard?tab=security', 'buyer')
  await keepsInput(securityMessages.changeEmail, { [securityMessages.newEmail]: 'new@example.com' })
  await keepsInput(accountMessages.updatePassword, {
    [securityMessages.newPassword]: 'another long phrase',
    [securityMessages.confirmNewPassword]: 'another long phrase',
  })
  await user.click(screen.getByRole('button', { name: securityMessages.addAuthenticator }))
  await keepsInput(signInMessages.continue, { [securityMessages.factorName]: 'Work phone' })
})

test('a seller whose change of name fails can retry with the same input', async () => {
  const { user, keepsInput } = await open('/seller/settings', 'seller')
  await user.click(await screen.findByRole('button', { name: accountMessages.editDisplayName }))
  await keepsInput(accountMessages.save, { [accountMessages.displayName]: 'Ada of Leeds' })
})
