import { unexpectedErrorMessage } from '../kernel/messages.ts'
import { plural } from '../kernel/plural.ts'

/** The dashboards of sellers and admins. */
export const statsMessages = {
  totalProducts: 'Total Products',
  totalOrders: 'Total Orders',
  totalSales: 'Total Sales',
  totalProfit: 'Total Profit',
  chartHeading: 'Last 30 Days Sales',

  sellerHeading: 'Seller Dashboard',
  welcome: (name: string) => `Welcome, ${name}`,
  sellerStatsFailed: unexpectedErrorMessage,
  sellerSalesHint: 'Price × units sold, for all products',
  sellerProfitHint: "90% of Total Sales; the marketplace's commission is 10%",
  unitsSold: 'Units Sold',
  bestSellers: 'Best Sellers',
  nothingSold: 'Nothing sold yet. Your best-selling products will appear here.',
  sold: (units: number) => plural(units, { other: (n) => `${n} sold` }),

  adminHeading: 'Admin Dashboard',
  adminProfitHint: '25% of Total Sales, rounded to whole dollars',
  adminStatsFailed: 'Failed to fetch admin stats',

  // The chart.
  day: 'Day',
  dayNumber: (number: number) => `Day ${number}`,
  dayOn: (day: string, date: string) => `${day}, ${date}`,
  sales: 'Sales',
  salesByDay: 'Sales by day',
  salesIn30Days: (total: string) => `${total} in 30 days; each day is counted in UTC`,
} as const
