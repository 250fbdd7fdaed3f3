import { defineMessages } from '../kernel/define-messages.ts'
import type { OrderProblem } from './constants.ts'

export const orderListMessages = defineMessages('orderList', {
  orders: 'Orders',
  orderId: 'Order ID',
  buyerId: 'Buyer ID',
  totalAmount: 'Total Amount',
  orderDate: 'Order Date',
  track: 'Track',
  trackOrder: 'Track order {orderId}',

  findBuyer: "Buyer's name, email or ID...",
  anyStatus: 'Any status',
  fromDay: 'From ({zone})',
  toDay: 'To ({zone})',
  minTotal: 'Minimum {sign}',
  maxTotal: 'Maximum {sign}',
  problem: 'Problem',
  anyOrder: 'With or without',
  views: 'Views',
  allOrders: 'All',
  otherSellers: '{seller} and {count, plural, one {1 other} other {# others}}',
  problems: {
    needs_action: 'Needs action',
    late: 'Late',
    missing: 'Package missing',
    cancel_requested: 'Cancellation requested',
    return_requested: 'Return requested',
    seller_suspended: 'Seller suspended',
    unpaid: 'Unpaid',
    disputed: 'Disputed',
    stopped: 'Stopped',
  } satisfies Record<OrderProblem, string>,
  buyer: 'Buyer',
  soldBy: 'Sold by {seller}',

  noOrdersYet: 'No orders yet',
  noOrdersYetText: 'When someone buys one of your products, the order appears here with the address to ship it to.',

  nothingYetText: 'Orders by buyers appear here.',

  orderHeading: 'Order #{orderId}',
  closeOrder: 'Close order',
  noOrderId: 'No order ID provided',
  orderNotFound: 'No order found',
  orderFailed: 'Error loading order details: {reason}',
  currentStatus: 'Current Status',
  paymentMethod: 'Payment Method',
  shippingAddress: 'Shipping Address',
  noAddress: 'Address not available',
  products: 'Products',
  noLines: 'No products available',
  statuses: 'Order statuses',
  status: 'Status',
  updateStatus: 'Update Status',
  stateUpdated: 'Order status updated to {state}',
  stateFailed: 'Failed to update status: {reason}',
  unknownStateReason: 'Unknown error',
  orderChanged: 'Another admin has changed this order in the meantime.',
  history: 'History',
  noHistory: 'No admin has changed the status yet.',
  stateChange: '{from} → {to}',
  stateChangeSpoken: '{from} to {to}',
  changedBy: '{name}, {time}',
})

export const orderListTexts = defineMessages('orderListTexts', {
  search: 'Search by Order ID...',
  count: '{isExact, select, true {{total, plural, one {1 order} other {# orders}}} other {{total, number}+ orders}}',
  pages: 'Pages of orders',
  nothingFound: 'No orders found',
  showAll: 'Show all orders',
})

/** Replaces texts of `orderListTexts` for a seller. */
export const ownOrderListTexts = defineMessages('ownOrderListTexts', {
  search: 'Order, buyer, product',
  nothingFound: 'No orders match.',
})
