import { formatNumber, isolated } from '../kernel/locale.ts'
import { plural } from '../kernel/plural.ts'
import { commonRefusals, type RefusalTexts } from '../kernel/refusals.ts'
import type { PaymentMethod } from '../payments/constants.ts'
import type { OrderState } from './constants.ts'

export const orderMessages = {
  placed: 'Order placed successfully!',
  placeFailed: 'Failed to place order',
  placeFailedToast: 'Failed to place order. Please try again.',
  fetchFailed: 'Failed to fetch orders',
  noPermission: "You don't have permission to view this order.",
  invalidId: 'Enter valid order id!',
  logInToTrack: 'Please log in to track your order.',
  logInToCheckOut: 'Please log in to proceed with checkout',

  states: {
    pending: 'Pending',
    confirmed: 'Confirmed',
    delivered: 'Delivered',
    cancelled: 'Cancelled',
    returned: 'Returned',
  } satisfies Record<OrderState, string>,
  cancelledBanner: 'Order Cancelled',
  returnedBanner: 'Order Returned',
  progress: 'Order progress',
  stepDone: 'Done',
  stepCurrent: 'Now',
  stepAhead: 'Upcoming',

  confirmationTitle: 'Order confirmation',
  confirmed: 'Order Confirmed!',
  thanks: 'Thank you! The sellers have received your order.',
  orderNumber: 'Order number',
  trackYourOrder: 'Track your order',
  backToHome: 'Back to home',

  trackingTitle: 'Order Tracking',
  trackingPrompt: 'Where is my order?',
  trackingHint: 'Enter the order number from your confirmation or your dashboard, for example, ORD00001.',
  orderNumberExample: 'ORD00001',
  trackOrder: 'Track order',
  ownOrders: 'See your orders',

  order: (orderId: string) => `Order ${orderId}`,
  placedAt: 'Placed {time}',
  products: 'Products',
  product: 'Product',
  quantity: 'Quantity',
  price: 'Price',
  total: 'Total',
  unitsCaption: 'Ordered products, one row per unit',
  unitsOf: (units: number, name: string) => `${formatNumber(units)} × ${isolated(name)}`,
  whatHappensNext: 'What happens next',
  nextSteps: [
    "We'll email you the details of your order.",
    'Each seller prepares your items and ships them to your address.',
    'You can follow your order at any time under Order Tracking.',
  ],
  itemsOrdered: 'Your items',
  showAll: (count: number) => `Show all ${formatNumber(count)}`,
  showAllOf: (count: number, name: string) => `Show all ${formatNumber(count)} of ${isolated(name)}`,
  andMore: (count: number) => `and ${formatNumber(count)} more`,
  deliveryAndPayment: 'Delivery and payment',
  shippingAddress: 'Shipping address',
  noAddressGiven: 'Not provided',
  addAddress: 'Add a shipping address',
  addressNeeded: 'Enter an address.',
  saveAddress: 'Save address',
  addressAdded: 'Shipping address added.',
  addressFailed: 'Failed to add the address',
  addressFailedToast: 'Failed to add the address. Please try again.',
  orderNotPending: 'This order can no longer be changed.',
  addressGiven: 'This order already has a shipping address.',
  shippingAddressUnreadable: 'Error parsing shipping address',
  paymentMethod: 'Payment method',
  paymentMethods: {
    credit_card: 'Credit card',
    paypal: 'PayPal',
    bank_transfer: 'Bank transfer',
  } satisfies Record<PaymentMethod, string>,

  totalSpend: 'Total Spend',
  ofWhichReversed: 'of which cancelled or returned: {amount}',
  allOrders: 'All Orders',
  orders: 'Orders',
  orderId: 'Order ID',
  date: 'Date',
  status: 'Status',
  view: 'View',
  viewOrder: (orderId: string) => `View order ${orderId}`,
  newestShown: (shown: number, total: number) =>
    plural(total, { other: (n) => `These are the newest ${formatNumber(shown)} of ${n} orders.` }),
  noOrdersYet: 'No orders yet',
  noOrdersYetText: 'Your orders will appear here, with a link to track each of them.',
  browseProducts: 'Browse products',
  reorder: 'Reorder',
  reorderOf: (orderId: string) => `Reorder ${orderId}`,
} as const

export const orderRefusals = {
  order_not_found: orderMessages.invalidId,
  forbidden: orderMessages.noPermission,
  insufficient_aal: commonRefusals.insufficient_aal,
  not_authenticated: orderMessages.logInToTrack,
} as const satisfies RefusalTexts

export const addressRefusals = {
  ...commonRefusals,
  ...orderRefusals,
  order_not_pending: orderMessages.orderNotPending,
  address_given: orderMessages.addressGiven,
} as const satisfies RefusalTexts
