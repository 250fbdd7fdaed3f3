export const orderMessages = {
  placed: 'Order placed successfully!',
  placeFailed: 'Failed to place order',
  placeFailedToast: 'Failed to place order. Please try again.',
  fetchFailed: 'Failed to fetch orders',
  noPermission: "You don't have permission to view this order.",
  invalidId: 'Enter valid order id!',
  logInToTrack: 'Please log in to track your order.',
  logInToCheckOut: 'Please log in to proceed with checkout',
  confirmed: 'Order Confirmed!',
  cancelledBanner: 'Order Cancelled',
  returnedBanner: 'Order Returned',
  shippingAddressUnreadable: 'Error parsing shipping address',
} as const
