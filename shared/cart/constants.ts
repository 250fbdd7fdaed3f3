export const MAX_CART_LINES = 100
export const MAX_LINE_QUANTITY = 999
/** Time in which removed lines can be restored. */
export const UNDO_REMOVAL_SECONDS = 6
/** Local storage key of a visitor's cart. */
export const LOCAL_CART_KEY = 'cart'
