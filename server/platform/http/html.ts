import { currentLanguage } from '../../../shared/kernel/language.ts'
import { LANGUAGES } from '../../../shared/kernel/languages.ts'
import { marketFacts } from '../../../shared/kernel/market-facts.ts'
import type { ColorToken, ThemedColor } from '../../../shared/market/contrast.ts'

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that needs no escaping. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** Returns a template as HTML: text values are escaped, `Html` is inserted unchanged, lists are joined. */
export function html(parts: TemplateStringsArray, ...values: (string | number | Html | Html[])[]): Html {
  let text = parts[0] ?? ''
  for (const [index, value] of values.entries()) text += textOf(value) + (parts[index + 1] ?? '')
  return new Html(text)
}

function textOf(value: string | number | Html | Html[]): string {
  if (value instanceof Html) return value.text
  if (Array.isArray(value)) return value.map(({ text }) => text).join('\n')
  return escapeText(String(value))
}

function escapeText(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text
}

// The colors are those of web/styles.css.
const ownStyle = () =>
  new Html(`<style>
:root { color-scheme: light dark }
html { background: repeating-linear-gradient(90deg, #d7301f 0 1rem, #ffe3df 0 2rem) 0 0 / 100% .5rem no-repeat light-dark(#ffffff, #0f100e) }
body { color: light-dark(#14130f, #f2f2ed); font: 16px/1.5 system-ui, sans-serif; margin: 2.5rem auto 2rem; padding: 0 1rem }
h1 { font: 700 1.75rem/1.15 system-ui, sans-serif; letter-spacing: -.02em; overflow-wrap: anywhere; margin: 0 0 1rem }
a { color: var(--color-brand, light-dark(#14693f, #7fd0a4)) }
button, .step a { display: inline-block; background: var(--color-accent, light-dark(#d7301f, #ff7a66)); color: var(--color-on-accent, light-dark(#ffffff, #2a0903)); border: 1px solid transparent; border-radius: 4px; padding: .75rem 1.5rem; font: inherit; font-weight: 600; margin-top: .5rem; text-decoration: none; cursor: pointer }
:focus-visible { outline: 2px solid var(--color-brand, light-dark(#14693f, #7fd0a4)); outline-offset: 2px }
${lookStyle()}</style>`)

/** Returns a page of the server's own: without scripts or other files, and not for search engines. */
export function plainPage({ title, style, main }: { title: string; style: Html; main: Html }): string {
  const language = currentLanguage()
  return html`<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${ownStyle()}
${style}
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`.text
}

/** Returns the style sheet of the colors that admins have chosen, for pages of the server's own; empty without any. */
const lookStyle = (): string => marketFacts().style ?? ''

/** Returns both themes' values of a color that follows from a chosen one; undefined for a standard one. */
export function chosenColor(token: ColorToken): ThemedColor | undefined {
  const colors = lookStyle().matchAll(/--color-([a-z-]{1,30}):light-dark\((#\w+),(#\w+)\)/g)
  const [, , light, dark] = [...colors].find(([, name]) => name === token) ?? []
  return light && dark ? [light, dark] : undefined
}
