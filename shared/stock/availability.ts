/** The states in the words of search engines: https://schema.org/ItemAvailability. */
export const STOCK_AVAILABILITY = {
  in: 'https://schema.org/InStock',
  low: 'https://schema.org/LimitedAvailability',
  out: 'https://schema.org/OutOfStock',
  backorder: 'https://schema.org/BackOrder',
} as const
