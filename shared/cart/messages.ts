export const cartMessages = {
  // What the call says.
  addFailed: 'Failed to add item to cart',
  fetchFailed: 'Failed to fetch cart items',
  updateFailed: 'Failed to update cart item quantity',
  clearFailed: 'Failed to clear cart',
  mergeFailed: 'Failed to merge local cart',
  clearOnLogoutFailed: 'Failed to clear cart on logout',
  /** Only logged: a person is not told. */
  mergeFailedLog: 'Failed to merge carts:',

  // What the person reads.
  itemAdded: 'Item added to cart successfully!',
  productAdded: 'Product added to cart successfully!',
  quantityUpdated: 'Quantity updated successfully!',
  cleared: 'Cart cleared successfully!',
  addItemFailedToast: 'Failed to add item to cart. Please try again.',
  addProductFailedToast: 'Failed to add product to cart. Please try again.',
  processFailedToast: 'Failed to process your request. Please try again.',
  updateFailedToast: 'Failed to update quantity. Please try again.',
  clearFailedToast: 'Failed to clear cart. Please try again.',
  clearServerCartFailedToast: 'Failed to clear server cart. Please try again.',
  notForSellersAndAdmins: 'Sellers and admins cannot add items to cart.',
  noPurchaseForSellersAndAdmins: 'Sellers and admins cannot purchase items.',
  empty: 'Your cart is empty',
  addSomeProducts: 'Add some products',
  continueShopping: 'Continue Shopping',
} as const
