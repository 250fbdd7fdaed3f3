import { unexpectedErrorMessage } from '../kernel/errors.ts'

export const adminMessages = {
  dashboardHeading: 'Admin Dashboard',
  chartHeading: 'Last 30 Days Sales',
  settingsHeading: 'Admin Settings',
  profitHint: '25 % of Total Sales, rounded to whole dollars',
  exportFailed: 'The file could not be made. Please try again.',

  searchProducts: 'Search products...',
  searchOrders: 'Search by Order ID...',
  searchUsers: 'Search by name or e-mail...',

  productsFailed: (message: string = unexpectedErrorMessage) => `Error fetching products: ${message}`,
  flashSaleOn: 'Flash sale enabled successfully',
  flashSaleOff: 'Flash sale disabled successfully',
  flashSaleFailed: (message: string = unexpectedErrorMessage) => `Failed to update flash sale status: ${message}`,
  deleteFailed: (message: string = unexpectedErrorMessage) => `Failed to delete product: ${message}`,
  undoFailed: 'This could not be undone.',

  orderLoading: 'Loading...',
  orderFailed: (message: string = unexpectedErrorMessage) => `Error loading order details: ${message}`,
  noAddress: 'Address not available',
  noLines: 'No products available',
  stateUpdated: (state: string) => `Order status updated to ${state}`,
  stateFailed: (message = 'Unknown error') => `Failed to update status: ${message}`,

  suspended: 'Account suspended',
  reinstated: 'Account reinstated',
  usersFailed: 'The accounts could not be loaded.',
  suspendFailed: (message: string = unexpectedErrorMessage) => `Failed to suspend the account: ${message}`,
  reinstateFailed: (message: string = unexpectedErrorMessage) => `Failed to reinstate the account: ${message}`,

  statsFailed: 'Failed to fetch admin stats',
  noOrderId: 'No order ID provided',
  orderNotFound: 'No order found',
  noProducts: 'No products found',
  userNotFound: 'No such account',
  noLongerAdmin: 'You are not an admin any more.',
  ownAccount: 'You cannot suspend your own account.',
  orderChanged: 'Another admin changed this order meanwhile.',
} as const
