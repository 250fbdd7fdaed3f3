import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { deliveryChoiceMessages } from '../../../../shared/delivery/choice-messages.ts'
import { destinationMessages } from '../../../../shared/delivery/destination-messages.ts'
import { MAX_DESTINATIONS } from '../../../../shared/delivery/destinations.ts'
import { deliveryFormMessages } from '../../../../shared/delivery/form-messages.ts'
import { methodMessages, sellerDeliveryMessages as texts } from '../../../../shared/delivery/method-messages.ts'
import type { SellerDeliveryPage, SellerMethod } from '../../../../shared/delivery/schema.ts'
import { listMessages } from '../../../../shared/kernel/list-messages.ts'
import { pricingMessages } from '../../../../shared/pricing/messages.ts'
import { METHOD } from '../../../../tests/support/delivery.ts'
import { type Answers, openPage, refusal } from '../../../test/open-page.tsx'

const { fields } = texts
const methodOf = (method_id: string, more: Partial<SellerMethod> = {}): SellerMethod => ({
  ...METHOD,
  method_id,
  revision: 3,
  ...more,
})
const POST = methodOf('post', { name: 'Post', destinations: ['DE:10', 'DE:12', 'AT'], free_from: 50 })
const HEAVY = methodOf('heavy', {
  name: 'Heavy',
  price_by: 'weight',
  price: 0,
  weight_steps: [
    { up_to: 2000, price: 4.9 },
    { up_to: 10_000, price: 0 },
  ],
})
const SETTINGS = { sends_from: 'DE', dispatch_days: 2, away_until: '', revision: 5 }
const page = (methods: SellerMethod[], more: Partial<SellerDeliveryPage> = {}): SellerDeliveryPage => ({
  methods,
  settings: SETTINGS,
  unweighed: 0,
  ...more,
})
const open = (path: string, stored: SellerDeliveryPage, answers: Answers = {}) =>
  openPage(path, { as: 'seller', answers: { 'GET /api/seller/delivery': stored, '*': 404, ...answers } })
const main = () => within(screen.getByRole('main'))
const menuOf = async (user: Awaited<ReturnType<typeof open>>['user'], name: string, entry: string) => {
  await user.click(await screen.findByRole('button', { name: listMessages.moreAbout({ name }) }))
  await user.click(await screen.findByRole('button', { name: entry }))
}

test('methods are listed in words, moved by the keys of their handles, switched, copied and deleted', async () => {
  const item = methodOf('item', {
    name: 'Item',
    active: false,
    price_by: 'item',
    price: 4.9,
    more_price: 2,
    days_from: 0,
    days_to: 1,
  })
  const { user, sent, answer } = await open('/seller/delivery', page([POST, HEAVY, item], { unweighed: 3 }))
  for (const text of [
    'Germany (10, 12), Austria',
    'free from $50.00',
    'By weight: up to 2 kg $4.90, up to 10 kg Free',
    '$4.90, $2.00 for each additional item',
    '0–1 days',
  ])
    await main().findByText(text)
  main().getByText(texts.unweighed({ count: 3 }), { exact: false })
  answer({ 'PUT /api/seller/delivery-method-order': page([HEAVY, POST, item]) })
  screen.getByRole('button', { name: listMessages.move({ name: 'Post' }) }).focus()
  await user.keyboard('{ArrowDown}')
  await screen.findByText(listMessages.moved({ name: 'Post', place: 2, count: 3 }))
  expect(sent('PUT /api/seller/delivery-method-order')).toEqual([{ method_ids: ['heavy', 'post', 'item'] }])
  answer({
    'PUT /api/seller/delivery-methods/item': { ...item, active: true },
    'POST /api/seller/delivery-methods/post/duplicate': { ...POST, method_id: 'copy' },
    'DELETE /api/seller/delivery-methods/post': 204,
  })
  await menuOf(user, 'Item', texts.switchOn)
  await screen.findByText(texts.switchedOn({ name: 'Item' }))
  expect(sent('PUT /api/seller/delivery-methods/item')).toMatchObject([{ active: true, revision: 3, more_price: 2 }])
  await menuOf(user, 'Post', texts.duplicate)
  await screen.findByText(texts.duplicated)
  await menuOf(user, 'Post', texts.delete)
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: texts.delete }))
  await screen.findByText(texts.deleted)
})

test('a seller reads on the page which method could not be switched, and that the order was not saved', async () => {
  const { user } = await open('/seller/delivery', page([POST, HEAVY]))
  await menuOf(user, 'Post', texts.switchOff)
  await main().findByText(texts.changeFailed)
  screen.getByRole('button', { name: listMessages.move({ name: 'Post' }) }).focus()
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(main().getAllByText(texts.changeFailed)).toHaveLength(2))
})

test('a seller without any method, and one without an active one, read what buyers get', async () => {
  const { answer, store } = await open('/seller/delivery', page([]))
  await screen.findByText(texts.noneTitle)
  expect(screen.queryByText(texts.noneActive)).toBeNull()
  answer({ 'GET /api/seller/delivery': page([{ ...HEAVY, active: false }], { unweighed: 2 }) })
  const { api } = await import('../../../api/api.ts')
  store.dispatch(api.util.invalidateTags(['Profile']))
  await screen.findByText(texts.noneActive)
  expect(screen.queryByText(texts.unweighed({ count: 2 }), { exact: false })).toBeNull()
})

test('a new method is sent in dollars and grams; what its price does not use is left out', async () => {
  const { user, sent } = await open('/seller/delivery/new', page([]), {
    'POST /api/seller/delivery-methods': methodOf('new'),
  })
  await user.type(await screen.findByLabelText(fields.name), 'Post')
  await user.type(screen.getByLabelText(fields.price), 'x')
  await user.type(screen.getByRole('combobox', { name: destinationMessages.addCountry }), 'Austr')
  await user.click(await screen.findByRole('option', { name: 'Austria' }))
  await user.click(screen.getByRole('radio', { name: texts.pricesBy.weight }))
  const fill = async (step: number, weight: string, price: string) => {
    await user.type(screen.getByLabelText(texts.stepWeight({ number: step })), weight)
    await user.type(screen.getByLabelText(texts.stepPrice({ number: step })), price)
  }
  await fill(1, '0.5', '4.90')
  await user.click(screen.getByRole('button', { name: texts.addStep }))
  await user.click(screen.getByRole('button', { name: texts.addStep }))
  await fill(2, '1', '5')
  await fill(3, '2', '6')
  await user.click(screen.getByRole('button', { name: texts.removeStep({ number: 2 }) }))
  await user.type(screen.getByLabelText(fields.free_from), '80')
  await user.click(screen.getByRole('button', { name: texts.save }))
  await waitFor(() => expect(location.pathname).toBe('/seller/delivery'))
  expect(sent('POST /api/seller/delivery-methods')).toEqual([
    {
      ...METHOD,
      name: 'Post',
      destinations: ['AT'],
      price_by: 'weight',
      price: 0,
      weight_steps: [
        { up_to: 500, price: 4.9 },
        { up_to: 2000, price: 6 },
      ],
      free_from: 80,
    },
  ])
})

test.each([
  ['no name', fields.name, ' ', deliveryFormMessages.nameNeeded],
  ['three decimals', texts.stepPrice({ number: 1 }), '4.905', deliveryFormMessages.amountMalformed],
  ['no weight', texts.stepWeight({ number: 2 }), '0', texts.weightMalformed],
  ['thousands, which may be decimals', texts.stepWeight({ number: 2 }), '1,000', texts.weightMalformed],
  ['weights that do not rise', texts.stepWeight({ number: 2 }), '2', deliveryFormMessages.stepsNotRising],
  ['days that fall', fields.days_from, '9', deliveryFormMessages.daysNotRising],
])('%s: the field is named, and nothing is sent', async (_what, label, text, problem) => {
  const { user, sent } = await open('/seller/delivery/heavy', page([HEAVY]))
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  await user.type(field, text)
  await user.click(screen.getByRole('button', { name: texts.save }))
  await main().findByText(problem)
  expect(sent('PUT /api/seller/delivery-methods/heavy')).toEqual([])
})

test.each([
  [
    'an unfinished country',
    { destinations: ['DE'] },
    destinationMessages.addCountry,
    'Austrai',
    destinationMessages.chooseFromList,
  ],
  [
    'too many destinations',
    { destinations: Array.from({ length: MAX_DESTINATIONS }, (_, index) => `DE:${index}`) },
    destinationMessages.postalCodes({ country: 'Germany' }),
    ', X',
    deliveryFormMessages.tooManyDestinations({ max: MAX_DESTINATIONS }),
  ],
])('%s: the method is not saved, and the field has the focus', async (_what, more, label, text, problem) => {
  const { user, sent } = await open('/seller/delivery/post', page([{ ...POST, ...more }]))
  await user.click(await screen.findByRole('button', { name: /^Germany/ }))
  const field = screen.getByLabelText(label)
  await user.type(field, text)
  await user.click(screen.getByRole('button', { name: texts.save }))
  await main().findByText(problem)
  await waitFor(() => expect(document.activeElement).toBe(field))
  expect(sent('PUT /api/seller/delivery-methods/post')).toEqual([])
})

test('after a change elsewhere both versions are shown, and the own one is saved on the newer revision', async () => {
  const { user, sent, answer } = await open('/seller/delivery/post', page([POST]), {
    'PUT /api/seller/delivery-methods/post': refusal(409, 'newer_revision'),
  })
  const name = await screen.findByLabelText(fields.name)
  answer({
    'GET /api/seller/delivery': page([{ ...POST, name: 'Theirs', destinations: ['FR'], active: false, revision: 7 }]),
  })
  await user.clear(name)
  await user.type(name, 'Mine')
  await user.click(screen.getByRole('button', { name: texts.save }))
  await screen.findByRole('row', { name: 'Name Mine Theirs' })
  screen.getByRole('row', { name: `${fields.destinations} Germany (10, 12), Austria France` })
  screen.getByRole('row', { name: `${fields.active} ${methodMessages.on} ${methodMessages.off}` })
  answer({ 'PUT /api/seller/delivery-methods/post': { ...POST, name: 'Mine', revision: 8 } })
  await user.click(screen.getByRole('button', { name: 'Keep mine' }))
  await user.click(screen.getByRole('button', { name: texts.save }))
  await waitFor(() => expect(location.pathname).toBe('/seller/delivery'))
  expect(sent('PUT /api/seller/delivery-methods/post').at(-1)).toMatchObject({ name: 'Mine', revision: 7 })
})

test('a seller whose products did not load sees a note in the trial, which does not retry by itself', async () => {
  const { calls } = await open('/seller/delivery', page([POST]))
  await main().findByText(texts.productsFailed)
  await new Promise((resolve) => setTimeout(resolve, 300))
  main().getByText(texts.productsFailed)
  expect(calls.filter(({ path }) => path === '/api/seller/products').length).toBeLessThan(4)
})

test('a seller goes on vacation, and tries what a buyer is offered', async () => {
  const lamp = { product_id: 'PRD00001', product_name: 'Lamp' }
  const vase = { product_id: 'PRD00002', product_name: 'Vase' }
  const method = { method_id: 'post', name: 'Post', kind: 'parcel', price: 0, days_from: 3, days_to: 5 } as const
  const away = { ...SETTINGS, away_until: '2999-12-24', revision: 6 }
  const { user, sent, answer } = await open('/seller/delivery', page([POST]), {
    'PUT /api/seller/delivery-settings': page([POST], { settings: away }),
    'GET /api/seller/products': { products: [lamp, vase], total: 2, page: 1, page_size: 5 },
  })
  const settings = within(await screen.findByRole('region', { name: texts.dispatch }))
  await user.type(settings.getByLabelText(texts.awayUntil), '2999-12-24')
  settings.getByText(texts.awayNow({ day: 'Tue, Dec 24' }))
  await user.click(settings.getByRole('button', { name: texts.saveSettings }))
  await screen.findByText(texts.settingsSaved)
  expect(sent('PUT /api/seller/delivery-settings')).toEqual([{ ...away, revision: 5 }])

  const trial = within(screen.getByRole('region', { name: texts.tryIt }))
  await user.click(trial.getByRole('button', { name: texts.showPrices }))
  trial.getByText(texts.productNeeded)
  const search = trial.getByLabelText(texts.findProduct)
  const removal = (name: string) => trial.getByRole('button', { name: texts.removeProduct({ name }) })
  for (const name of ['Lamp', 'Vase']) {
    await user.click(trial.getByRole('button', { name: texts.addProduct({ name }) }))
    expect(document.activeElement).toBe(search)
  }
  await user.click(removal('Lamp'))
  expect(document.activeElement).toBe(removal('Vase'))
  await user.click(removal('Vase'))
  expect(document.activeElement).toBe(search)
  await user.click(trial.getByRole('button', { name: texts.addProduct({ name: 'Lamp' }) }))
  await user.type(trial.getByLabelText(texts.country), 'Austria')
  const arrival = { arrives_from: '2026-11-30', arrives_to: '2026-12-02', missing_for_free: 12.1 }
  const quote = (state: string) => ({
    country: 'AT',
    sellers: [{ state, methods: state === 'offered' ? [{ ...method, ...arrival }] : [] }],
  })
  answer({ 'POST /api/delivery-quotes': quote('offered') })
  await user.click(trial.getByRole('button', { name: texts.showPrices }))
  await trial.findByText(pricingMessages.free)
  trial.getByText(/^Arrives Nov 30/)
  const missing = deliveryChoiceMessages.missing({ amount: '$12.10' })
  trial.getByText(missing)
  expect(sent('POST /api/delivery-quotes')).toEqual([
    { lines: [{ product_id: 'PRD00001', quantity: 1 }], country: 'Austria', postal_code: '' },
  ])
  await user.type(trial.getByLabelText(texts.postalCode), '1')
  expect(trial.queryByText(missing)).toBeNull()
  answer({ 'POST /api/delivery-quotes': quote('not_delivered') })
  await user.click(trial.getByRole('button', { name: texts.showPrices }))
  await trial.findByText(texts.outcomes.not_delivered)
})
