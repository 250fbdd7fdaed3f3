import { byLocale } from '../kernel/language.ts'

const averageFormat = byLocale(
  (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
)

/** Formats the average of ratings, which has one decimal: `4.0`. */
export function formatAverage(average: number): string {
  return averageFormat().format(average)
}
