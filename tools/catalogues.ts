import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { definedTexts } from '../shared/kernel/define-messages.ts'
import type { Texts } from '../shared/kernel/format-message.ts'

const ROOT = join(import.meta.dirname, '..')

/** Returns the English texts of all catalogues, by name. */
export async function readCatalogues(): Promise<Readonly<Record<string, Texts>>> {
  const files = globSync(['shared/*/*messages.ts', 'shared/*/errors.ts', 'sandbox/{messages,errors}.ts'], { cwd: ROOT })
  for (const file of files.sort()) await import(pathToFileURL(join(ROOT, file)).href)
  return definedTexts()
}

/** The texts of a language: those that are not translated yet are null. */
export interface Translation {
  [name: string]: string | null | Translation
}

/** Returns the address of a language's texts. */
export function translationFile(language: string): URL {
  return new URL(`../shared/translations/${language}.json`, import.meta.url)
}
