export const MAX_STOCK_ALERTS = 100
export const STOCK_ALERT_DAYS = 365
