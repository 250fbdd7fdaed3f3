import { byLocale } from '../kernel/language.ts'

const formatIn = (unit: 'gram' | 'kilogram') =>
  byLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 }))
const [gramFormat, kilogramFormat] = [formatIn('gram'), formatIn('kilogram')]

/** Formats a weight in grams: `250 g`, `1.5 kg`. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? gramFormat().format(grams) : kilogramFormat().format(grams / 1000)
}

/** The sign between thousands. */
const groupSign = byLocale(
  (locale) => new Intl.NumberFormat(locale).formatToParts(10_000).find(({ type }) => type === 'group')?.value,
)

/** Returns a weight in grams as a text that `readWeight` understands in the current language. */
export function typedWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${typedKilograms(grams)} kg`
}

/** Returns a weight in grams as a text that `readKilograms` understands in the current language. */
export function typedKilograms(grams: number): string {
  return String(grams / 1000).replace('.', groupSign() === '.' ? ',' : '.')
}

/**
 * Parses typed kilograms like `2` or `1,5`; undefined for anything else, such as parts of a gram, and what may mean thousands: in
 * English `1,000`, in German `1.000`.
 */
export function readKilograms(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim()
  if (!/^(?:\d+(?:[.,]\d{0,3})?|[.,]\d{1,3})$/.test(typed)) return undefined
  const [, sign] = /^[1-9]\d{0,2}([.,])\d{3}$/.exec(typed) ?? []
  if (sign !== undefined && sign === groupSign()) return undefined
  return Math.round(Number(typed.replace(',', '.')) * 1000)
}

/** Parses a typed weight with its unit like `250 g` or `1,5 kg`, in grams; undefined for anything else. */
export function readWeight(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  if (typed.endsWith('kg')) return readKilograms(typed.slice(0, -'kg'.length))
  const number = typed.endsWith('g') ? typed.slice(0, -1).trim() : ''
  return /^\d+$/.test(number) ? Number(number) : undefined
}
