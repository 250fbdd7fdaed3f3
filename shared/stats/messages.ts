import { defineMessages } from '../kernel/define-messages.ts'
import { inZone } from '../kernel/calendar.ts'
import { formatNumber, isolated } from '../kernel/locale.ts'
import { unexpectedErrorMessage } from '../kernel/messages.ts'
import { plural } from '../kernel/plural.ts'
import { ADMIN_PROFIT_SHARE, CHART_DAYS, SELLER_PROFIT_SHARE } from './constants.ts'

const percent = (share: number) => `${Math.round(share * 100)}%`

export const statsMessages = defineMessages('stats', {
  totalProducts: 'Total Products',
  totalOrders: 'Total Orders',
  totalSales: 'Total Sales',
  totalProfit: 'Total Profit',
  /** The specification fixes the first text. */
  chartHeading: (days: number) => (days === CHART_DAYS ? 'Last 30 Days Sales' : `Last ${days} Days Sales`),
  range: 'Period',
  days: '{days} days',

  sellerHeading: 'Seller Dashboard',
  welcome: 'Welcome, {name}',
  sellerStatsFailed: unexpectedErrorMessage,
  sellerProductsHint: 'In the shop now',
  sellerSalesHint: 'Present price × units ordered, for products in the shop now',
  sellerProfitHint: `${percent(SELLER_PROFIT_SHARE)} of Total Sales; the marketplace's commission is ${percent(1 - SELLER_PROFIT_SHARE)}`,
  unitsSold: 'Units Sold',
  unitsSoldHint: 'Units ordered, of products in the shop now',
  reconciled: 'Sold {sold} − cancelled and returned {reversed} = net {net}.',
  reconciledScope:
    'At the prices when ordered, in all your orders, including products no longer in the shop. The CSV of your orders has the same sums.',
  awaited: 'Not counted: {amount} in orders whose bank transfer has not arrived.',
  viewOrders: 'View your orders',
  bestSellers: 'Best Sellers',
  nothingSold: 'None of your products has been sold yet. The best-selling ones will appear here.',
  sold: '{units, number} sold',

  adminHeading: 'Admin Dashboard',
  adminProductsHint: 'In the shop now',
  adminOrdersHint: 'All orders, whatever their status',
  adminSalesHint: 'Totals of all orders, at the prices when ordered',
  reversedOrders: '{orders, plural, one {1 order was cancelled or returned as a whole.} other {# orders were cancelled or returned as a whole.}}',
  viewCancelled: 'View cancelled orders',
  viewReturned: 'View returned orders',
  adminProfitHint: `${percent(ADMIN_PROFIT_SHARE)} of Total Sales, rounded to whole dollars`,
  adminStatsFailed: 'Failed to fetch admin stats',

  /** Shown with `PAYMENTS=off`. */
  notReceived: 'Orders are not paid here: sales are sums of orders, not money that was received.',

  change: (percent: number) => `${percent > 0 ? '+' : ''}${formatNumber(percent)}%`,
  comparedWith: 'vs. prior {days} days',
  noComparison: 'None in the prior {days} days',

  chartScope: 'All orders at the prices when ordered, including cancelled and returned ones',
  day: 'Day',
  dayNumber: 'Day {number}',
  dayOn: '{day}, {date}',
  sales: 'Sales',
  units: 'Units',
  orders: 'Orders',
  previousSales: 'Prior {days} days',
  showTable: 'Show as a table',
  salesByDay: 'Sales by day',
  salesInDays: (total: string, { days, first, last }: { days: number; first: string; last: string }) =>
    `${total} in ${days} days, ${first} to ${inZone(last)}`,
})
