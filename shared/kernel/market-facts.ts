import type { Currency, EnglishLocale } from './regions.ts'

/** The facts about the marketplace that texts in every place depend on. */
export interface MarketFacts {
  name: string
  currency: Currency
  locale: EnglishLocale
  /** An IANA time zone. */
  time_zone: string
  /** The chosen colors as a style sheet; absent for the standard ones, and in pages. */
  style?: string | undefined
}

export const STANDARD_FACTS: MarketFacts = { name: 'Openstall', currency: 'USD', locale: 'en-US', time_zone: 'UTC' }

let source = () => STANDARD_FACTS

/** Sets the function that returns the facts of the marketplace whose texts are written. */
export function setFactsSource(readFacts: () => MarketFacts): void {
  source = readFacts
}

/** Returns the facts of the marketplace. */
export const marketFacts = (): MarketFacts => source()
