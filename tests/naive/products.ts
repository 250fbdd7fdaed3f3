import type { Mutation } from './mutation.ts'

const stall = (title: string) => ({ file: 'tests/stall-races.test.ts', title })
const storage = (title: string) => ({ file: 'server/storage/agreement.test.ts', title })

const ownWithoutLock = {
  module: 'server/catalog/seller-queries.ts',
  from: 'own(tx, sellerId, productId).forNoKeyUpdate().executeTakeFirst()',
  to: 'own(tx, sellerId, productId).executeTakeFirst()',
}

/** Products and their pictures. */
export const productMutations: readonly Mutation[] = [
  {
    name: 'the next product number is one more than the highest',
    edits: [
      {
        module: 'server/catalog/seller-queries.ts',
        from: `    .updateTable('counters')
    .set({ last_number: sql\`last_number + 1\` })
    .where('name', '=', 'product')
    .returning('last_number')
`,
        to: `    .selectFrom('products')
    .select(sql<number>\`coalesce(max(product_number), 0) + 1\`.as('last_number'))
`,
      },
    ],
    caughtBy: [stall('products made at the same moment get numbers without gaps, also when some are refused')],
  },
  {
    name: 'a product is not locked while it is edited',
    edits: [ownWithoutLock],
    caughtBy: [
      stall('of ten edits made from one revision one is taken, with its picture; the others are refused'),
      stall('an edit and a delete at the same moment leave a product that is gone, and no picture of it'),
    ],
  },
  {
    name: 'a seller’s delete looks first whether the product is there',
    edits: [
      {
        module: 'server/catalog/seller-queries.ts',
        from: `  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ deleted_at: now, updated_at: now, featured_image: '', other_images: '[]' })
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
    .where('deleted_at', 'is', null)
`,
        to: `  const there = await tx.selectFrom('products').select('product_number')
    .where('product_id', '=', productId).where('deleted_at', 'is', null).executeTakeFirst()
  if (!there) return false
  const { numUpdatedRows } = await tx
    .updateTable('products')
    .set({ deleted_at: now, updated_at: now, featured_image: '', other_images: '[]' })
    .where('product_id', '=', productId)
    .where('seller_id', '=', sellerId)
`,
      },
    ],
    caughtBy: [stall('of ten deletes one is told that it did it')],
  },
  {
    name: 'an admin’s delete looks first whether the products are there',
    edits: [
      {
        module: 'server/catalog/admin-queries.ts',
        from: `      update products set deleted_at = \${now}, updated_at = \${now}
      where product_number = any(\${lockInOrder(productIds)}) and deleted_at is null
`,
        to: `      update products set deleted_at = \${now}, updated_at = \${now}
      where product_number = any(array(
        select product_number from products where product_id = any(\${productIds}::text[]) and deleted_at is null
      ))
`,
      },
    ],
    caughtBy: [{ file: 'server/catalog/admin-products.test.ts', title: 'ten admins at once delete it once' }],
  },
  {
    name: 'the flash sale is looked at first, then set',
    edits: [
      {
        module: 'server/catalog/admin-queries.ts',
        from: 'where product_number = any(${lockInOrder(productIds)}) and deleted_at is null and flash_sale <> ${flash_sale}',
        to: `where product_number = any(array(
        select product_number from products
        where product_id = any(\${productIds}::text[]) and deleted_at is null and flash_sale <> \${flash_sale}
        order by product_number
      ))`,
      },
    ],
    caughtBy: [
      {
        file: 'server/catalog/admin-products.test.ts',
        title: 'two admins who toggle the same products at once leave a true history',
      },
    ],
  },
  {
    name: 'a name in the file storage is looked up without a lock',
    edits: [
      {
        module: 'server/storage/object-queries.ts',
        from: '  await sql`select pg_advisory_xact_lock(hashtextextended(${`${bucketId}/${name}`}, 0))`.execute(tx)\n',
        to: '',
      },
      {
        module: 'server/storage/object-queries.ts',
        from: "    .where('name', '=', name)\n    .forUpdate()\n",
        to: "    .where('name', '=', name)\n",
      },
    ],
    caughtBy: [
      storage('one name, many uploads without upsert: one wins'),
      storage('after uploads, replacements and removals, all at once'),
    ],
  },
  {
    name: 'avatars are counted while another one comes in',
    edits: [
      {
        module: 'server/storage/store-object.ts',
        from: '    await lockAvatars(tx, actor.user_id)\n',
        to: '',
      },
    ],
    caughtBy: [
      {
        file: 'tests/contract/storage-access.test.ts',
        title: 'the last place is taken once, also by two uploads at once; then pictures are replaced or removed first',
      },
    ],
  },
]
