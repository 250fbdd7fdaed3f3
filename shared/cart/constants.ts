export const MAX_CART_LINES = 100
export const MAX_LINE_QUANTITY = 999
/** How long removed lines can be brought back. */
export const UNDO_REMOVAL_SECONDS = 6
/** Local storage key of a visitor's cart. */
export const LOCAL_CART_KEY = 'cart'
