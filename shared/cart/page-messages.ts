import { defineMessages } from '../kernel/define-messages.ts'

/** A file of its own, to keep these texts out of the scripts of other pages. */
export const cartPageMessages = defineMessages('cartPage', {
  addSomeProducts: 'Add some products',
  heading: 'Your Cart',
  soldBy: 'Sold by {seller}',
  noLongerSold: 'No longer available',
  subtotal: 'Subtotal',
  quantityOf: 'Quantity of {name}',
  remove: 'Remove',
  removeProduct: 'Remove {name}',
  unavailable: 'This product is no longer available.',
  removed: 'Removed {name}',
  removedSeveral: 'Removed {count, number} products',
  undo: 'Undo',
  items: 'Items',
  total: 'Total',
  clear: 'Clear Cart',
  cleared: 'Cart cleared successfully!',
  clearFailedToast: 'Failed to clear cart. Please try again.',
})
