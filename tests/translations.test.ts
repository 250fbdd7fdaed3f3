import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { build } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { addTranslation } from '../shared/kernel/define-messages.ts'
import type { Texts } from '../shared/kernel/format-message.ts'
import { setLanguageSource } from '../shared/kernel/language.ts'
import { LANGUAGES, type LanguageCode, SOURCE_LANGUAGE } from '../shared/kernel/languages.ts'
import { pseudoTexts } from '../shared/translations/pseudo.ts'
import { compiledMessages } from '../tools/compile-messages.ts'
import { catalogFiles, readCatalogs, translationFile } from '../tools/message-catalogs.ts'

const english = await readCatalogs()
const languages = Object.keys(LANGUAGES) as LanguageCode[]
const translated = languages.filter((code) => code !== SOURCE_LANGUAGE && code !== 'en-XA')

const textsOf = async (language: LanguageCode): Promise<Readonly<Record<string, Texts>>> =>
  language === 'en-XA' ? pseudoTexts(english) : JSON.parse(await readFile(translationFile(language), 'utf8'))

afterEach(() => setLanguageSource(() => SOURCE_LANGUAGE))

test('every file that defines texts is among those that are translated and compiled', () => {
  const isDefining = (file: string) => /define(?:Messages|Errors)\(\s*'/.test(readFileSync(file, 'utf8'))
  const files = globSync(['shared/**/*.ts', 'sandbox/**/*.ts'], { exclude: ['**/*.test.ts'] })
  const defining = files.filter(isDefining).map((file) => resolve(file))
  expect(defining.filter((file) => !catalogFiles().includes(file))).toEqual([])
})

/** Returns the texts by path: `orders.placed`. */
function byPath(texts: Texts, path = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'object' && text ? [...byPath(text, `${path}${name}.`)] : [[`${path}${name}`, text] as const],
  )
  return new Map(entries)
}

/** Returns the arguments of a text with their kinds, and the values of its `select`s. */
function argumentsOf(elements: readonly MessageFormatElement[]): string[] {
  const found = elements.flatMap((element) => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    const options = 'options' in element ? Object.entries(element.options) : []
    const values = element.type === TYPE.select ? options.map(([name]) => `${element.value} = ${name}`) : []
    return [
      `${element.value}: ${TYPE[element.type]}`,
      ...values,
      ...options.flatMap(([, { value }]) => argumentsOf(value)),
    ]
  })
  return [...new Set(found)].sort()
}

test.each(translated)('%s has every text, with the arguments of the English one', async (language) => {
  const own = byPath(await textsOf(language))
  const wanted = byPath(english)
  expect([...own.keys()]).toEqual([...wanted.keys()])
  const wrong = [...wanted].filter(([path, text]) => {
    const given = own.get(path)
    return typeof given !== 'string' || `${argumentsOf(parse(given))}` !== `${argumentsOf(parse(text))}`
  })
  expect(wrong).toEqual([])
})

/** Returns values for the arguments of a text: each choice once, and counts from none to many. */
function samplesOf(elements: readonly MessageFormatElement[]): Record<string, unknown>[] {
  const names = argumentsOf(elements)
  const choices = names.flatMap((name) => (name.includes(' = ') ? [name.split(' = ') as [string, string]] : []))
  const plain = names.filter((name) => name.includes(': ')).map((name) => name.split(': ') as [string, string])
  return [0, 1, 2, 1234].flatMap((count) => {
    const values = Object.fromEntries(
      plain.map(([name, kind]) => [name, kind === 'plural' || kind === 'number' ? count : `<${name}>`]),
    )
    return [values, ...choices.map(([name, value]) => ({ ...values, [name]: value }))]
  })
}

/** Returns the catalogs as in a build of the pages. */
async function builtCatalogs(language: LanguageCode): Promise<Record<string, object>> {
  const entry = 'virtual:catalogs'
  const code = catalogFiles()
    .map((file) => `export * from '${file}'`)
    .join('\n')
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    define: { __LANGUAGE__: JSON.stringify(language), __LOCALE__: JSON.stringify(LANGUAGES[language].locale) },
    plugins: [
      compiledMessages(language),
      { name: entry, resolveId: (id) => (id === entry ? id : null), load: (id) => (id === entry ? code : null) },
    ],
    build: {
      write: false,
      ssr: true,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
    ssr: { noExternal: true },
  })
  const [chunk] = [result].flat().flatMap((part) => ('output' in part ? part.output : []))
  if (chunk?.type !== 'chunk') throw new Error('nothing was built')
  return import(`data:text/javascript,${encodeURIComponent(chunk.code)}`)
}

/** Returns all texts of a catalog or a part of it, formatted with sample values where they have arguments. */
function shownBy(messages: object, texts: ReadonlyMap<string, string>, path: string): unknown[] {
  return Object.entries(messages).flatMap(([name, message]) => {
    const own = `${path}.${name}`
    if (typeof message === 'object' && message !== null) return shownBy(message, texts, own)
    if (typeof message !== 'function') return [`${own}: ${message}`]
    const samples = samplesOf(parse(texts.get(own) ?? ''))
    return samples.map((values) => `${own}: ${message(values)}`)
  })
}

test.each(languages)('in %s pages show the same texts as the server', async (language) => {
  const own = await textsOf(language === SOURCE_LANGUAGE ? 'en-XA' : language)
  if (language !== SOURCE_LANGUAGE) addTranslation(language, own)
  setLanguageSource(() => language)
  const texts = byPath(english)
  const built = await builtCatalogs(language)
  let compared = 0
  for (const file of catalogFiles().filter((name) => name.endsWith('messages.ts'))) {
    const source: Record<string, unknown> = await import(file)
    for (const [name, messages] of Object.entries(source)) {
      const catalog = name.replace(/Messages$/, '')
      if (!(catalog in english) || typeof messages !== 'object' || !messages) continue
      const shown = shownBy(messages, texts, catalog)
      expect(shownBy(built[name] ?? {}, texts, catalog)).toEqual(shown)
      compared += shown.length
    }
  }
  expect(compared).toBeGreaterThan(2000)
})
