import type { Mutation } from './mutation.ts'

const unlockedCart = { 'cart-lock': ".onConflict((conflict) => conflict.column('user_id').doNothing())" }

/** Carts and orders. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'cart-unlocked',
    does: 'the cart is not locked',
    naive: unlockedCart,
  },
  {
    name: 'cart-line-written-back',
    does: 'a line of the cart is read, added to and written back',
    naive: {
      ...unlockedCart,
      'cart-line-statement': (guarded) => `
        const present = await tx.selectFrom('cart_lines').select('quantity')
          .where('user_id', '=', userId).where('product_number', '=', productNumber).executeTakeFirst()
        ${guarded}`,
      'cart-line-raised-in-place': '.doUpdateSet({ quantity: (present?.quantity ?? 0) + quantity })',
    },
  },
  {
    name: 'idempotency-key-unclaimed',
    does: 'the key of a request is looked up, not claimed',
    naive: { 'idempotency-key-claim': 'const rows = [{ claimed: true }]' },
  },
  {
    name: 'order-number-from-maximum',
    does: 'the next order number is one more than the highest',
    naive: {
      'order-counter': `
        const { highest } = await tx.selectFrom('orders')
          .select((row) => row.fn.max('order_number').as('highest')).executeTakeFirstOrThrow()
        const orderNumber = Number(highest ?? 0) + 1`,
    },
  },
  {
    name: 'products-locked-in-cart-order',
    does: 'products are locked in the order of the cart',
    naive: { 'products-in-order': ".orderBy('line.created_at')" },
  },
  {
    name: 'sales-written-back',
    does: 'the units sold are read, added to and written back',
    naive: {
      'products-lock': '',
      'sold-products': (guarded) => `${guarded}
        const sold = new Map()
        for (const { product_number, quantity } of lines) {
          const product = await tx.selectFrom('products').select('total_sales')
            .where('product_number', '=', product_number).executeTakeFirstOrThrow()
          sold.set(product_number, product.total_sales + quantity)
        }`,
      'sales-raised-in-place': `
        for (const [product_number, total_sales] of sold)
          await tx.updateTable('products').set({ total_sales }).where('product_number', '=', product_number).execute()`,
    },
  },
  {
    name: 'order-state-unlocked',
    does: 'the state of an order is read without a lock',
    naive: { 'order-state-lock': '' },
  },
]
