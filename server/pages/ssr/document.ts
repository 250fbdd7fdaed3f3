import { documentMessages } from '../../../shared/app/messages.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { LANGUAGES } from '../../../shared/kernel/languages.ts'
import { iconAddress } from '../../../shared/market/icon.ts'
import type { Market } from '../../../shared/market/schema.ts'
import type { RenderedPage } from './page-renderer.ts'

export interface PageAssets {
  styles: string[]
  /** Fonts of the first view, which are preloaded. */
  fonts: string[]
  /** The classic script that records clicks before hydration, and loads the modules after the first paint. */
  earlyScript: string
  /** The modules that take over in the browser, in the order in which they run. */
  run: string[]
  /** The code of the page, imported by the last of them. */
  page: string[]
}

/** Returns the document of a rendered page, with its state and files. */
export function toDocument(
  { head, body, state, personal }: RenderedPage,
  { style, icon }: Pick<Market, 'style' | 'icon'>,
  assets: PageAssets,
): string {
  const { styles, fonts, earlyScript, run, page } = assets
  const language = currentLanguage()
  const files = [
    // After styles and pictures: the page looks nearly the same without them.
    ...fonts.map(
      (href) => `<link rel="preload" as="font" type="font/woff2" href="${href}" crossorigin fetchpriority="low">`,
    ),
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(style ? [`<style>${style}</style>`] : []),
    // Runs before anything is visible or clickable, without blocking the parser.
    `<script src="${earlyScript}" async blocking="render" data-run="${run.join(' ')}" data-preload="${page.join(' ')}"></script>`,
    // The first paint waits for the last element: a half-parsed page would shift on slow devices.
    '<link rel="expect" href="#state" blocking="render">',
    // A personal page is empty until its code runs.
    ...(personal ? [...run, ...page].map((href) => `<link rel="modulepreload" href="${href}">`) : []),
  ]
  return `<!doctype html>
<html lang="${language}" dir="${LANGUAGES[language].direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f100e">
${icon ? ownIcons(icon) : ICONS}
<link rel="manifest" href="/manifest.webmanifest">
${head}
${files.join('\n')}
</head>
<body>${body}
<p id="scripts-failed" role="alert" hidden>${documentMessages.scriptsFailed}</p>
<script type="application/json" id="state">${state}</script>
</body>
</html>
`
}

const ICONS = `<link rel="icon" href="/favicon.ico" sizes="32x32">
<link rel="icon" type="image/svg+xml" href="/favicon.svg">
<link rel="apple-touch-icon" href="/icon-180.png">`

function ownIcons(icon: string): string {
  return `<link rel="icon" type="image/png" href="${iconAddress(icon, 32)}" sizes="32x32">
<link rel="icon" type="image/png" href="${iconAddress(icon, 192)}" sizes="192x192">
<link rel="apple-touch-icon" href="${iconAddress(icon, 180)}">`
}

/** Returns the `Link` header of a page: the files that block its first paint, which proxies may send as early hints. */
export function earlyLinks({ styles, earlyScript }: PageAssets): string {
  return [...styles.map((href) => `<${href}>; rel=preload; as=style`), `<${earlyScript}>; rel=preload; as=script`].join(
    ', ',
  )
}
