import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

// Two comments tie the mutations to the source, wherever it moves:
//   // guard: NAME     at the end of a line marks that line; on a line of its own, the statement below it
//   // catches: NAME   marks the test below it as one that must fail with the mutation NAME (several: with commas)

export const ROOT = resolve(import.meta.dirname, '../..')

const GUARD = /\/\/ guard: ([a-z-]+)$/
const CATCHES = /^\s*\/\/ catches: ([a-z, -]+)$/
/** Matches the title after `test(` or `test.each(…)(`, up to the first placeholder. */
const TITLE = /(?:\btest|\))\(\s*(['"`])([^\n]*?)(?:\1,|\$[a-z{]|%[sjdi])/

/** A test that must fail with a mutation. */
export interface CatchingTest {
  mutation: string
  file: string
  title: string
}

/** Returns the names of the guards in a source, in order. */
export function guardsIn(source: string): string[] {
  return source.split('\n').flatMap((line) => line.match(GUARD)?.[1] ?? [])
}

/** Returns the source with the guards of a mutation replaced. */
export function mutate(source: string, { replacements }: Mutation): string {
  const guards = guardsIn(source)
  return Object.entries(replacements)
    .filter(([guard]) => guards.includes(guard))
    .reduce((text, [guard, code]) => replaceGuarded(text, guard, code), source)
}

function replaceGuarded(source: string, guard: string, replacement: Mutation['replacements'][string]): string {
  const lines = source.split('\n')
  const at = lines.findIndex((line) => line.match(GUARD)?.[1] === guard)
  const marked = (lines[at] ?? '').replace(GUARD, '')
  const isAlone = marked.trim() === ''
  const end = isAlone ? endOfStatement(lines, at + 1) : at + 1
  const guarded = isAlone ? lines.slice(at + 1, end).join('\n') : marked
  lines.splice(at, end - at, typeof replacement === 'string' ? replacement : replacement(guarded))
  return lines.join('\n')
}

/** Returns the index after a formatted statement, which includes indented lines and closing brackets. */
function endOfStatement(lines: readonly string[], start: number): number {
  const depth = (line = '') => line.search(/\S/)
  const first = depth(lines[start])
  let end = start + 1
  while (depth(lines[end]) > first || (depth(lines[end]) === first && /^[)}\]`]/.test(lines[end]?.trim() ?? ''))) end++
  return end
}

/** Returns the marked tests of a test file. Throws when no title follows a mark. */
export function catchingTestsIn(file: string, text: string): CatchingTest[] {
  const lines = text.split('\n')
  return lines.flatMap((line, index) => {
    const names = line.match(CATCHES)?.[1]?.split(', ')
    if (!names) return []
    const title = lines
      .slice(index + 1)
      .join('\n')
      .match(TITLE)?.[2]
    if (!title) throw new Error(`${file}:${index + 1}: no test follows ${line.trim()}`)
    return names.map((mutation) => ({ mutation, file, title }))
  })
}

/** Returns all source files of the product. */
export function productSources(): { file: string; text: string }[] {
  return filesBelow(['shared', 'db', 'demo', 'server', 'sandbox', 'web']).filter(({ file }) => !isTest(file))
}

/** Returns all tests with a `// catches:` comment. */
export function catchingTests(): CatchingTest[] {
  return filesBelow(['shared', 'db', 'demo', 'server', 'sandbox', 'web', 'tests', 'cli', 'chaos'])
    .filter(({ file }) => isTest(file))
    .flatMap(({ file, text }) => catchingTestsIn(file, text))
}

function isTest(file: string): boolean {
  return /\.test\.tsx?$/.test(file)
}

function filesBelow(folders: readonly string[]): { file: string; text: string }[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

/** A fault: the code of some guards against races, replaced by code that ignores concurrent requests. */
export interface Mutation {
  /** Referenced by `// catches: <name>` above each test that must fail with the mutation. */
  name: string
  /** Describes the fault. */
  does: string
  /** Replacements by guard for the code that `// guard: <guard>` marks; `''` deletes it. */
  replacements: Readonly<Record<string, string | ((guarded: string) => string)>>
}
