import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { errorText, limitErrors } from '../../../shared/kernel/errors.ts'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { checkoutMessages } from '../../../shared/orders/checkout-messages.ts'
import { orderErrors } from '../../../shared/orders/errors.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import type { LastAddress, ShippingInfo } from '../../../shared/orders/schema.ts'
import { answersForCart, orderOf } from '../../test/fixtures.ts'
import { openPage, refusal } from '../../test/open-page.tsx'

const { address, city } = checkoutMessages.shippingFields
const NO_ADDRESS: ShippingInfo = { fullName: '', address: '', city: '', postalCode: '', country: '' }
const LACKING = orderOf({ shipping_address: NO_ADDRESS })
const SAVE = 'PUT /api/orders/ORD00001/shipping-address'

const main = () => within(screen.getByRole('main'))
const press = async ({ user }: { user: { click(element: Element): Promise<void> } }, name: string) =>
  user.click(await main().findByRole('button', { name }))
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label, { exact: true })

test('a buyer adds the missing address of an order; the input survives failures and a visit to another page', async () => {
  const answers = { ...answersForCart({}).answers, 'GET /api/orders/ORD00001': LACKING }
  const page = await openPage('/order-confirmation/ORD00001', { as: 'buyer', answers })
  await press(page, orderMessages.addAddress)
  await page.user.type(await field(address), '1 Long Road')
  await page.user.type(await field(city), 'Leeds')
  page.answer({ [SAVE]: 503 })
  await press(page, orderMessages.saveAddress)
  await within(await main().findByRole('alert')).findByText(orderMessages.addressFailed)
  const details = { limit: 600, minutes: 7 }
  page.answer({ [SAVE]: refusal(429, 'write_limit', 'No', details) })
  await press(page, uiMessages.retry)
  await main().findByText(errorText(limitErrors, 'write_limit', details) as string)
  expect(main().queryByRole('button', { name: uiMessages.retry })).toBeNull()

  const later = await openPage('/order-tracking?orderId=ORD00001', { as: 'buyer', answers })
  await press(later, orderMessages.addAddress)
  await waitFor(async () => expect((await field(city)).value).toBe('Leeds'))
  const saved = orderOf({ shipping_address: { ...NO_ADDRESS, address: '1 Long Road', city: 'Leeds' } })
  later.answer({ [SAVE]: saved, 'GET /api/orders/ORD00001': saved })
  await press(later, orderMessages.saveAddress)
  await screen.findByText(orderMessages.addressAdded)
  await main().findByText('1 Long Road')
  await waitFor(() => expect(main().queryByRole('button', { name: orderMessages.addAddress })).toBeNull())
  expect(later.sent(SAVE)).toEqual([saved.shipping_address])
})

test('a buyer reads that an order that is no longer pending takes no address', async () => {
  const page = await openPage('/order-confirmation/ORD00001', {
    as: 'buyer',
    answers: {
      ...answersForCart({}).answers,
      'GET /api/orders/ORD00001': LACKING,
      [SAVE]: refusal(409, 'order_not_pending'),
    },
  })
  await press(page, orderMessages.addAddress)
  await page.user.type(await field(city), 'Leeds')
  await press(page, orderMessages.saveAddress)
  await main().findByText(orderErrors.order_not_pending.text)
})

test('a buyer without an address at the checkout sees a note, and is offered that of the last order', async () => {
  const last: ShippingInfo = { ...NO_ADDRESS, address: '1 Long Road', city: 'Leeds' }
  const { answers } = answersForCart({ PRD00001: 1 })
  const options = {
    as: 'buyer',
    answers: { ...answers, 'GET /api/orders/last-address': { shipping_address: last } satisfies LastAddress },
  } as const
  const page = await openPage('/checkout', options)
  await screen.findAllByText(checkoutMessages.noAddressYet)
  await press(page, checkoutMessages.useLastAddress)
  expect([(await field(address)).value, (await field(city)).value]).toEqual(['1 Long Road', 'Leeds'])
  await waitFor(() => expect(screen.queryByText(checkoutMessages.noAddressYet)).toBeNull())
  expect(main().queryByRole('button', { name: checkoutMessages.useLastAddress })).toBeNull()
  await openPage('/checkout', options)
  await waitFor(async () => expect((await field(city)).value).toBe('Leeds'))
})
