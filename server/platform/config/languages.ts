import { readFile } from 'node:fs/promises'
import { currentContext } from '../../../db/request-context.ts'
import { addTranslation, definedTexts } from '../../../shared/kernel/define-messages.ts'
import type { Texts } from '../../../shared/kernel/format-message.ts'
import { setLanguageSource } from '../../../shared/kernel/language.ts'
import { type LanguageCode, SOURCE_LANGUAGE } from '../../../shared/kernel/languages.ts'

const FOLDER = new URL('../../../shared/translations/', import.meta.url)

/** Loads the texts of a marketplace's languages, and selects that of the request; the first is the default. */
export async function openLanguages([first, ...more]: readonly [LanguageCode, ...LanguageCode[]]): Promise<void> {
  for (const language of [first, ...more])
    if (language !== SOURCE_LANGUAGE) addTranslation(language, await textsOf(language))
  setLanguageSource(() => currentContext()?.language ?? first)
}

async function textsOf(language: LanguageCode): Promise<Readonly<Record<string, Texts>>> {
  if (language !== 'en-XA') return JSON.parse(await readFile(new URL(`${language}.json`, FOLDER), 'utf8'))
  const { pseudoTexts } = await import('../../../shared/translations/pseudo.ts')
  return pseudoTexts(definedTexts())
}
