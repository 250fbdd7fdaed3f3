import type { Mutation } from './mutation.ts'

const races = (title: string) => ({ file: 'tests/races.test.ts', title })

const cartWithoutLock = {
  module: 'server/cart/queries.ts',
  from: ".onConflict((conflict) => conflict.column('user_id').doUpdateSet({ updated_at: now }))",
  to: ".onConflict((conflict) => conflict.column('user_id').doNothing())",
}
const productsWithoutLock = { module: 'server/orders/queries.ts', from: "\n    .forNoKeyUpdate('products')", to: '' }

/** Carts and orders. */
export const orderMutations: readonly Mutation[] = [
  {
    name: 'the cart is not locked',
    edits: [cartWithoutLock],
    caughtBy: [
      races('parallel additions never pass the limit of 100 lines'),
      races('20 parallel orders of one cart give one order, without a key'),
      races('a unit added while an order is placed is in the order or in the cart, never in both or lost'),
      races('a merge sent ten times at once is applied once'),
    ],
  },
  {
    name: 'a line of the cart is read, added to and written back',
    edits: [
      cartWithoutLock,
      {
        module: 'server/cart/queries.ts',
        from: '  const { numInsertedOrUpdatedRows } = await tx\n',
        to: `  const present = await tx.selectFrom('cart_lines').select('quantity')
    .where('user_id', '=', userId).where('product_number', '=', productNumber).executeTakeFirst()
  const { numInsertedOrUpdatedRows } = await tx
`,
      },
      {
        module: 'server/cart/queries.ts',
        from: '.doUpdateSet({ quantity: sql`cart_lines.quantity + excluded.quantity` })',
        to: '.doUpdateSet({ quantity: (present?.quantity ?? 0) + quantity })',
      },
    ],
    caughtBy: [races('50 parallel additions to one line keep all')],
  },
  {
    name: 'the key of a request is looked up, not claimed',
    edits: [
      {
        module: 'server/orders/queries.ts',
        from: 'select pg_try_advisory_xact_lock(hashtextextended(',
        to: 'select true or pg_try_advisory_xact_lock(hashtextextended(',
      },
    ],
    caughtBy: [races('20 parallel requests with one key make one order, and all who get an order get the same')],
  },
  {
    name: 'the next order number is one more than the highest',
    edits: [
      {
        module: 'server/orders/queries.ts',
        from: `    .updateTable('counters')
    .set({ last_number: sql\`last_number + 1\` })
    .where('name', '=', 'order')
    .returning('last_number')
`,
        to: `    .selectFrom('orders')
    .select(sql<number>\`coalesce(max(order_number), 0) + 1\`.as('last_number'))
`,
      },
    ],
    caughtBy: [races('orders of different products at the same moment have dense numbers, also when some are refused')],
  },
  {
    name: 'products are locked in the order of the cart',
    edits: [
      {
        module: 'server/orders/queries.ts',
        from: "    .orderBy('products.product_number')\n    .forNoKeyUpdate('products')",
        to: "    .orderBy('cart_lines.created_at')\n    .forNoKeyUpdate('products')",
      },
    ],
    caughtBy: [races('200 orders of 20 buyers in parallel have dense numbers and right totals, and no deadlock shows')],
  },
  {
    name: 'the units sold are read, added to and written back',
    edits: [
      productsWithoutLock,
      {
        module: 'server/orders/place-order.ts',
        from: '  const lines = await queries.lockLinesToOrder(tx, buyerId)\n',
        to: `  const lines = await queries.lockLinesToOrder(tx, buyerId)
  const sold = new Map()
  for (const { product_number, quantity } of lines) {
    const product = await tx.selectFrom('products').select('total_sales')
      .where('product_number', '=', product_number).executeTakeFirstOrThrow()
    sold.set(product_number, product.total_sales + quantity)
  }
`,
      },
      {
        module: 'server/orders/place-order.ts',
        from: '  await queries.raiseTotalSales(tx, orderNumber)\n',
        to: `  for (const [product_number, total_sales] of sold)
    await tx.updateTable('products').set({ total_sales }).where('product_number', '=', product_number).execute()
`,
      },
    ],
    caughtBy: [races('200 orders of 20 buyers in parallel have dense numbers and right totals, and no deadlock shows')],
  },
  {
    name: 'the state of an order is read without a lock',
    edits: [{ module: 'server/orders/admin-queries.ts', from: '\n    .forNoKeyUpdate()', to: '' }],
    caughtBy: [
      { file: 'server/orders/admin-orders.test.ts', title: 'two admins at once leave a true history' },
      {
        file: 'server/orders/admin-orders.test.ts',
        title: 'of two admins who both saw the order pending, one is refused',
      },
    ],
  },
]
