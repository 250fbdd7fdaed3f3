// Separate from the other constants, which pages of the shop load.

/** Sortable columns of the seller's list; `number` is the order of creation (S.No). */
export const SELLER_PRODUCT_SORTS = ['number', 'name', 'price', 'orders', 'sales'] as const
export type SellerProductSort = (typeof SELLER_PRODUCT_SORTS)[number]

export const ADMIN_PRODUCT_SORTS = ['id', 'name', 'price'] as const
export type AdminProductSort = (typeof ADMIN_PRODUCT_SORTS)[number]

/** The multipart field that holds the product as JSON text. */
export const PRODUCT_FIELD = 'product'
