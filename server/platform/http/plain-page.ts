import { DIRECTION, LANGUAGE } from '../../../shared/kernel/locale.ts'
import { Html, html } from './html.ts'

// The colors are those of web/styles.css.
const STYLE = new Html(`<style>
:root { color-scheme: light dark }
body { background: light-dark(#faf7f2, #141413); color: light-dark(#211c17, #f0eeea); font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; padding: 0 1rem }
a { color: light-dark(#1d4d40, #8fcbb4) }
:focus-visible { outline: 2px solid light-dark(#1d4d40, #8fcbb4); outline-offset: 2px }
</style>`)

/** Returns a page of the server's own: without scripts or other files, and not for search engines. */
export function plainPage({ title, style, main }: { title: string; style: Html; main: Html }): string {
  return html`<!doctype html>
<html lang="${LANGUAGE}" dir="${DIRECTION}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${STYLE}
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
