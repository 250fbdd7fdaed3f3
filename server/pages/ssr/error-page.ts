import { appMessages, documentMessages } from '../../../shared/app/messages.ts'
import { shopName } from '../../../shared/app/name.ts'
import { Html, html, plainPage } from '../../platform/http/html.ts'

const STYLE = new Html(`<style>
body { min-height: 100vh; margin: 0; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box; font-size: 1rem; text-align: center }
p { margin: 0 }
</style>`)

/** Returns the page for failures that no other page can show: no script, no other file, no internals. */
export function errorPage(): string {
  const main = html`<h1>${appMessages.unexpectedError}</h1>
<p>${documentMessages.pageNotShown}</p>
<p><a href="/">${appMessages.goHome}</a></p>`
  return plainPage({ title: `${appMessages.unexpectedError} · ${shopName()}`, style: STYLE, main })
}
