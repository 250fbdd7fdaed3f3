import type { Role } from '../../../shared/accounts/constants.ts'
import { shopName } from '../../../shared/app/name.ts'
import { AWNINGS, HOUSE_AWNING } from '../../../shared/catalog/awnings.ts'
import { PICTURE_WIDTHS } from '../../../shared/catalog/constants.ts'
import { currentLanguage } from '../../../shared/kernel/language.ts'
import { mailMessages, optionalMailMessages } from '../../../shared/mail/messages.ts'
import type { ThemedColor } from '../../../shared/market/contrast.ts'
import { sitePagePath } from '../../../shared/site-pages/constants.ts'
import { chosenColor, Html, html } from '../../platform/http/html.ts'

interface MailItem {
  name: string
  /** Below the name: `2 × $12.00`. */
  detail: string
  amount: string
  /** Address of the picture, from the root or whole; empty when there is none. */
  picture: string
}

interface MailSum {
  label: string
  amount: string
}

interface Fact {
  /** Empty when the heading says it. */
  title: string
  lines: string[]
}

/** The parts of a mail, in the order in which they appear; each mail has some of them. */
export interface MailParts {
  subject: string
  /** The heading; the subject when absent. */
  heading?: string
  lead: string
  /** Below the lead. */
  note?: string
  /** At the top: something the reader has to do, with the data for it. */
  first?: { title: string; rows: { label: string; text: string }[]; note: string } | undefined
  groups?: { title: string; awning?: number | undefined; items: MailItem[] }[]
  /** The charges, and the total. */
  sums?: MailSum[]
  /** Short blocks of lines with a title, such as an address. */
  facts?: Fact[]
  button?: { text: string; link: string }
  code?: string
  /** Advice for a reader who did not request this mail. */
  otherwise?: string
  /** Links to documents. */
  links?: { text: string; link: string }[]
  /** The link to the reader's choice of mails. */
  settings?: { text: string; link: string }
}

export interface MailSite {
  siteUrl: string
  /** The address of the home page, without a slash. */
  home: string
  /** Lines below each mail. */
  footer?: string[] | undefined
}

/** Returns the plain text of a mail, for programs that do not show HTML. */
export function renderText(parts: MailParts, { home, footer = [] }: MailSite): string {
  const { lead, note, first, groups = [], sums = [], facts = [], links = [] } = parts
  const { code, button, otherwise, settings } = parts
  return [
    lead,
    note,
    first && [first.title, ...first.rows.map(({ label, text }) => `${label}: ${text}`), first.note].join('\n'),
    ...groups.map(({ title, items }) => [title, ...items.map(itemText)].join('\n')),
    sums.map(({ label, amount }) => `${label}: ${amount}`).join('\n'),
    ...facts.map(factText),
    code && mailMessages.code({ code }),
    button && `${mailMessages.link({ label: button.text })}\n${button.link}`,
    otherwise,
    ...links.map(({ text, link }) => `${text}\n${link}`),
    settings && `${settings.text}\n${settings.link}`,
    ['--', shopName(), home, ...footer].join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n')
}

const factText = ({ title, lines }: Fact) =>
  title ? [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n') : lines.join('\n')
const itemText = ({ name, detail, amount }: MailItem) => `${name}\n  ${detail}: ${amount}`

const BODY = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const DISPLAY = "font-family:'Bricolage Grotesque','Arial Black',Arial,sans-serif;letter-spacing:-0.02em"
/** A long word would widen the table. The second declaration is for older programs. */
const BREAKS = 'overflow-wrap:anywhere;word-break:break-word'
const NOTHING = new Html('')
const BREAK = new Html('<br>')

interface Look {
  /** The color of the name and the stripes; undefined for the standard one. */
  brand: ThemedColor | undefined
  button: ThemedColor
  onButton: ThemedColor
}

/** Returns the colors that admins have chosen, as pages use them; without an accent, buttons have the color of the brand. */
function presentLook(): Look {
  const brand = chosenColor('brand')
  const name = brand && !chosenColor('accent') ? 'brand' : 'accent'
  return {
    brand,
    button: chosenColor(name) ?? ['#d7301f', '#ff7a66'],
    onButton: chosenColor(`on-${name}`) ?? ['#ffffff', '#2a0903'],
  }
}

// The colors are those of web/styles.css. Many mail programs drop style sheets, so the light theme is inline; those that
// support dark themes apply this one.
const darkStyle = ({ brand, button, onButton }: Look) =>
  new Html(`<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0f100e!important}.card{background:#191a17!important}
.ink,.ink a{color:#f2f2ed!important}.muted,.muted a{color:#b1b0a9!important}
.line{border-color:#33342f!important}.tile{background:#262723!important}
.button{background:${button[1]}!important;color:${onButton[1]}!important}${brand ? `\n.name{color:${brand[1]}!important}` : ''}
}
@media (max-width:480px){.card{padding:24px 20px!important}.data td{display:block;padding:0!important}}
</style>`)

/** Returns a mail as HTML of at most 560 px, from tables, as mail programs need them; values are escaped. */
export function renderHtml(parts: MailParts, { siteUrl, home, footer = [] }: MailSite): string {
  const {
    subject,
    heading = subject,
    lead,
    note,
    first,
    groups = [],
    sums = [],
    facts = [],
    links = [],
    code,
    button,
    otherwise,
    settings,
  } = parts
  const look = presentLook()
  return html`<!doctype html>
<html lang="${currentLanguage()}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
${darkStyle(look)}
</head>
<body class="page" style="margin:0;padding:0;background:#f5f6f4;${BODY}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f5f6f4"><tr><td align="center" style="padding:32px 16px;${BREAKS}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 0 20px">${logo(home, look)}</td></tr>
<tr><td>${stripes(10, look.brand ? [look.brand[0], '#ffffff'] : HOUSE_AWNING)}</td></tr>
<tr><td class="card" style="background:#ffffff;padding:32px 40px 36px">
<h1 class="ink" style="${DISPLAY};font-size:28px;line-height:1.15;font-weight:700;color:#14130f;margin:0 0 16px;text-wrap:balance">${heading}</h1>
<p class="ink" style="font-size:16px;line-height:1.5;color:#14130f;margin:0">${lead}</p>${note === undefined ? NOTHING : smallText(note, { space: 12 })}${first ? firstOf(first) : NOTHING}
${button ? buttonOf(button, look) : NOTHING}
${code === undefined ? NOTHING : codeOf(code)}
${groups.map(({ title, awning, items }) => html`${groupTitle(title, awning)}${table(items.map((item) => itemRow(item, siteUrl)))}`)}
${sums.length ? table(sums.map(sumRow)) : NOTHING}
${facts.map(factOf)}${links.map((link) => smallText(linkTo(link), { space: 12 }))}
${otherwise === undefined ? NOTHING : smallText(otherwise, { space: 24 })}${settings ? smallText(linkTo(settings), { space: 24 }) : NOTHING}
</td></tr>
<tr><td class="muted" style="font-size:14px;line-height:1.5;color:#5c5b55;padding:20px 0 0;text-align:center"><a href="${home}/" style="color:#5c5b55">${home}</a>${footer.map((line) => html`<br>${line}`)}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`.text
}

/** The logo as text: many mail programs block pictures. */
function logo(home: string, { brand }: Look): Html {
  return html`<a href="${home}/" class="${brand ? 'name' : 'ink'}" style="${DISPLAY};color:${brand?.[0] ?? '#14130f'};text-decoration:none;font-size:24px;line-height:32px;font-weight:700">${shopName()}</a>`
}

/** The pairs of stripes of an awning: each stripe is a cell, as mail programs drop gradients. */
const PAIRS = 14

const drawn = new Map<string, Html>()

/** Returns stripes in a seller's or the marketplace's colors, as wide as the mail. */
function stripes(height: number, pair: readonly [string, string]): Html {
  const key = `${height} ${pair}`
  const known = drawn.get(key)
  if (known) return known
  const stripe = pair.map((color) => html`<td bgcolor="${color}"></td>`)
  // Both ends have the darker color: the lighter one is nearly that of the page.
  const cells = Array.from({ length: PAIRS }, () => stripe)
    .flat()
    .slice(0, -1)
  const drawing = html`<table role="presentation" aria-hidden="true" width="100%" height="${height}" cellpadding="0" cellspacing="0" style="table-layout:fixed;font-size:0;line-height:0"><tr>${cells}</tr></table>`
  drawn.set(key, drawing)
  return drawing
}

function smallText(content: string | Html, { space }: { space: number }): Html {
  return html`<p class="muted" style="font-size:14px;line-height:1.5;color:#5c5b55;margin:${String(space)}px 0 0">${content}</p>`
}

function linkTo({ text, link }: NonNullable<MailParts['settings']>): Html {
  return html`<a href="${link}" style="color:#5c5b55">${text}</a>`
}

function buttonOf({ text, link }: NonNullable<MailParts['button']>, { button, onButton }: Look): Html {
  return html`<p style="margin:28px 0 0"><a href="${link}" class="button" style="background:${button[0]};color:${onButton[0]};padding:13px 24px;border-radius:4px;font-size:16px;line-height:1.25;font-weight:600;text-decoration:none;display:inline-block">${text}</a></p>`
}

function codeOf(code: string): Html {
  return html`<p class="ink" style="font-size:28px;line-height:1.15;letter-spacing:4px;font-weight:600;color:#14130f;margin:28px 0 0">${code}</p>`
}

function groupTitle(title: string, awning: number | undefined): Html {
  const pair = awning === undefined ? undefined : AWNINGS[awning]
  return html`<div style="margin:28px 0 0">${pair ? stripes(4, pair) : NOTHING}</div><h2 class="ink" style="font-size:14px;line-height:1.5;font-weight:600;color:#14130f;margin:8px 0 0;word-break:break-word;text-wrap:balance">${title}</h2>`
}

function table(rows: Html[]): Html {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:12px 0 0">${rows}</table>`
}

function itemRow({ name, detail, amount, picture }: MailItem, siteUrl: string): Html {
  // Decorative: the name is beside it.
  const src = pictureAddress(picture, siteUrl)
  const image = src
    ? html`<img src="${src}" alt="" width="64" height="80" style="display:block;border:0;border-radius:4px;object-fit:cover">`
    : NOTHING
  return html`<tr>
<td width="64" style="padding:8px 16px 8px 0;vertical-align:top"><div class="tile" style="width:64px;height:80px;border-radius:4px;background:#f0f1ee">${image}</div></td>
<td class="ink" style="padding:8px 0;vertical-align:top;font-size:16px;line-height:1.5;color:#14130f;word-break:break-word">${name}<br><span class="muted" style="font-size:14px;color:#5c5b55">${detail}</span></td>
<td align="right" class="ink" style="padding:8px 0 8px 16px;vertical-align:top;font-size:16px;line-height:1.5;color:#14130f;white-space:nowrap">${amount}</td>
</tr>`
}

function pictureAddress(picture: string, siteUrl: string): string {
  const address = picture ? URL.parse(picture, siteUrl) : null
  if (!address || !/^https?:$/.test(address.protocol)) return ''
  address.searchParams.set('width', String(PICTURE_WIDTHS[0]))
  return address.href
}

/** The last sum is the total. */
function sumRow({ label, amount }: MailSum, index: number, { length }: readonly MailSum[]): Html {
  const isTotal = index === length - 1
  const look = isTotal
    ? 'border-top:1px solid #e3e3de;padding:16px 0 0;font-size:20px;font-weight:600'
    : 'padding:4px 0'
  return html`<tr>
<td class="ink line" style="${look};color:#14130f">${label}</td>
<td align="right" class="ink line" style="${look};color:#14130f">${amount}</td>
</tr>`
}

function factOf({ title, lines }: Fact): Html {
  const shown = lines.map((line, index) => html`${index || title ? BREAK : NOTHING}${line}`)
  return html`<p class="ink" style="font-size:14px;line-height:1.5;color:#14130f;margin:20px 0 0;word-break:break-word">${title ? html`<span class="muted" style="color:#5c5b55">${title}</span>` : NOTHING}${shown}</p>`
}

/** On a ground of its own, as the reader has to do it. */
function firstOf({ title, rows, note }: NonNullable<MailParts['first']>): Html {
  const shown = rows.map(
    ({ label, text }) =>
      html`<tr><td class="muted" style="padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap;font-size:14px;line-height:1.6;color:#5c5b55">${label}</td><td class="ink" style="padding:4px 0;vertical-align:top;font-size:16px;line-height:1.4;font-weight:600;color:#14130f;white-space:pre-line;word-break:break-word">${text}</td></tr>`,
  )
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:24px 0 0"><tr><td class="tile ink" style="background:#f0f1ee;border-left:4px solid #ffcf33;padding:16px 20px;font-size:16px;line-height:1.6;color:#14130f;word-break:break-word"><strong>${title}</strong>
<table role="presentation" cellpadding="0" cellspacing="0" class="data" style="margin:8px 0">${shown}</table>
<span style="font-size:14px">${note}</span></td></tr></table>`
}

/** The versions of these pages that a checkout showed; null for those that were not published. */
export interface AgreedVersions {
  terms_version: number | null
  privacy_version: number | null
}

/** Returns the links to the pages that an order was placed under, in the versions of that time. */
export function agreedLinks(order: AgreedVersions, siteUrl: string): NonNullable<MailParts['links']> {
  return (['terms', 'privacy'] as const).flatMap((page) => {
    const version = order[`${page}_version`]
    if (version === null) return []
    return [{ text: mailMessages.order_placed[page], link: siteUrl + sitePagePath(page, version) }]
  })
}

const SETTINGS_PATHS: Record<Role, string> = {
  buyer: '/dashboard?tab=profile',
  seller: '/seller/settings',
  admin: '/admin/settings',
}

/** Returns the link to the settings in which a user turns mails off. */
export function mailSettings(role: Role, siteUrl: string): NonNullable<MailParts['settings']> {
  return { text: optionalMailMessages.howToSwitchOff, link: siteUrl + SETTINGS_PATHS[role] }
}
