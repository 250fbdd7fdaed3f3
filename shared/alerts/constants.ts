/** Products of which one buyer can wait to be back. */
export const MAX_STOCK_ALERTS = 100
/** After this time a buyer no longer waits. */
export const STOCK_ALERT_DAYS = 365
