import { COUNTRIES } from '../kernel/regions.ts'

/** The most destinations of one delivery method. */
export const MAX_DESTINATIONS = 250

interface DestinationProblem {
  /** The position of the wrong text. */
  index: number
  kind: 'country_unknown' | 'postal_invalid' | 'twice'
}

/**
 * Returns destinations in their stored form, `DE` or `DE:10` (postal codes that begin with 10), from texts in any case with
 * blanks and hyphens; the first wrong text instead if there is one.
 */
export function parseDestinations(
  texts: readonly string[],
): { destinations: string[] } | { problem: DestinationProblem } {
  const destinations = new Set<string>()
  for (const [index, text] of texts.entries()) {
    const colon = text.indexOf(':')
    const country = (colon < 0 ? text : text.slice(0, colon)).trim().toUpperCase()
    if (!COUNTRIES.includes(country)) return { problem: { index, kind: 'country_unknown' } }
    const prefix = colon < 0 ? '' : plainPostalCode(country, text.slice(colon + 1))
    if (colon >= 0 && !/^[A-Z\d]{1,10}$/.test(prefix)) return { problem: { index, kind: 'postal_invalid' } }
    const destination = colon < 0 ? country : `${country}:${prefix}`
    if (destinations.has(destination)) return { problem: { index, kind: 'twice' } }
    destinations.add(destination)
  }
  return { destinations: [...destinations] }
}

/** Returns whether destinations name a place. An unknown country is named by none. */
export function namesPlace(destinations: readonly string[], country: string | null, postalCode: string): boolean {
  if (country === null) return false
  // Some write 01.310-100 or 〒100-0001.
  const place = `${country}:${plainPostalCode(country, postalCode).replaceAll(/[^\p{L}\p{N}]/gu, '')}`
  return destinations.some((one) => one === country || (one.includes(':') && place.startsWith(one)))
}

/** Returns a postal code in capitals without blanks, hyphens, and the country before it as in `D-10115` and `LV1010`. */
function plainPostalCode(country: string, text: string): string {
  const code = text.normalize('NFKC').toUpperCase().trim()
  const [start = '', letters, gap] = /^([A-Z]{1,2})([\s\p{Pd}]*)(?=\d|$)/u.exec(code) ?? []
  const isCountry = letters === country || (letters === country[0] && gap !== '')
  return code.slice(isCountry ? start.length : 0).replaceAll(/[\s\p{Pd}]/gu, '')
}
