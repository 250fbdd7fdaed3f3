import { defineMessages } from '../kernel/define-messages.ts'
import type { PaymentDetail } from './constants.ts'
import type { ShippingInfo } from './schema.ts'

export const checkoutMessages = defineMessages('checkout', {
  clearServerCartFailedToast: 'Failed to clear server cart. Please try again.',
  continueShopping: 'Continue Shopping',
  alreadyInCart: 'You already had {had, number} in your cart; this order has {now, number}.',
  orderOnly: 'Order only {quantity, number}',
  title: 'Checkout',
  shippingAddress: 'Shipping address',
  shippingHint: 'You can leave fields empty, but sellers need a complete address to deliver your order.',
  useLastAddress: 'Use the address of your last order',
  /** Beside the button while the address is empty. */
  noAddressYet: 'No shipping address yet. You can also add it after ordering.',
  shippingFields: {
    fullName: 'Full name',
    address: 'Address',
    city: 'City',
    postalCode: 'Postal code',
    country: 'Country',
  } satisfies Record<keyof ShippingInfo, string>,
  payment: 'Payment',
  paymentMethod: 'Payment method',
  paymentDetails: {
    cardNumber: 'Card number',
    cardName: 'Name on card',
    expiryDate: 'Expiry date',
    cvv: 'CVV',
    paypalEmail: 'PayPal email',
    bankName: 'Bank name',
    accountNumber: 'Account number',
  } satisfies Record<PaymentDetail, string>,
  expiryDateFormat: 'MM/YY',
  ownRecords: 'For your own records: what you type here is neither sent nor stored.',
  detailsStayHere: 'These details stay on this page. They are neither sent nor stored.',

  onward: 'Continue',
  edit: 'Edit',
  noAddress: 'No address yet',
  summary: 'Order summary',
  /** Expands the order summary on small screens. */
  showItems: 'Show your items',
  checkCardNumber: 'Check the card number.',
  checkExpiryDate: 'Enter month and year as MM/YY.',
  cardExpired: 'This card has expired.',
  checkCvv: 'Enter the 3 or 4 digits.',
  checkEmail: 'Check the email address.',
  products: 'Products',
  total: 'Total',
  placeOrder: 'Place Order',
  signInFirst: "We'll ask you to sign in first. Your cart will be kept.",

  seeOrders: 'See your orders',
  /** After an order whose response was lost. */
  mayBePlaced: 'Your last order may have gone through. {orders}',
  alreadyPlaced: 'You already placed an order from this cart, with different details. {orders}',
  unavailable: 'No longer available: {names}',

  totalIsNow: 'The total is now {amount}.',
  /** When the new total is unknown. */
  totalHasChanged: 'The total has changed.',
  orderAtNewTotal: 'Place the order again to accept it.',
  /** On a line whose price or quantity has changed. */
  lineChanged: 'Changed',
})
