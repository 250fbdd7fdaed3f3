import { byLocale } from '../kernel/language.ts'

const formatIn = (unit: 'gram' | 'kilogram') =>
  byLocale((locale) => new Intl.NumberFormat(locale, { style: 'unit', unit, maximumFractionDigits: 3 }))
const [gramFormat, kilogramFormat] = [formatIn('gram'), formatIn('kilogram')]

/** Formats a weight in grams: `250 g`, `1.5 kg`. */
export function formatWeight(grams: number): string {
  return grams < 1000 ? gramFormat().format(grams) : kilogramFormat().format(grams / 1000)
}

/** Returns a weight in grams as a text that `readWeight` understands in every language. */
export function typedWeight(grams: number): string {
  return grams < 1000 ? `${grams} g` : `${grams / 1000} kg`
}

/** Parses typed kilograms like `2` or `1,5`; undefined for anything else, such as parts of a gram. */
export function readKilograms(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim()
  if (!/^(?:\d+(?:[.,]\d{0,3})?|[.,]\d{1,3})$/.test(typed)) return undefined
  return Math.round(Number(typed.replace(',', '.')) * 1000)
}

/** Parses a typed weight with its unit like `250 g` or `1,5 kg`, in grams; undefined for anything else. */
export function readWeight(text: string): number | undefined {
  const typed = text.normalize('NFKC').trim().toLowerCase()
  if (typed.endsWith('kg')) return readKilograms(typed.slice(0, -'kg'.length))
  const number = typed.endsWith('g') ? typed.slice(0, -1).trim() : ''
  return /^\d+$/.test(number) ? Number(number) : undefined
}
