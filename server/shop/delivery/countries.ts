import { readFileSync } from 'node:fs'
import codes from 'i18n-iso-countries/codes.json' with { type: 'json' }
import supportedLocales from 'i18n-iso-countries/supportedLocales.json' with { type: 'json' }
import { plainName } from '../../../shared/delivery/country-names.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { LANGUAGE_CODES, LANGUAGES, SOURCE_LANGUAGE } from '../../../shared/kernel/languages.ts'
import { COUNTRIES } from '../../../shared/kernel/regions.ts'
import { MAX_SHIPPING_FIELD_LENGTH } from '../../../shared/orders/constants.ts'

/** Names in use that the package may lack, and those that it has for several countries. */
const ALIASES = {
  AE: 'Emirates',
  AG: 'Antigua',
  AT: 'Oesterreich',
  BA: 'Bosnia',
  BN: 'Brunei',
  CD: 'DR Congo, DRC, Congo Kinshasa, Zaire',
  CG: 'Congo, Congo Brazzaville',
  CI: 'Ivory Coast',
  CN: 'PRC',
  CV: 'Cape Verde',
  CZ: 'Czechia, Czech Republic',
  DE: 'Federal Republic of Germany, BRD',
  FK: 'Falklands',
  FM: 'Micronesia',
  GB: 'UK, Britain, Great Britain, England, Scotland, Wales, Northern Ireland',
  HK: 'Hong Kong',
  IE: 'Republic of Ireland, Eire',
  KN: 'Saint Kitts',
  KP: 'North Korea, DPRK',
  KR: 'South Korea, Korea, 한국',
  LA: 'Laos',
  LK: 'Ceylon',
  MD: 'Moldova',
  MF: 'Saint Martin',
  MK: 'Macedonia, FYROM',
  MM: 'Burma, Myanmar',
  MO: 'Macau',
  NL: 'Holland',
  RU: 'Russia',
  SX: 'Saint Maarten',
  SY: 'Syria',
  SZ: 'Swaziland',
  TL: 'East Timor',
  TR: 'Turkey',
  TT: 'Trinidad, Tobago',
  TZ: 'Tanzania',
  US: 'USA, US of A, America, United States, The States',
  VA: 'Vatican, Vatican City, Holy See',
  VC: 'Saint Vincent',
  VN: 'Vietnam, Viet Nam',
  XK: 'Republic of Kosovo',
}

interface PackageFile {
  countries: Record<string, string | string[]>
}

const PACKAGE_LANGUAGES = supportedLocales.toSorted()
const FOLDER = new URL('langs/', import.meta.resolve('i18n-iso-countries/codes.json'))
/** Country codes by normalized name, of each language that was needed. */
const namesByLanguage = new Map<string, ReadonlyMap<string, string>>()
const knownCodes = new Map(
  codes.flatMap(([alpha2 = '', alpha3 = '']) => [alpha2, alpha3].map((code) => [code, alpha2])),
)

/**
 * Returns the ISO 3166-1 alpha-2 code of a country from its code of two or three letters or its name in any language,
 * whatever its case, accents and punctuation; null for other texts. A name of several countries means the one that it has
 * in English, else in the given language, else in the first language by code. The first name that is not English reads
 * those of all languages: 60 ms once, and 2 MB from then on.
 */
export function countryOf(text: string, language: string = currentLanguage()): string | null {
  if (text.length > MAX_SHIPPING_FIELD_LENGTH) return null
  // With its accents: "Mỹ" are the United States, "MY" is Malaysia.
  const code = text.normalize('NFKC').toUpperCase().replaceAll(/[\s.]/g, '')
  const [name = '', before, ...more] = text.split(',')
  const found =
    knownCodes.get(code) ??
    countryNamed(text, language) ??
    // As in "Tanzania, United Republic of".
    (before && more.length === 0 ? countryNamed(`${before} ${name}`, language) : undefined)
  return found && COUNTRIES.includes(found) ? found : null
}

function countryNamed(text: string, language: string): string | undefined {
  const name = plainName(text)
  if (name === '') return
  for (const one of new Set([SOURCE_LANGUAGE, language, ...PACKAGE_LANGUAGES])) {
    const code = namesIn(one).get(name)
    if (code) return code
  }
}

function namesIn(language: string): ReadonlyMap<string, string> {
  const present = namesByLanguage.get(language)
  if (present) return present
  const names = new Map<string, string>()
  for (const [code, texts] of readNames(language)) {
    for (const text of texts) {
      const name = plainName(text)
      if (!names.has(name)) names.set(name, code)
    }
  }
  namesByLanguage.set(language, names)
  return names
}

function readNames(language: string): [code: string, names: string[]][] {
  const aliases = language === SOURCE_LANGUAGE ? Object.entries(ALIASES) : []
  return [
    ...aliases.map(([code, names]): [string, string[]] => [code, names.split(', ')]),
    ...packageNames(language),
    ...suggestedNames(language),
  ]
}

function packageNames(language: string): [code: string, names: string[]][] {
  if (!PACKAGE_LANGUAGES.includes(language)) return []
  const file: PackageFile = JSON.parse(readFileSync(new URL(`${language}.json`, FOLDER), 'utf8'))
  return Object.entries(file.countries).map(([code, names]) => [code, [names].flat()])
}

/** Returns the names that pages of this language suggest, and short ones such as "Palästina". */
function suggestedNames(language: string): [code: string, names: string[]][] {
  const code = LANGUAGE_CODES.find((one) => one === language)
  if (!code) return []
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(LANGUAGES[code].locale, { type: 'region', style }),
  )
  return COUNTRIES.map((country) => [country, styles.map((names) => names.of(country) ?? country)])
}
