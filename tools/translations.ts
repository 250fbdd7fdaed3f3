import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { onlyArgument, print, runCommand } from '../cli/frame/run-command.ts'
import type { Texts } from '../shared/kernel/format-message.ts'
import { readCatalogs, type Translation, translationFile } from './message-catalogs.ts'

const USAGE =
  'npm run translations -- <language>   adds the texts that the file of a language lacks, as null, and removes those that are gone'

await runCommand(USAGE, { allowPositionals: true }, async (args) => {
  const file = translationFile(onlyArgument(args))
  const present = existsSync(file) ? JSON.parse(await readFile(file, 'utf8')) : {}
  const translation = updated(await readCatalogs(), present)
  await writeFile(file, `${JSON.stringify(translation, null, 2)}\n`)
  print(`${countMissing(translation)} texts are to be translated.`)
})

function updated(english: Texts, present: Translation): Translation {
  const entries = Object.entries(english).map(([name, text]) => {
    const own = present[name]
    if (typeof text === 'string') return [name, typeof own === 'string' ? own : null]
    return [name, updated(text, typeof own === 'object' && own ? own : {})]
  })
  return Object.fromEntries(entries)
}

function countMissing(translation: Translation | null | string): number {
  if (translation === null) return 1
  return typeof translation === 'string'
    ? 0
    : Object.values(translation).reduce((sum: number, text) => sum + countMissing(text), 0)
}
