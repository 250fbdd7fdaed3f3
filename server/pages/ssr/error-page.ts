import { appMessages, documentMessages } from '../../../shared/app/messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { Html, html, plainPage } from '../../platform/http/html.ts'

const STYLE = new Html(`<style>
body { min-height: 100vh; margin: 0; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font-size: 1rem; text-align: center }
p { margin: 0 }
svg { width: 10rem; margin: 0 auto 1.5rem; display: block }
p + p { margin-top: 1rem }
</style>`)

/** The stall of `web/pictures/drawings.svg`, its shutter down. */
const DRAWING = new Html(`<svg viewBox="28 24 136 120" aria-hidden="true">
<path d="M44 54h104v82H44z" fill="none" stroke="light-dark(#14130f, #f2f2ed)" stroke-width="6"/>
<path d="M50 92h92M50 106h92M50 120h92" stroke="#8a8982" stroke-width="4"/>
<path d="M36 30h120l8 28a12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-16 0z" fill="#d7301f"/>
<path d="M66 30l-2 28a12 12 0 0 0 24 0l2-28zm48 0l-2 28a12 12 0 0 0 24 0l-2-28z" fill="#ffe3df"/>
</svg>`)

/** Returns the page for failures that no other page can show: no script, no other file, no internals. */
export function errorPage(): string {
  const main = html`${DRAWING}
<h1>${appMessages.unexpectedError}</h1>
<p>${documentMessages.pageNotShown}</p>
<p class="step"><a href="/">${appMessages.goHome}</a></p>`
  return plainPage({ title: `${appMessages.unexpectedError} · ${shopName()}`, style: STYLE, main })
}
