import type { Mutation } from './markers.ts'

const unlockedCart = {
  'cart-lock': ".onConflict((conflict) => conflict.column('user_id').doNothing())",
  'carts-version': 'const isCurrent = sql`true`',
  'carts-lock': 'const lock = sql``',
}

/** Mutations of carts, orders and the payment sandbox. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'cart-unlocked',
    does: 'the cart is not locked',
    replacements: unlockedCart,
  },
  {
    name: 'cart-line-written-back',
    does: 'a line of a cart is read, added to and written back',
    replacements: {
      ...unlockedCart,
      'cart-line-raised-in-place':
        'const raised = sql`coalesce((select quantity from present where present.product_number = excluded.product_number and present.user_id = excluded.user_id), 0) + excluded.quantity`',
    },
  },
  {
    name: 'products-locked-in-any-order',
    does: 'each order locks its products in an order of its own',
    replacements: { 'products-in-order': 'const order = sql`random()`' },
  },
  {
    name: 'products-unlocked',
    does: 'a product is sold as it was seen, whatever its seller is changing',
    replacements: { 'products-lock': 'const lock = sql``' },
  },
  {
    name: 'stock-unlocked',
    does: 'the stock is read without a lock, then taken from',
    replacements: { 'products-lock': 'const lock = sql``', 'stock-lock': 'const lock = sql``' },
  },
  {
    name: 'order-state-unlocked',
    does: 'the state of an order is read without a lock',
    replacements: { 'order-state-lock': '' },
  },
  {
    name: 'acted-order-unlocked',
    does: 'a seller order is changed without a lock on its order',
    replacements: { 'acted-order-lock': '' },
  },
  {
    name: 'conversation-unlocked',
    does: 'messages are numbered, and counted as read, without a lock on their conversation',
    replacements: { 'conversation-lock': '' },
  },
  {
    name: 'return-unlocked',
    does: 'a seller order is read without any lock, and its return is changed whatever its state is by now',
    replacements: {
      'acted-order-lock': '',
      'acted-seller-order-lock': '',
      'acted-lines-lock': '',
      'return-state-in-place': 'const inState = sql<boolean>`true`',
    },
  },
  {
    name: 'refund-id-unlocked',
    does: 'whether the id of a refund was used for another payment is checked, then it is used',
    replacements: { 'refund-id-lock': '' },
  },
  {
    name: 'sandbox-intent-unlocked',
    does: 'a payment is changed without a lock',
    replacements: { 'sandbox-intent-lock': '' },
  },
  {
    name: 'sandbox-key-unlocked',
    does: 'whether an idempotency key was used is checked, then it is used',
    replacements: { 'sandbox-key-lock': '' },
  },
  {
    name: 'sandbox-transfer-unlocked',
    does: 'transfers that have arrived are read, then taken',
    replacements: { 'sandbox-transfer-lock': ',' },
  },
]
