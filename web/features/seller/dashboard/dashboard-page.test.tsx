import { screen, waitFor, within } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { auditMessages } from '../../../../shared/audit/messages.ts'
import type { Notice } from '../../../../shared/audit/schema.ts'
import type { FullSellerOrderPage } from '../../../../shared/fulfilment/schema.ts'
import { uiMessages } from '../../../../shared/kernel/messages.ts'
import { sellerTaskMessages } from '../../../../shared/sellers/messages.ts'
import { statsMessages } from '../../../../shared/stats/messages.ts'
import type { AdminStats, SellerStats } from '../../../../shared/stats/schema.ts'
import { type Answers, type Call, openPage } from '../../../test/open-page.tsx'

const DAY_MS = 86_400_000
const dates = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    new Date(Date.UTC(2026, 0, 30) - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
const days = (count: number, sales: number) =>
  dates(count).map((date, index) => ({ date, sales: index === count - 1 ? sales : 0, units: 0, orders: 1 }))
const named = (count: number, sales: number) =>
  days(count, sales).map((day, index) => ({ ...day, day: statsMessages.dayNumber({ number: index + 1 }) }))

const SELLER: SellerStats = {
  product_count: 1,
  total_sales: 49,
  total_profit: 44.1,
  units_sold: 2,
  sold: { units: 2, amount: 49, reversed_units: 0, reversed_amount: 0, awaited_units: 0, awaited_amount: 0 },
  last_30_days_sales: days(30, 49),
  previous_30_days_sales: days(30, 0),
  best_sellers: [
    {
      product_id: 'PRD00001',
      product_name: 'Brass Lantern',
      product_price: 24.5,
      featured_image: '',
      total_sales: 2,
      flash_sale: false,
      reversed_units: 0,
      sales_amount: 49,
    },
  ],
}

const ADMIN: AdminStats = {
  productCount: 12_345,
  orderCount: 3,
  totalSales: 90.5,
  totalProfit: 23,
  reversedCount: 1,
  reversedSales: 10,
  soldSales: 90.5,
  awaitedSales: 0,
  last30DaysSales: named(30, 90.5),
  previous30DaysSales: days(30, 0),
}

const NOTICES = 'GET /api/seller/notices'
const noNotices = { notices: [], total: 0 }

const open = (as: 'seller' | 'admin', answers: Answers = {}, query = '') =>
  openPage(`/${as}${query}`, {
    as,
    answers: {
      'GET /api/seller/stats': SELLER,
      [NOTICES]: noNotices,
      'GET /api/seller/stock': { low: 0, out: 0, products: [] },
      'GET /api/admin/stats': ({ query: sent }: Call) => {
        const count = Number(sent.get('days') ?? 30)
        return count === 30 ? ADMIN : { ...ADMIN, range: { sales: named(count, 90.5), previous: days(count, 45.25) } }
      },
      '*': 404,
      ...answers,
    },
  })

/** The figures above the chart: each term with its value. */
const figures = () =>
  Array.from(document.querySelectorAll('main dl')[0]?.querySelectorAll(':scope > div') ?? [], (figure) => [
    figure.querySelector('dt')?.textContent,
    figure.querySelector('dd')?.textContent,
  ])
const sentence = (text: RegExp) => waitFor(() => expect(document.querySelector('main')?.textContent).toMatch(text))
const tableRows = async (user: Awaited<ReturnType<typeof open>>['user']) => {
  await user.click(await screen.findByText(statsMessages.showTable))
  return within(screen.getByRole('table', { name: statsMessages.salesByDay })).getAllByRole('row')
}

test('a seller sees their figures, how they add up, 30 days as a table, and the best sellers', async () => {
  const { user } = await open('seller')
  await waitFor(() =>
    expect(figures()).toEqual([
      ['Total Products', '1'],
      ['Total Sales', '$49.00'],
      ['Total Profit', '$44.10'],
      ['Units Sold', '2'],
    ]),
  )
  await sentence(/Sold \$49\.00 − cancelled and returned \$0\.00 = net \$49\.00\./)
  // The change is that of the period, not of all time.
  await sentence(new RegExp(statsMessages.noComparison({ days: 30 })))
  expect(document.querySelector('main dl')?.textContent).not.toContain('prior')
  screen.getByRole('heading', { name: statsMessages.bestSellers })
  screen.getByRole('link', { name: /Brass Lantern/ })
  expect(await tableRows(user)).toHaveLength(31)
})

/** Expects the kinds of open work, each with its number, before anything else. */
const workIs = (shown: readonly string[]) =>
  waitFor(() => {
    const work = within(screen.getByRole('region', { name: statsMessages.work }))
    expect(work.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(shown)
  })

test.each([
  [
    { accept: 2, send: 0, sent: 5, done: 9, returns: 0, problem: 1_000 },
    ['2To accept', '0To send', '0Returns', '1,000+Problems'],
  ],
  [
    { accept: 0, send: 0, sent: 5, done: 9, returns: 0, problem: 0 },
    ['0To accept', '0To send', '0Returns', '0Problems'],
  ],
])('a seller sees first what is to be done: %o', async (counts, shown) => {
  const page = { total: 0, page: 1, page_size: 10 }
  const orders: FullSellerOrderPage = { orders: [], ...page, counts }
  await open('seller', {
    'GET /api/seller/orders': orders,
    'GET /api/seller/conversations': { conversations: [], ...page, total: 1 },
  })
  await workIs([...shown, '1Messages', '0Low stock'])
})

test('an admin sees first which orders and reviews need attention; a number that failed is a dash', async () => {
  const totals: Readonly<Record<string, number>> = { needs_action: 3, unpaid: 0, disputed: 1, late: 12 }
  await open('admin', {
    'GET /api/admin/orders': ({ query }: Call) => ({
      orders: [],
      total: totals[query.get('problem') ?? ''],
      total_is_exact: true,
      page: 1,
      page_size: 1,
    }),
  })
  await workIs(['3Needs action', '0Unpaid', '1Disputed', '12Late', '–Reported reviews'])
})

test.each([
  ['neither', {}, null, false],
  ['a method', { delivers: true }, null, true],
  ['days until dispatch', {}, 2, true],
])(
  'a new seller who has %s is led to the page of delivery until the step is done',
  async (_what, shop, days, isDone) => {
    const sold = { ...SELLER.sold, units: 0, reversed_units: 0, awaited_units: 0 }
    await open('seller', {
      'GET /api/seller/stats': { ...SELLER, sold },
      'GET /api/seller/page': { handle: 'ada', about: '', banner: '', dispatch_days: days, awning: 0, revision: 1 },
      'GET /api/seller/shop': { approval: null, facts: { is_trader: null, legal_name: '' }, product_count: 0, ...shop },
    })
    const steps = within(await screen.findByRole('region', { name: sellerTaskMessages.heading }))
    const link = steps.queryByRole('link', { name: sellerTaskMessages.delivery })
    expect(link?.getAttribute('href')).toBe(isDone ? undefined : '/seller/delivery')
  },
)

const notice = (more: Partial<Notice> = {}): Notice => ({
  notice_number: 1,
  created_at: '2026-01-02T03:04:05.000Z',
  action: 'delete_product',
  subject: 'Leaky Kettle',
  to: null,
  reason: 'It leaks',
  ...more,
})

test('a seller reads an admin’s action and its reason until it is dismissed', async () => {
  const text = auditMessages.productRemoved({ name: 'Leaky Kettle' })
  const { user, answer } = await open('seller', { [NOTICES]: 500 })
  await screen.findByText(statsMessages.partFailed)
  answer({ [NOTICES]: { notices: [notice()], total: 1 } })
  await user.click(screen.getByRole('button', { name: uiMessages.retry }))
  const notices = await screen.findByRole('region', { name: auditMessages.notices })
  within(notices).getByText(text)
  expect(notices.textContent).toContain('Reason: It leaks')
  answer({ 'POST /api/seller/notices/1/dismiss': 204, 'DELETE /api/seller/notices/1': 204, [NOTICES]: noNotices })
  await user.click(within(notices).getByRole('button', { name: auditMessages.dismissNotice({ text }) }))
  await waitFor(() => expect(screen.queryByRole('region', { name: auditMessages.notices })).toBeNull())
})

test('an admin sees the four totals of the marketplace, how they add up, and 30 days as a table', async () => {
  const { user } = await open('admin')
  await waitFor(() =>
    expect(figures()).toEqual([
      ['Total Products', '12,345'],
      ['Total Orders', '3'],
      ['Total Sales', '$90.50'],
      ['Total Profit', '$23.00'],
    ]),
  )
  screen.getByRole('heading', { name: 'Last 30 Days Sales' })
  await sentence(/Sold \$90\.50 − cancelled and returned \$10\.00 = net \$80\.50\./)
  screen.getByRole('link', { name: statsMessages.viewCancelled })
  const rows = await tableRows(user)
  expect(rows).toHaveLength(31)
  expect([rows[1], rows[30]].map((row) => row?.textContent)).toEqual([
    expect.stringMatching(/^Day 1, Jan 1\$0\.00/),
    expect.stringMatching(/^Day 30, Jan 30\$90\.50/),
  ])
})

test('an admin chooses another period; the address and all figures follow', async () => {
  const { user } = await open('admin')
  const period = within(await screen.findByRole('navigation', { name: statsMessages.range }))
  for (const days of [7, 90, 30]) {
    await user.click(period.getByRole('link', { name: statsMessages.days({ days }) }))
    await screen.findByRole('heading', { name: statsMessages.chartHeading({ days }) })
    expect(location.search).toBe(days === 30 ? '' : `?days=${days}`)
    const compared = days === 30 ? statsMessages.noComparison({ days }) : statsMessages.comparedWith({ days })
    expect((await screen.findAllByText(new RegExp(compared.replace('.', '\\.')))).length).toBeGreaterThan(0)
  }
})

test('a seller reads that another period could not be loaded, and never the figures of the last one as its', async () => {
  const { user } = await open('seller', {
    'GET /api/seller/stats': ({ query }: Call) => (query.has('days') ? 500 : SELLER),
  })
  await waitFor(() => expect(figures()).toHaveLength(4))
  const period = within(screen.getByRole('navigation', { name: statsMessages.range }))
  await user.click(period.getByRole('link', { name: statsMessages.days({ days: 7 }) }))
  await screen.findByText(uiMessages.unexpectedError)
  expect(figures()).toEqual([])
})
