import type { Mutation } from './mutation.ts'

const unlockedCarts = { 'carts-version': 'const isUnchanged = sql`true`' }

const unlockedCart = {
  ...unlockedCarts,
  'cart-lock': ".onConflict((conflict) => conflict.column('user_id').doNothing())",
  'cart-version': 'const isUnchanged = sql`true`',
}

/** Carts and orders. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'cart-unlocked',
    does: 'the cart is not locked',
    naive: unlockedCart,
  },
  {
    name: 'cart-line-written-back',
    does: 'a line of a cart is read, added to and written back',
    naive: {
      ...unlockedCart,
      'cart-line-raised-in-place': 'const raised = sql`(select quantity from wanted) + excluded.quantity`',
    },
  },
  {
    name: 'carts-unlocked',
    does: 'carts that are ordered together may have changed before they are locked',
    naive: unlockedCarts,
  },
  {
    // The claim of orders that are placed together only saves work: one that finds its cart locked is placed by itself.
    name: 'idempotency-key-unclaimed',
    does: 'the key of a request is not claimed, and looked up once, before waiting for the cart',
    naive: {
      'idempotency-key-claim': 'const claimed = sql`true`',
      'idempotency-keys-claim': 'const claimed = sql`true`',
      'idempotency-key-lookup':
        'const checkout = first.is_current ? first : { ...(await lock()), earlier: first.earlier }',
    },
  },
  {
    name: 'products-locked-in-cart-order',
    does: 'products are locked in the order of the cart',
    naive: { 'products-in-order': 'const order = sql`line.created_at`' },
  },
  {
    name: 'sales-written-back',
    does: 'the units sold are read, added to and written back',
    naive: {
      'products-lock': 'const lock = sql``',
      'sales-raised-in-place': `const raised = sql\`(
        select seen.total_sales from products seen where seen.product_number = sold.product_number
      ) + sold.quantity\``,
    },
  },
  {
    name: 'stock-written-back',
    does: 'the stock is read, taken from and written back',
    naive: {
      'products-lock': 'const lock = sql``',
      'stock-lock': 'const lock = sql``',
      'stock-taken-in-place': 'const left = sql`counted.on_hand - counted.quantity`',
    },
  },
  {
    name: 'counting-unseen',
    does: 'a product is sold as if it were not counted when that began before it was locked',
    naive: { 'products-uncounted': 'const isUncounted = sql`true`' },
  },
  {
    name: 'order-state-unlocked',
    does: 'the state of an order is read without a lock',
    naive: { 'order-state-lock': '' },
  },
  {
    name: 'acted-order-unlocked',
    does: 'a seller order is changed without a lock on its order',
    naive: { 'acted-order-lock': '' },
  },
  {
    name: 'conversation-unlocked',
    does: 'messages are numbered, and counted as read, without a lock on their conversation',
    naive: { 'conversation-lock': '' },
  },
  {
    name: 'return-unlocked',
    does: 'a seller order is read without any lock, and its return is changed whatever its state is by now',
    naive: {
      'acted-order-lock': '',
      'acted-seller-order-lock': '',
      'acted-lines-lock': '',
      'return-state-in-place': 'const inState = sql<boolean>`true`',
    },
  },
]
