export const adminMessages = {
  statsFailed: 'Failed to fetch admin stats',
  noOrderId: 'No order ID provided',
  orderNotFound: 'No order found',
  noProducts: 'No products found',
  userNotFound: 'No such account',
  noLongerAdmin: 'You are not an admin any more.',
  ownAccount: 'You cannot suspend your own account.',
  orderChanged: 'Another admin changed this order meanwhile.',
} as const
