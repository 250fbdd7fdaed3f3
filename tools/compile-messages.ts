import { readFileSync } from 'node:fs'
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import type { Texts } from '../shared/kernel/format-message.ts'
import { type LanguageCode, SOURCE_LANGUAGE } from '../shared/kernel/languages.ts'
import { pseudoText } from '../shared/translations/pseudo.ts'

/** The part of a syntax tree that catalogs consist of (https://github.com/estree/estree). */
interface Node {
  type: string
  start: number
  end: number
  name?: string
  value?: unknown
  expression?: Node
  properties?: Node[]
  key?: Node
}

interface Call extends Node {
  callee: Node
  arguments: Node[]
}

interface Edit {
  start: number
  end: number
  text: string
}

const CATALOG = /^import \{[^}]*\bdefine(?:Messages|Errors)\b[^}]*\} from '(\S+)\/define-messages\.ts'/m

/** Replaces the texts of `defineMessages` and `defineErrors` by those of a language, compiled. */
export function compiledMessages(language: LanguageCode): Plugin {
  const translation = readTranslation(language)

  function translate(text: string, path: readonly string[]): string {
    if (language === 'en-XA') return pseudoText(text)
    const found = path.reduce<Texts | string | undefined>(
      (texts, name) => (typeof texts === 'object' ? texts[name] : undefined),
      translation,
    )
    return typeof found === 'string' ? found : text
  }

  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { code: CATALOG },
      handler(code, id) {
        const imported = CATALOG.exec(code)
        if (!imported) return
        const program = this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' })
        const codeOf = ({ start, end }: Node) => code.slice(start, end)
        const edits = callsOf(program).flatMap((call) => editsOf(call, { translate, codeOf }))
        const [line, folder] = imported
        edits.push(
          replacing(
            imported.index,
            imported.index + line.length,
            `import * as icu from '${folder}/compiled-messages.ts'`,
          ),
        )
        return { code: withEdits(code, edits), map: null }
      },
    },
  }
}

function readTranslation(language: LanguageCode): Texts {
  if (language === SOURCE_LANGUAGE || language === 'en-XA') return {}
  return JSON.parse(readFileSync(new URL(`../shared/translations/${language}.json`, import.meta.url), 'utf8'))
}

type Translate = (text: string, path: readonly string[]) => string

/** Returns the calls of `defineMessages` and `defineErrors` in a part of a syntax tree. */
function callsOf(part: unknown): Call[] {
  if (Array.isArray(part)) return part.flatMap(callsOf)
  if (typeof part !== 'object' || part === null) return []
  return isCall(part) ? [part] : Object.values(part).flatMap(callsOf)
}

function isCall(part: object): part is Call {
  const { type, callee } = part as Partial<Call>
  return type === 'CallExpression' && (callee?.name === 'defineMessages' || callee?.name === 'defineErrors')
}

interface Source {
  translate: Translate
  /** Returns the code of an expression. */
  codeOf(node: Node): string
}

/** Returns the edits that replace a call by the object of its compiled texts. */
function editsOf({ callee, arguments: given, start, end }: Call, { translate, codeOf }: Source): Edit[] {
  const [catalog, texts, constants] = given
  const path = [String(catalog?.value)]
  if (!texts) throw new Error(`a catalog without texts: ${path}`)
  const fixed = new Map(
    (constants ? propertiesOf(constants, path) : []).map(({ name, value }) => [name, codeOf(value)]),
  )
  const codeOfValue = (name: string) => fixed.get(name) ?? `values[${JSON.stringify(name)}]`
  const edits =
    callee.name === 'defineErrors'
      ? errorEdits(texts, path, translate)
      : messageEdits(texts, path, { translate, codeOfValue })
  return [replacing(start, texts.start, ''), ...edits, replacing(texts.end, end, '')]
}

interface Options {
  translate: Translate
  /** Returns the code of an argument's value. */
  codeOfValue(name: string): string
}

function messageEdits(texts: Node, path: readonly string[], options: Options): Edit[] {
  return propertiesOf(texts, path).flatMap(({ name, value }) => {
    const own = [...path, name]
    if (typeof value.value !== 'string') return messageEdits(value, own, options)
    const text = templateOf(parse(options.translate(value.value, own), { ignoreTag: true }), options.codeOfValue)
    // A translation may leave an argument out.
    return replacing(value.start, value.end, value.value.includes('{') ? `(values) => ${text}` : text)
  })
}

/** Returns the code of a template literal; `count` is that of the plural around it. */
function templateOf(
  elements: readonly MessageFormatElement[],
  codeOfValue: Options['codeOfValue'],
  count = '',
): string {
  const parts = elements.map((element) => {
    if (element.type === TYPE.literal) return element.value.replace(/[`\\$]/g, '\\$&')
    if (element.type === TYPE.pound) return `\${icu.formatNumber(${count})}`
    const value = codeOfValue(element.value)
    const options = (ofCount: string) =>
      'options' in element ? optionsOf(element.options, (option) => templateOf(option, codeOfValue, ofCount)) : ''
    switch (element.type) {
      case TYPE.argument:
        return `\${icu.shownValue(${value})}`
      case TYPE.number:
        return `\${icu.formatNumber(${value})}`
      case TYPE.plural:
        return `\${icu.pluralOption(${value}, ${options(value)})}`
      case TYPE.select:
        return `\${icu.selectOption(${value}, ${options(count)})}`
      default:
        throw new Error(`texts have no dates, times and tags: ${element.value}`)
    }
  })
  return `\`${parts.join('')}\``
}

function optionsOf(
  options: Record<string, { value: MessageFormatElement[] }>,
  codeOf: (elements: MessageFormatElement[]) => string,
): string {
  const codes = Object.entries(options).map(([name, { value }]) => `${JSON.stringify(name)}: ${codeOf(value)}`)
  return `{ ${codes.join(', ')} }`
}

function errorEdits(errors: Node, path: readonly string[], translate: Translate): Edit[] {
  return propertiesOf(errors, path).flatMap(({ name: code, value: definition }) => {
    // The text of `withTextOf` is in a catalog of messages.
    if (definition.type !== 'ObjectExpression') return []
    const text = propertiesOf(definition, [...path, code]).find(({ name }) => name === 'text')?.value
    if (typeof text?.value !== 'string') return []
    return replacing(text.start, text.end, JSON.stringify(translate(text.value, [...path, code])))
  })
}

/** Returns the properties of an object literal, except spread ones. Throws for another expression. */
function propertiesOf(node: Node, path: readonly string[]): { name: string; value: Node }[] {
  const { type, properties = [] } = withoutType(node)
  if (type !== 'ObjectExpression') throw new Error(`neither a text nor an object of texts: ${path.join('.')}`)
  return properties.flatMap(({ key, value }) =>
    key ? { name: String(key.name ?? key.value), value: withoutType(value as Node) } : [],
  )
}

function withoutType(node: Node): Node {
  return node.type === 'TSSatisfiesExpression' && node.expression ? withoutType(node.expression) : node
}

function replacing(start: number, end: number, text: string): Edit {
  return { start, end, text }
}

function withEdits(code: string, edits: Edit[]): string {
  let [edited, at] = ['', 0]
  for (const { start, end, text } of edits.sort((a, b) => a.start - b.start)) {
    edited += code.slice(at, start) + text
    at = end
  }
  return edited + code.slice(at)
}
