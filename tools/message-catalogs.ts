import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definedTexts } from '../shared/kernel/define-messages.ts'
import type { Texts } from '../shared/kernel/format-message.ts'

const ROOT = join(import.meta.dirname, '..')

/** Returns the paths of the files with texts. */
export function catalogFiles(): string[] {
  const files = globSync(['shared/*/*messages.ts', 'shared/*/{*errors,refusals}.ts', 'sandbox/messages.ts'], {
    cwd: ROOT,
  })
  const defining = /kernel\/(define|compiled|format)-/
  return files
    .filter((file) => !defining.test(file))
    .sort()
    .map((file) => join(ROOT, file))
}

/** Returns the English texts of all catalogs, by name. */
export async function readCatalogs(): Promise<Readonly<Record<string, Texts>>> {
  for (const file of catalogFiles()) await import(pathToFileURL(file).href)
  // Sorted, as the order of imports varies.
  return Object.fromEntries(Object.entries(definedTexts()).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** The texts of a language; untranslated ones are null. */
export interface Translation {
  [name: string]: string | null | Translation
}

/** Returns the address of a language's texts. */
export function translationFile(language: string): URL {
  return new URL(`../shared/translations/${language}.json`, import.meta.url)
}
