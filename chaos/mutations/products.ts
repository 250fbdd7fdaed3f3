import type { Mutation } from './markers.ts'

/** Mutations of products and their pictures. */
export const productMutations: readonly Mutation[] = [
  {
    name: 'seller-products-unlocked',
    does: 'the products of a seller are counted while another one is added',
    replacements: { 'seller-products-lock': '' },
  },
  {
    name: 'delivery-methods-unlocked',
    does: 'the delivery methods of a seller are not locked while one is added or changed',
    replacements: { 'delivery-methods-lock': 'const page = await pages.findOwnPage(tx, sellerId)' },
  },
  {
    name: 'product-unlocked',
    does: 'a product is not locked while it is edited',
    replacements: { 'own-product-lock': 'const row = await own(tx, sellerId, productId).executeTakeFirst()' },
  },
  {
    name: 'seller-unlocked',
    does: 'a product enters the shop without a lock on its seller',
    replacements: { 'seller-lock': '' },
  },
  {
    name: 'seller-delete-checked-first',
    does: 'a seller’s delete checks first whether the product is there',
    replacements: {
      'seller-delete': (guarded) => `
        const present = await tx.selectFrom('products').select('product_number')
          .where('product_number', 'in', numbers).where('visibility', '=', 'visible').execute()
        if (!present.length) return []
        ${guarded}`,
      'not-deleted-yet': '',
    },
  },
  {
    name: 'admin-delete-checked-first',
    does: 'an admin’s delete checks first whether the products are there',
    replacements: {
      'admin-delete': `
        const { rows } = await sql\`
          with changed as (
            update products set visibility = 'deleted', deleted_at = \${now}, updated_at = \${now}
            where product_number = any(array(
              select product_number from products
              where product_id = any(\${productIds}::text[]) and visibility = 'visible'
            ))
            returning *
          )
          select * from changed order by product_number\`.execute(tx)`,
    },
  },
  {
    name: 'flash-sale-checked-first',
    does: 'the flash sale is checked first, then set',
    replacements: {
      'flash-sale-set-at-once': `
        const { rows } = await sql\`
          with changed as (
            update products set flash_sale = \${flash_sale}, updated_at = \${now}
            where product_number = any(array(
              select product_number from products
              where product_id = any(\${productIds}::text[]) and visibility = 'visible' and flash_sale <> \${flash_sale}
              order by product_number
            ))
            returning product_number, product_id
          )
          select product_id from changed order by product_number\`.execute(tx)`,
    },
  },
  {
    name: 'review-looked-for-first',
    does: 'a buyer’s review of a product is looked for first, then written',
    replacements: {
      'review-written-at-once': `
        const known = await tx.selectFrom('reviews').select('review_number')
          .where('product_number', '=', review.product_number).where('buyer_id', '=', review.buyer_id).executeTakeFirst()
        const { rows } = await (known
          ? sql<{ is_first: boolean }>\`
              update reviews set rating = \${review.rating}, review_text = \${review.review_text}, removed_at = null,
                created_at = case when removed_at is null then created_at else \${now} end,
                edited_at = case when removed_at is null then \${now}::timestamptz end
              where review_number = \${known.review_number} returning false as is_first\`
          : sql<{ is_first: boolean }>\`
              insert into reviews (product_number, seller_id, buyer_id, rating, review_text, created_at)
              values (\${review.product_number}, \${review.seller_id}, \${review.buyer_id}, \${review.rating},
                \${review.review_text}, \${now})
              returning true as is_first\`).execute(tx)`,
    },
  },
  {
    name: 'review-moderated-unlocked',
    does: 'an admin looks at a review, then hides it',
    replacements: { 'moderated-review-lock': '' },
  },
  {
    name: 'stock-alerts-unlocked',
    does: 'the products that a buyer waits for are counted while another one is added',
    replacements: { 'stock-alerts-lock': '' },
  },
  {
    name: 'site-pages-unlocked',
    does: 'the revision of a page is read, then the page is changed',
    replacements: { 'site-pages-lock': '' },
  },
  {
    name: 'category-list-unlocked',
    does: 'the categories are read, then one with another name is added',
    replacements: { 'category-list-lock': '' },
  },
  {
    name: 'moving-category-unlocked',
    does: 'a merged category is deleted while a product is written with it',
    replacements: { 'moving-category-lock': '' },
  },
  {
    name: 'object-name-unlocked',
    does: 'a name in the file storage is looked up without a lock',
    replacements: { 'object-name-lock': '', 'object-lock': '' },
  },
  {
    name: 'avatars-unlocked',
    does: 'avatars are counted while another one is added',
    replacements: { 'avatars-lock': '' },
  },
  {
    name: 'quota-unlocked',
    does: 'the files of an account are added up while another one is stored',
    replacements: { 'quota-lock': '' },
  },
  {
    name: 'kept-though-changed',
    does: 'a response is stored though a change came while it was loading',
    replacements: { 'changed-while-loading': '' },
  },
  {
    name: 'picture-kept-though-changed',
    does: 'a picture is kept though it was changed while it was read',
    replacements: { 'changed-while-read': 'return () => true' },
  },
]
