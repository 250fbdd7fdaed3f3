import { LANGUAGE } from '../../shared/kernel/locale.ts'
import { mailMessages } from '../../shared/mail/messages.ts'
import { Html, html } from './html.ts'

/** A code and a link with the same effect; using one uses up both. */
interface CodeAndLink {
  code: string
  link: string
  /** How long both are valid. */
  minutes: number
}

/** The data of each mail. */
export interface MailData {
  confirm: CodeAndLink
  magic_link: CodeAndLink
  recovery: CodeAndLink
  email_change: CodeAndLink & { new_email: string }
  reauthentication: { code: string; minutes: number }
  password_changed: Record<never, never>
  email_changed: { new_email: string }
  factor_added: { factor: string }
  factor_removed: { factor: string }
}
export type MailTemplate = keyof MailData

/** The parts of a mail, in text and in HTML. */
interface MailParts {
  subject: string
  lead: string
  code?: string
  button?: { text: string; link: string }
  /** What to do when the reader did not request this. */
  otherwise: string
}

const TEMPLATES: { [Name in MailTemplate]: (data: MailData[Name]) => MailParts } = {
  confirm: (data) => codeAndLink(mailMessages.confirm, data),
  magic_link: (data) => codeAndLink(mailMessages.magic_link, data),
  recovery: (data) => codeAndLink(mailMessages.recovery, data),
  email_change: ({ code, link, minutes, new_email }) => {
    const { lead, button, ...rest } = mailMessages.email_change
    return { ...rest, lead: lead(new_email, minutes), code, button: { text: button, link } }
  },
  reauthentication: ({ code, minutes }) => {
    const { lead, ...rest } = mailMessages.reauthentication
    return { ...rest, lead: lead(minutes), code }
  },
  password_changed: () => mailMessages.password_changed,
  email_changed: ({ new_email }) => notice(mailMessages.email_changed, new_email),
  factor_added: ({ factor }) => notice(mailMessages.factor_added, factor),
  factor_removed: ({ factor }) => notice(mailMessages.factor_removed, factor),
}

interface LinkTexts {
  subject: string
  lead: (minutes: number) => string
  button: string
  otherwise: string
}

function codeAndLink({ lead, button, ...rest }: LinkTexts, { code, link, minutes }: CodeAndLink): MailParts {
  return { ...rest, lead: lead(minutes), code, button: { text: button, link } }
}

interface NoticeTexts {
  subject: string
  lead: (what: string) => string
  otherwise: string
}

function notice({ lead, ...rest }: NoticeTexts, what: string): MailParts {
  return { ...rest, lead: lead(what) }
}

/** Returns a mail as plain text and as HTML; user input is escaped. */
export function renderMail<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  site: { siteUrl: string },
): { subject: string; text: string; html: string } {
  const parts = TEMPLATES[template](data)
  return { subject: parts.subject, text: renderText(parts, site), html: renderHtml(parts, site) }
}

function renderText({ lead, code, button, otherwise }: MailParts, { siteUrl }: { siteUrl: string }): string {
  return [
    lead,
    code && mailMessages.code(code),
    button && `${mailMessages.link(button.text)}\n${button.link}`,
    otherwise,
    `--\n${siteUrl}`,
  ]
    .filter(Boolean)
    .join('\n\n')
}

// Mail programs ignore style sheets: the styles are inline.
function renderHtml(parts: MailParts, { siteUrl }: { siteUrl: string }): string {
  const nothing = new Html('')
  const code = parts.code
    ? html`<p style="font-size:28px;letter-spacing:4px;font-weight:600;margin:24px 0">${parts.code}</p>`
    : nothing
  const button = parts.button
    ? html`<p style="margin:24px 0"><a href="${parts.button.link}" style="background:#1c1917;color:#ffffff;padding:12px 20px;border-radius:12px;text-decoration:none;display:inline-block">${parts.button.text}</a></p>`
    : nothing
  return html`<!doctype html>
<html lang="${LANGUAGE}">
<head><meta charset="utf-8"><title>${parts.subject}</title></head>
<body style="margin:0;padding:24px;background:#fafaf9;color:#1c1917;font-family:system-ui,sans-serif;line-height:1.5">
<div style="max-width:480px;margin:0 auto;background:#ffffff;border:1px solid #e7e5e4;border-radius:16px;padding:32px">
<h1 style="font-size:20px;margin:0 0 16px">${parts.subject}</h1>
<p>${parts.lead}</p>
${button}
${code}
<p style="color:#57534e;font-size:14px">${parts.otherwise}</p>
<p style="color:#57534e;font-size:14px"><a href="${siteUrl}/" style="color:#57534e">${siteUrl}</a></p>
</div>
</body>
</html>
`.text
}
