import { appMessages } from '../../../../shared/app/messages.ts'
import { shopName } from '../../../../shared/app/name.ts'
import { signInMessages } from '../../../../shared/auth/messages.ts'
import { authRefusalText } from '../../../../shared/auth/refusals.ts'
import { currentLanguage } from '../../../../shared/kernel/language.ts'
import { basePathOf } from '../../../../shared/kernel/languages.ts'
import { linkPageMessages, mailMessages } from '../../../../shared/mail/messages.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { AppError } from '../../../platform/http/errors.ts'
import { Html, html, plainPage } from '../../../platform/http/html.ts'
import { addressAfterFailure, LINK_PAGE_PATH, type OpenedLink } from './open-link.ts'

type Pages = Pick<Config, 'siteUrl' | 'languages'>

interface Texts {
  subject: string
  button: string
  /** The next page for a user whose link does not work. */
  next: { text: string; path: string }
}

const requestAt = (step: string) => ({ text: linkPageMessages.requestNew, path: `/authentication?step=${step}` })

const TEXTS = new Map<string, () => Texts>([
  ['signup', () => ({ ...mailMessages.confirm, next: requestAt('confirm-email') })],
  ['magiclink', () => ({ ...mailMessages.magic_link, next: requestAt('email-code') })],
  ['recovery', () => ({ ...mailMessages.recovery, next: requestAt('forgot-password') })],
  [
    'email_change',
    () => ({
      ...mailMessages.email_change,
      next: { text: linkPageMessages.openAccount, path: '/dashboard?tab=security' },
    }),
  ],
])

function textsOf(type: string): Texts {
  const texts = TEXTS.get(type)
  if (texts) return texts()
  // For broken links, and links that an operator made with the protocol's other types.
  return {
    subject: linkPageMessages.heading,
    button: signInMessages.continue,
    next: { text: appMessages.signIn, path: '/authentication' },
  }
}

function basePath({ languages }: Pages): string {
  return basePathOf(currentLanguage(), languages)
}

const STYLE = new Html(`<style>
body { max-width: 28rem; margin-top: 12vh }
main { background: light-dark(#ffffff, #191a17); border: 1px solid light-dark(#e3e3de, #33342f); border-radius: 4px; padding: 2rem }
.name { font-size: 1.25rem; font-weight: 700; letter-spacing: -.02em; margin: 0 0 1.5rem }
.name a { color: inherit; text-decoration: none }
</style>`)

/** Returns the page that a mailed link opens: a button that redeems the link or, after a problem, retries. */
export function linkPage(link: OpenedLink, pages: Pages, problem?: AppError): string {
  const { subject, button } = textsOf(link.type)
  const fields = { token: link.token, type: link.type, redirect_to: link.target }
  return page(
    subject,
    pages,
    html`${problem ? problemOf(problem) : html`<p>${linkPageMessages.lead}</p>`}
<form method="post" action="${basePath(pages)}${LINK_PAGE_PATH}">
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<button type="submit">${button}</button>
</form>`,
  )
}

/** Returns the page for a link that no longer works, with the reason and the next step in the application. */
export function failedLinkPage({ token, type, target }: OpenedLink, failure: AppError, pages: Pages): string {
  const { subject, next } = textsOf(type)
  const isOurs = target.startsWith(`${pages.siteUrl}/`)
  const step = isOurs
    ? html`<a href="${basePath(pages)}${next.path}">${next.text}</a>`
    : html`<a href="${addressAfterFailure(target, failure, token)}">${linkPageMessages.goBack}</a>`
  return page(
    subject,
    pages,
    html`${problemOf(failure)}
<p class="step">${step}</p>`,
  )
}

function problemOf({ code }: AppError): Html {
  return html`<p role="alert">${authRefusalText(code, { otp_expired: linkPageMessages.over }) ?? signInMessages.linkFailed}</p>`
}

function page(heading: string, pages: Pages, body: Html): string {
  const main = html`<p class="name"><a href="${basePath(pages)}/">${shopName()}</a></p>
<h1>${heading}</h1>
${body}`
  return plainPage({ title: linkPageMessages.pageTitle({ title: heading }), style: STYLE, main })
}
