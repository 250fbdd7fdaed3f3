import { defineMessages } from '../kernel/define-messages.ts'
import { ADMIN_PROFIT_SHARE, SELLER_PROFIT_SHARE } from './constants.ts'

const percent = (share: number) => Math.round(share * 100)

export const statsMessages = defineMessages(
  'stats',
  {
    totalProducts: 'Total Products',
    totalOrders: 'Total Orders',
    totalSales: 'Total Sales',
    totalProfit: 'Total Profit',
    /** The specification fixes the text for 30 days. */
    chartHeading: '{days, plural, =30 {Last 30 Days Sales} other {Last # Days Sales}}',
    range: 'Period',
    days: '{days} days',

    sellerHeading: 'Seller Dashboard',
    welcome: 'Welcome, {name}',
    work: 'To do',
    partFailed: 'Notices or open tasks could not be loaded.',
    sellerProductsHint: 'In the shop now',
    sellerSalesHint: 'Current price × units ordered',
    sellerProfitHint: '{sellerShare}% of Total Sales ({commission}% commission)',
    unitsSold: 'Units Sold',
    unitsSoldHint: 'Of products in the shop now',
    reconciled: 'Sold {sold} − cancelled and returned {reversed} = net {net}.',
    awaited: 'Not counted: {amount} in orders whose bank transfer has not arrived.',
    viewOrders: 'View your orders',
    bestSellers: 'Best Sellers',
    nothingSold: 'None of your products has been sold yet. The best-selling ones will appear here.',
    sold: '{units, number} sold',

    adminHeading: 'Admin Dashboard',
    adminProductsHint: 'In the shop now',
    adminOrdersHint: 'All orders, whatever their status',
    adminSalesHint: 'All orders, at the prices when ordered',
    viewCancelled: 'View cancelled orders',
    viewReturned: 'View returned orders',
    adminProfitHint: '{adminShare}% of Total Sales, rounded',
    adminStatsFailed: 'Failed to fetch admin stats',

    /** Shown with `PAYMENTS=off`. */
    notReceived: 'Orders are not paid here: sales are order totals, not money received.',

    risen: '+{percent, number}%',
    changed: '{percent, number}%',
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
    salesInDays: '{total} in {days} days, {first} to {last} ({zone})',
  },
  {
    sellerShare: percent(SELLER_PROFIT_SHARE),
    commission: percent(1 - SELLER_PROFIT_SHARE),
    adminShare: percent(ADMIN_PROFIT_SHARE),
  },
)
