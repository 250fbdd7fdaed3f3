import { appMessages, documentMessages } from '../../../shared/app/messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { LANGUAGES } from '../../../shared/kernel/languages.ts'
import { lookStyle } from '../../platform/http/html.ts'

/** Returns the page for failures that no other page can show: no script, no other file, no internals. */
export function errorPage(): string {
  const language = currentLanguage()
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${appMessages.unexpectedError} · ${shopName()}</title>
<style>
  :root { color-scheme: light dark; }
  body { min-height: 100vh; margin: 0; display: grid; place-content: center; gap: 1rem; padding: 1.5rem;
    box-sizing: border-box; text-align: center; font: 1rem/1.5 system-ui, sans-serif;
    background: light-dark(#ffffff, #0f100e); color: light-dark(#14130f, #f2f2ed); }
  h1 { margin: 0; font-size: 1.75rem; }
  p { margin: 0; }
  a { color: var(--color-brand, light-dark(#14693f, #7fd0a4)); }
  ${lookStyle()}
</style>
</head>
<body>
<main>
<h1>${appMessages.unexpectedError}</h1>
<p>${documentMessages.pageNotShown}</p>
<p><a href="/">${appMessages.goHome}</a></p>
</main>
</body>
</html>
`
}
