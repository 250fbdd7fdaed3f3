import { defineMessages } from '../kernel/define-messages.ts'

export const cartMessages = defineMessages('cart', {
  addFailed: 'Failed to add item to cart',
  addFailedFor: 'Failed to add item to cart: {names}',
  fetchFailed: 'Failed to fetch cart items',
  updateFailed: 'Failed to update cart item quantity',
  clearFailed: 'Failed to clear cart',
  mergeFailed: 'Failed to merge local cart',
  clearOnLogoutFailed: 'Failed to clear cart on logout',
  /** Logged, not shown. */
  mergeFailedLog: 'Failed to merge carts:',

  itemAdded: 'Item added to cart successfully!',
  productAdded: 'Product added to cart successfully!',
  quantityUpdated: 'Quantity updated successfully!',
  addItemFailedToast: 'Failed to add item to cart. Please try again.',
  addProductFailedToast: 'Failed to add product to cart. Please try again.',
  processFailedToast: 'Failed to process your request. Please try again.',
  updateFailedToast: 'Failed to update quantity. Please try again.',
  notForSellersAndAdmins: 'Sellers and admins cannot add items to cart.',
  noPurchaseForSellersAndAdmins: 'Sellers and admins cannot purchase items.',
  empty: 'Your cart is empty',

  viewCart: 'View cart',
  addToCart: 'Add to Cart',
  add: 'Add',
  addNamed: 'Add {name} to cart',
  buyNow: 'Buy Now',
  inYourCart: 'The item is in your cart.',
  checkOut: 'Proceed to Checkout',
  someUnavailable: 'Some products in your cart are no longer available.',
  removeUnavailable: 'Remove from cart',
})
