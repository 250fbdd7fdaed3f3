/** Beyond this number, new products replace the oldest. */
export const MAX_SAVED_PRODUCTS = 500
/** Local storage key of a visitor's wish list. */
export const LOCAL_SAVED_KEY = 'saved'
