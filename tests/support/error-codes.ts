import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** An error code as a source passes it to an error class. */
export interface CodeUse {
  file: string
  /** The literal code; null when the source computes it. */
  code: string | null
  /** The source of the argument. */
  expression: string
}

/** Returns the server's sources without tests, by their path from the root. */
export function serverSources(): Map<string, string> {
  const files = ['server', 'sandbox']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  return new Map(files.toSorted().map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]))
}

/** Returns the code of every AppError, or error of a class derived from it, that the sources create. */
export function errorCodesIn(sources: ReadonlyMap<string, string>): CodeUse[] {
  const codes = codesOfClasses([...sources.values()].join('\n'))
  const created = new RegExp(`new (${[...codes.keys()].join('|')})\\(`, 'g')
  return [...sources].flatMap(([file, text]) =>
    [...text.matchAll(created)].map((match) => {
      const given = codes.get(match[1] ?? '') ?? ''
      const passed = argumentsFrom(text, match.index + match[0].length)
      const expression = typeof given === 'number' ? (passed[given] ?? passed.join()) : given
      return { file, code: literalOf(expression), expression }
    }),
  )
}

/** Returns, for each error class, which of its arguments is the code, or the one code it has. */
function codesOfClasses(text: string): Map<string, number | string> {
  const codes = new Map<string, number | string>([['AppError', 1]])
  // A class may be declared before the one it extends.
  for (let known = 0; known !== codes.size; ) {
    known = codes.size
    for (const [, name = '', base = ''] of text.matchAll(/class (\w+) extends (\w+)/g)) {
      const inherited = codes.get(base)
      if (inherited !== undefined) codes.set(name, ownCode(text, name, inherited))
    }
  }
  return codes
}

function ownCode(text: string, name: string, inherited: number | string): number | string {
  const start = text.indexOf(`class ${name} extends`)
  const body = text.slice(
    start,
    Math.min(...['\n}', '{}\n'].map((end) => text.indexOf(end, start)).filter((at) => at >= 0)),
  )
  const parameters = /constructor\(([^)]*)\)/.exec(body)
  const superCall = /super\(/.exec(body)
  if (!parameters || !superCall || typeof inherited === 'string') return inherited
  const passed = argumentsFrom(body, superCall.index + superCall[0].length)[inherited] ?? ''
  const names = (parameters[1] ?? '').split(',').map((parameter) => parameter.split(/[:=]/)[0]?.trim())
  return literalOf(passed) === null ? names.indexOf(passed) : passed
}

function literalOf(expression: string): string | null {
  return /^'([^']*)'$/.exec(expression)?.[1] ?? null
}

/** Returns the sources of a call's arguments; `from` is just behind its opening bracket. */
function argumentsFrom(text: string, from: number): string[] {
  const found: string[] = []
  let depth = 0
  let start = from
  for (let at = from; at < text.length; at++) {
    const one = text[at] ?? ''
    if (`'"\``.includes(one)) at = endOfText(text, at)
    else if ('([{'.includes(one)) depth++
    else if (depth > 0 && ')]}'.includes(one)) depth--
    else if (depth === 0 && (one === ',' || one === ')')) {
      found.push(text.slice(start, at).trim())
      start = at + 1
      if (one === ')') break
    }
  }
  return found
}

function endOfText(text: string, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== text[from]) at += text[at] === '\\' ? 2 : 1
  return at
}
