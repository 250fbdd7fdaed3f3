import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES, LANGUAGES } from '../../../shared/kernel/languages.ts'
import { COUNTRIES, ENGLISH_LOCALES } from '../../../shared/kernel/regions.ts'
import { countryOf } from './countries.ts'

/** Names of the package in its languages, aliases, codes, and what buyers make of them. */
const SPELLINGS = {
  AE: 'UAE | Emirates | สหรัฐอาหรับเอมิเรตส์ | Apvienotie Arābu Emirāti | united arab emirates | ОАЭ',
  AG: 'Antigua | Antigua & Barbuda | Antigua and Barbuda',
  AM: 'l-Armenja | آرمینیا | Arménie | ARM',
  AR: 'Argentina | Аргенціна | Արգենտինա | argentine',
  AT: 'AT | aut | Austria | AUSTRIA. | Österreich | Osterreich | Oesterreich | ÖSTERREICH | Ö s t e r r e i c h | اتریش | النمسا',
  AU: 'Australia | Ástralía | aus',
  AZ: 'Azerbaijan | Acerbaixán | Azərbaycan',
  BA: 'Bosnia | Bosnia & Herzegovina | Bosnia-Herzegovina | Bosnien und Herzegowina | Босна и Херцеговина',
  BE: 'Belgium | เบลเยียม | Beļģija | Belgique | België | Belgie | Bỉ',
  BG: 'Bulgaria | بلغاريا | Bugarska | България',
  BN: 'Brunei | Brunei Darussalam',
  BR: 'Brazil | البرازيل | Brasil | brésil | Bresil',
  CA: 'Canada | Canadá | CAN | कनाडा | Канада',
  CD: 'DRC | DR Congo | D.R. Congo | Zaire | Congo-Kinshasa | Congo - Kinshasa | Democratic Republic of the Congo | Congo, Democratic Republic of the | 콩고 민주 공화국',
  CG: 'Congo | Congo - Brazzaville | Republic of the Congo | Конго-Браззавил',
  CH: 'Switzerland | Schweiz | Suisse | Svizzera | スイス | Elveția | Elvetia | che',
  CI: "Ivory Coast | IVORY COAST | Côte d'Ivoire | Côte d’Ivoire | Cote d Ivoire | Кот-д’Ивуар | Bregu i Fildishtë",
  CN: '中国 | 中華人民共和国 | China | Kina | Kitajska | PRC',
  CV: 'Cape Verde | Cabo Verde',
  CZ: 'Czechia | Czech Republic | The Czech Republic | Česko | Cesko | Tschechien | झेक प्रजासत्ताक',
  DE: 'DE | de | D.E. | deu | Germany | germany | GERMANY |  Germany | Ger-many | Deutschland | BRD | Federal Republic of Germany | Allemagne | Alemania | Duitsland | Tyskland | גרמניה | ドイツ | 德国 | Đức | Германия | ＤＥ',
  DK: 'Denmark | Danmark | 덴마크 | Dänemark | danemark',
  EE: 'Eesti | Estonya | എസ്റ്റോണിയ | Estland',
  EG: 'Egypt | Egipt | Եգիպտոս | مصر',
  ES: 'Spain | España | ESPANA | espana | Espagne | Spanjë | Španělsko | İspanya',
  FI: 'Finland | Suomi | Финляндия | பின்லாந்து',
  FK: 'Falklands | Falkland Islands',
  FM: 'Micronesia | Micronesia, Federated States of',
  FO: 'Færøerne | Faeroerne | Faroe Islands',
  FR: 'France | FRA | Frankreich | ফ্রান্স | فرانس | Γαλλία | ΓΑΛΛΙΑ | Prancūzija',
  GB: 'UK | U.K. | u. k. | GB | GBR | United Kingdom | the United Kingdom | Great Britain | Britain | England | Scotland | Wales | Northern Ireland | Vereinigtes Königreich | Royaume-Uni | Birleşik Krallık | 英国 | Suurbritannia',
  GE: 'Georgia | گرجستان | जॉर्जिया',
  GM: 'Gambia | The Gambia | Republic of The Gambia',
  GR: 'Greece | Ελλάδα | ΕΛΛΑΔΑ | Grecia | Հունաստան',
  HK: 'Hong Kong | Hongkong | Hong Kong SAR China | 香港',
  HR: 'Croatia | Hrvatska | Kroatien | Republiek Kroatië',
  HU: 'Hungary | Magyarország | Magyarorszag | Hongaarse Republiek',
  ID: 'Indonesia | إندونيسيا | Indonezija',
  IE: 'Ireland | Eire | Éire | Republic of Ireland | Irland | आयर्लंड',
  IL: 'Israel | İsrail | Iisrael | ഇസ്രായേൽ',
  IN: 'India | Indien | भारत | 인도',
  IQ: 'Irak | l-Iraq | عراق',
  IR: 'Iran | Islamic Republic of Iran | Iran, Islamic Republic of | इराण',
  IS: 'Iceland | Ísland | Island | ไอซ์แลนด์',
  IT: 'Italy | Italia | ITALIA | Italien | イタリア | Ý',
  JP: 'Japan | 日本 | জাপান | Япония',
  KE: 'Kenya | 케냐',
  KN: 'Saint Kitts | St. Kitts | St Kitts and Nevis | Saint Kitts & Nevis',
  KP: 'North Korea | DPRK | D.P.R.K.',
  KR: 'South Korea | Korea | Korea, Republic of | Republic of Korea | 한국 | Südkorea | Jižní Korea',
  KZ: 'Kazakhstan | קזחסטן | Kazakstan',
  LA: 'Laos',
  LK: 'Ceylon | Sri Lanka | ശ്രീലങ്ക',
  LT: 'Lithuania | il-Litwanja | Lituanie | Lietuva',
  LV: 'Latvia | Łotwa | Lotwa | لتونی',
  MA: 'Morocco | Fas | Marokkó | মরোক্কো',
  MD: 'Moldova | Moldova, Republic of',
  MF: 'Saint Martin | St. Martin',
  MK: 'Macedonia | FYROM | North Macedonia | The Republic of North Macedonia',
  MM: 'Burma | Myanmar | Myanmar (Burma)',
  MO: 'Macau | Macao',
  MX: 'Mexico | México | MEX | מקסיקו',
  MY: 'MY | my | Malaysia',
  NG: 'Nigeria | NGA | Nigérie',
  NL: 'Holland | HOLLAND | Netherlands | The Netherlands | the netherlands | NL | N.L. | Nederland | Niederlande | Pays-Bas | Pays Bas | நெதர்லாந்து | 荷兰',
  NO: 'Norway | Norge | Norsko | Норвегия',
  NZ: 'New Zealand | NewZealand | new-zealand | ニュージーランド | Novi Zeland',
  PH: 'Philippines | The Philippines | Ֆիլիպիններ',
  PL: 'Poland | Polska | Polen | Polonya | പോളണ്ട്',
  PS: 'Palestine | Palästina | State of Palestine',
  PT: 'Portugal | 포르투칼',
  RO: 'Romania | România | רומניה',
  RS: 'Serbia | Србија | Serwië',
  RU: 'Russia | Russian Federation | The Russian Federation | Россия | Russland | RUS',
  SE: 'Sweden | Sverige | Schweden | スウェーデン',
  SI: 'Slovenia | Slovenija',
  SK: 'Slovakia | is-Slovakkja | Slovaquie',
  SX: 'Saint Maarten | St. Maarten | Sint Maarten',
  SY: 'Syria | Syrian Arab Republic',
  SZ: 'Swaziland | Eswatini',
  TH: 'Thailand | ไทย | Thái Lan',
  TL: 'East Timor | Timor-Leste',
  TR: 'Turkey | Türkiye | TURKIYE | Turkiye | Türkei | Tyrkland',
  TT: 'Trinidad | Tobago | Trinidad & Tobago',
  TZ: 'Tanzania | United Republic of Tanzania | Tanzania, United Republic of',
  UA: 'Ukraine | The Ukraine | Україна | Ukraina',
  US: "US | U.S. | USA | U.S.A. | u.s.a | US of A | America | United States | United  States | united states of america | The United States of America | The States | États-Unis d'Amérique | Estados Unidos | Vereinigte Staaten | Mỹ",
  VA: 'Vatican | Vatican City | Holy See',
  VC: 'Saint Vincent | St. Vincent | St Vincent and the Grenadines',
  VN: 'Vietnam | Viet Nam | Việt Nam | Viëtnam',
  XK: 'Kosovo | XK | XKK | Kosova | Kosovë | Косово | Republic of Kosovo | Kosovo, Republic of | 科索沃',
  ZA: 'South Africa | 南アフリカ | Südafrika | ЮАР',
}

test('a buyer may write a country as a code or as its name in any language, in 300 spellings', () => {
  const all = Object.entries(SPELLINGS).flatMap(([code, texts]) => texts.split(' | ').map((text) => ({ text, code })))
  expect(all.length).toBeGreaterThanOrEqual(300)
  expect(all.map(({ text }) => ({ text, code: countryOf(text, 'en') }))).toEqual(all)
})

test('every code and every name that a page suggests is understood in every language of the marketplace', () => {
  const locales = [...LANGUAGE_CODES.map((language) => LANGUAGES[language].locale), ...ENGLISH_LOCALES]
  const wrong = locales.flatMap((locale) => {
    const names = new Intl.DisplayNames(locale, { type: 'region' })
    return COUNTRIES.filter((code) => countryOf(code, 'en') !== code || countryOf(`${names.of(code)}`, 'en') !== code)
  })
  expect(wrong).toEqual([])
})

test.each([
  ['the English name wins', 'Congo', 'de', 'CG'],
  ['then the language of the marketplace', 'Kongo', 'de', 'CD'],
  ['then the first language', 'Kongo', 'en', 'CG'],
  ['a code stands before a name without its accents', 'MY', 'vi', 'MY'],
])('a name of several countries has one meaning: %s', (_, text, language, code) => {
  expect(countryOf(text, language)).toBe(code)
})

test('nothing is understood from a text that names no country', () => {
  for (const text of '|  |.|,|the|Narnia|XX|12|Germany, Berlin, Mitte|\ud800|\0|DE10'.split('|'))
    expect(countryOf(text), text).toBeNull()
  for (const text of ['Germany ', ',', '&', '\u0301', 'ﷺ']) expect(countryOf(text.repeat(10_000)), text).toBeNull()
})

test('any text is a country of the list or none', () => {
  const known = [null, ...COUNTRIES]
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme' }),
    fc
      .array(fc.constantFrom('the', 'De', ',', '.', ' ', 'Congo', '__proto__', 'constructor', 'ß'))
      .map((all) => all.join('')),
  )
  fc.assert(
    fc.property(texts, fc.constantFrom('en', 'de', 'en-XA', '', '../x'), (text, language) =>
      known.includes(countryOf(text, language)),
    ),
    {
      numRuns: 1_000,
    },
  )
})
