import { marketFacts, STANDARD_FACTS } from '../kernel/market-facts.ts'

/** The name of the product, and of a marketplace whose admins have given it no other. */
export const SHOP_NAME = STANDARD_FACTS.name

/** Returns the name of the marketplace in pages, mails and machine-readable data. */
export const shopName = (): string => marketFacts().name
