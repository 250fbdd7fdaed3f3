import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { orderDeliveryMessages as texts } from '../../../../shared/delivery/order-messages.ts'
import { formatAmount } from '../../../../shared/kernel/money.ts'
import { adminPaymentMessages } from '../../../../shared/payments/admin-messages.ts'
import { adminPaymentErrors } from '../../../../shared/payments/errors.ts'
import type { AdminPayment, AdminPaymentPage } from '../../../../shared/payments/schema.ts'
import { pageFacts } from '../../../test/desk-fixtures.ts'
import { openPage, refusal } from '../../../test/open-page.tsx'

const seller = (number: number, left: number) => ({
  seller_id: `7d444840-9dc0-4d6d-8f5c-00000000000${number}`,
  name: `Seller ${number}`,
  left,
})

function paymentOf(sellers: AdminPayment['sellers']): AdminPayment {
  const amount = sellers.reduce((sum, { left }) => sum + left, 0)
  return {
    payment_id: 'payment-1',
    order_id: 'ORD00001',
    buyer_id: 'buyer-1',
    buyer_name: 'Sample User',
    payment_state: 'paid',
    payment_method: 'credit_card',
    label: 'Paid',
    sandbox: true,
    card_brand: 'visa',
    card_last4: '4242',
    provider_ref: 'pi_1',
    decline_code: null,
    attempts: 1,
    amount,
    captured: amount,
    refundable: amount,
    refunded: 0,
    released: 0,
    surplus: 0,
    disputed: 0,
    created_at: '2026-01-02T03:04:05.000Z',
    paid_at: '2026-01-02T03:04:05.000Z',
    pay_by: null,
    awaited: 0,
    sellers,
    releases: [],
    refunds: [],
    disputes: [],
    receipts: [],
    events: [],
  }
}

const REFUND = 'POST /api/admin/payments/payment-1/refunds'

/** Opens the refund dialog from the list of payments. */
async function openDialog(sellers: AdminPayment['sellers']) {
  const payment = paymentOf(sellers)
  const list: AdminPaymentPage = { payments: [payment], sums: [], ...pageFacts(1) }
  const page = await openPage('/admin/payments', {
    as: 'admin',
    answers: {
      'GET /api/admin/payments': list,
      'GET /api/admin/payments/payment-1': payment,
      [REFUND]: payment,
      '*': 404,
    },
    site: { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } },
  })
  await page.user.click(await screen.findByRole('button', { name: `${adminPaymentMessages.details}: ORD00001` }))
  await page.user.click(await screen.findByRole('button', { name: adminPaymentMessages.refund }))
  const dialog = within(
    await screen.findByRole('dialog', { name: adminPaymentMessages.refundTitle({ order: 'ORD00001' }) }),
  )
  const amount = dialog.getByLabelText<HTMLInputElement>(adminPaymentMessages.refundAmount({ currency: 'USD' }))
  const enter = async (text: string) => {
    await page.user.clear(amount)
    await page.user.type(amount, text)
  }
  const send = () => page.user.click(dialog.getByRole('button', { name: adminPaymentMessages.refund }))
  return { ...page, dialog, amount, enter, send, sellers: dialog.getByLabelText(adminPaymentMessages.refundSeller) }
}

/** Expects the focused field to be invalid, with this error. */
const isProblemOfFocused = (text: string) =>
  waitFor(() => {
    const field = document.activeElement
    expect(field?.getAttribute('aria-invalid')).toBe('true')
    const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(text)
  })

test('an admin finds the amount prefilled with what a seller can still refund, and sees how a refund of the order is split', async () => {
  const [first, second] = [seller(1, 20), seller(2, 30)]
  const { user, dialog, amount, enter, send, sellers, sent } = await openDialog([first, second])
  const shares = () => {
    const list = dialog.queryByRole('list', { name: adminPaymentMessages.refundSplit })
    return list
      ? within(list)
          .getAllByRole('listitem')
          .map((share) => share.textContent)
      : []
  }
  expect(amount.value).toBe('50.00')
  expect(shares()).toEqual(['Seller 1$20.00', 'Seller 2$30.00'])
  await enter('0.03')
  await waitFor(() => expect(shares()).toEqual(['Seller 1$0.01', 'Seller 2$0.02']))
  await user.selectOptions(sellers, first.seller_id)
  expect(amount.value).toBe('20.00')
  expect(shares()).toEqual([])
  await enter('45')
  await send()
  await isProblemOfFocused(adminPaymentErrors.refund_too_large.text({ left: 20 }))
  await user.selectOptions(sellers, dialog.getByText(adminPaymentMessages.allSellers))
  await enter('10')
  await send()
  await screen.findByText(adminPaymentMessages.refundRequested)
  expect(sent(REFUND)).toEqual([{ refund_id: expect.any(String), amount: 10, reason: 'goodwill' }])
})

test('an admin reads the error of an amount at its field, and the server’s refusal of a seller at the choice of seller', async () => {
  const { dialog, enter, send, answer, sent } = await openDialog([seller(1, 20)])
  await enter('99999')
  await send()
  await isProblemOfFocused(adminPaymentErrors.refund_too_large.text({ left: 20 }))
  for (const text of ['1e1', '1,250', '-1', '1.005', '0']) {
    await enter(text)
    await send()
    await isProblemOfFocused(adminPaymentMessages.amountNeeded({ currency: 'USD' }))
  }
  expect(sent(REFUND)).toEqual([])
  await enter('1,50')
  await dialog.findByText(adminPaymentMessages.refundEffect({ amount: formatAmount(1.5) }))
  answer({ [REFUND]: refusal(409, 'refund_wrong_seller') })
  await send()
  await isProblemOfFocused(adminPaymentErrors.refund_wrong_seller.text)
  answer({ [REFUND]: paymentOf([seller(1, 18.5)]) })
  await send()
  await screen.findByText(adminPaymentMessages.refundRequested)
  const [refused, again] = sent(REFUND) as { refund_id: string; amount: number }[]
  expect(again).toEqual(refused)
})

test('an admin says how much of a refund is for the delivery; without it the goods come first', async () => {
  const { user, dialog, enter, send, sent } = await openDialog([{ ...seller(1, 19), delivery_left: 9 }])
  const field = dialog.getByLabelText(texts.backOptional({ currency: 'USD' }))
  const effect = (dollars: number, ofDelivery: number) =>
    dialog.findByText(
      `${adminPaymentMessages.refundEffect({ amount: formatAmount(dollars) })} ${texts.backIncluded({ amount: formatAmount(ofDelivery) })}`,
    )
  await enter('12')
  await effect(12, 2)
  await user.type(field, '1.99')
  await send()
  await isProblemOfFocused(texts.backWrong({ least: '$2.00', most: '$9.00' }))
  await user.clear(field)
  await user.type(field, 'all')
  await send()
  await isProblemOfFocused(texts.backWrong({ least: '$2.00', most: '$9.00' }))
  await user.clear(field)
  await user.type(field, '9')
  await effect(12, 9)
  await send()
  await screen.findByText(adminPaymentMessages.refundRequested)
  expect(sent(REFUND)).toEqual([
    { refund_id: expect.any(String), amount: 12, delivery: 9, reason: 'goodwill', seller_id: seller(1, 19).seller_id },
  ])
})

test('an admin sees how much money came and is still to come, and those payments alone', async () => {
  const answer: AdminPaymentPage = {
    payments: [],
    sums: [
      { payment_state: 'paid', amount: 77, is_exact: true },
      { payment_state: 'authorized', amount: 1234.5, is_exact: true },
      { payment_state: 'awaiting_transfer', amount: 9, is_exact: false },
    ],
    ...pageFacts(0),
  }
  const { user, calls } = await openPage('/admin/payments', {
    as: 'admin',
    answers: { 'GET /api/admin/payments': answer, '*': 404 },
    site: { payments: { provider: 'sandbox', isTest: true, takesTransfers: true } },
  })
  const views = within(await screen.findByRole('navigation', { name: adminPaymentMessages.views }))
  await views.findByText('$1,234.50')
  views.getByText('$77.00')
  views.getByText(adminPaymentMessages.moreThan({ amount: '$9.00' }))
  await user.click(views.getByRole('link', { name: /Reserved/ }))
  await waitFor(() => expect(location.search).toBe('?state=authorized'))
  await waitFor(() => expect(calls.at(-1)?.query.get('state')).toBe('authorized'))
  expect(views.getByRole('link', { current: 'page' }).textContent).toContain('Reserved')
})
