import { setTimeout } from 'node:timers/promises'
import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { formMessages } from '../../../../shared/kernel/messages.ts'
import { mailSettingsMessages } from '../../../../shared/mail/settings-messages.ts'
import { OPENING_SETTINGS, OPENING_STEPS } from '../../../../shared/market/constants.ts'
import { marketMessages } from '../../../../shared/market/messages.ts'
import { openingMessages } from '../../../../shared/market/opening-messages.ts'
import type { Opening } from '../../../../shared/market/schema.ts'
import { previewMessages } from '../../../../shared/previews/messages.ts'
import { ADMIN_STATS } from '../../../test/desk-fixtures.ts'
import { openPage } from '../../../test/open-page.tsx'

const { steps } = openingMessages
const OPENING: Opening = {
  done: {
    market: true,
    region: false,
    pictures: false,
    pages: false,
    categories: false,
    products: false,
    mail: false,
    payments: false,
    address: true,
  },
  is_shown: true,
}

test('the guide leads from step to step, each of which can be skipped, and ends on the dashboard', async () => {
  const { user } = await openPage('/admin/guide?step=categories', {
    as: 'admin',
    answers: { 'GET /api/admin/market/opening': OPENING, '*': 404 },
  })
  const follow = async (name: string) => user.click(await screen.findByRole('link', { name }))
  await screen.findByRole('heading', { name: steps.categories })
  const link = screen.getByRole('link', { name: openingMessages.links.categories })
  expect(link.getAttribute('href')).toBe('/admin/categories')
  await follow(openingMessages.skip)
  await screen.findByRole('heading', { name: steps.products })
  await follow(openingMessages.skip)
  await screen.findByRole('heading', { name: steps.mail })
  expect(screen.getByRole('link', { name: openingMessages.links.mail }).getAttribute('href')).toBe('/admin/mail')
  await follow(openingMessages.skip)
  await screen.findByRole('heading', { name: steps.payments })
  expect(screen.getByText((text) => text.includes('PAYMENTS='), { selector: 'pre' }).textContent).toBe(
    OPENING_SETTINGS.payments,
  )
  await follow(openingMessages.skip)
  expect(await screen.findByText(openingMessages.done)).toBeTruthy()
  await follow(openingMessages.finish)
  await waitFor(() => expect(location.pathname).toBe('/admin'))
})

test('the guide asks before it leaves a step with a picture that is chosen and not saved', async () => {
  const { user } = await openPage('/admin/guide?step=pictures', {
    as: 'admin',
    answers: { 'GET /api/admin/market/opening': OPENING, 'GET /api/admin/market': { revision: 1, logo: '', icon: '' } },
  })
  const file = new File(['x'], 'logo.png', { type: 'image/png' })
  await user.upload(await screen.findByLabelText(marketMessages.fields.logo, { selector: 'input' }), file)
  await user.click(screen.getByRole('link', { name: openingMessages.skip }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: formMessages.stay }))
  screen.getByText(previewMessages.pictureNotSaved)
})

test('the dashboard lists what is open until an admin dismisses the list, which pushes no figures down', async () => {
  const { promise: held, resolve: answerOpening } = Promise.withResolvers<Opening>()
  const { user, answer, sent, calls } = await openPage('/admin', {
    as: 'admin',
    answers: {
      'GET /api/admin/market/opening': () => held,
      'GET /api/admin/stats': ADMIN_STATS,
      'POST /api/admin/market/opening/dismiss': 204,
      '*': 404,
    },
  })
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/admin/stats')).toBe(true))
  // The figures would be shown by then.
  await setTimeout(50)
  expect(screen.queryByText('12,345')).toBeNull()
  answerOpening(OPENING)
  const card = await screen.findByRole('region', { name: openingMessages.heading })
  await screen.findByText('12,345')
  const items = within(card).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual(
    OPENING_STEPS.map((step) => steps[step] + (OPENING.done[step] ? openingMessages.done : openingMessages.open)),
  )
  expect(within(card).getByRole('link', { name: steps.mail }).getAttribute('href')).toBe('/admin/guide?step=mail')
  answer({ 'GET /api/admin/market/opening': { ...OPENING, is_shown: false } })
  await user.click(within(card).getByRole('button', { name: openingMessages.dismiss }))
  await waitFor(() => expect(screen.queryByRole('region', { name: openingMessages.heading })).toBeNull())
  expect(sent('POST /api/admin/market/opening/dismiss')).toHaveLength(1)
})

test('the guide sends a test mail and makes a test payment, and says where payments are off', async () => {
  const answers = { 'GET /api/admin/market/opening': { ...OPENING, done: { ...OPENING.done, mail: true } }, '*': 404 }
  const payments = { provider: 'sandbox', isTest: true, takesTransfers: true } as const
  const { user, answer } = await openPage('/admin/guide?step=payments', { as: 'admin', site: { payments }, answers })
  const pay = async () => user.click(await screen.findByRole('button', { name: openingMessages.testPayment }))
  answer({ 'POST /api/admin/payments/test': { outcome: 'accepted' } })
  await pay()
  await screen.findByText(openingMessages.testPaymentOutcomes.accepted)
  answer({ 'POST /api/admin/payments/test': { outcome: 'refused' } })
  await pay()
  expect((await screen.findByRole('alert')).textContent).toBe(openingMessages.testPaymentOutcomes.refused)
  await user.click(screen.getByRole('link', { name: steps.mail }))
  answer({ 'POST /api/admin/mail/test': { outcome: 'accepted', to: 'a@example.com', line: null } })
  await user.click(await screen.findByRole('button', { name: mailSettingsMessages.test }))
  await screen.findByText(mailSettingsMessages.accepted({ to: 'a@example.com' }))

  await openPage('/admin/guide?step=payments', { as: 'admin', answers })
  await screen.findByText(openingMessages.paymentsOff)
})
