import { Html, html } from './html.ts'

/** A code and the link that does the same; both are used up together. */
interface CodeAndLink {
  code: string
  link: string
  /** How long both are good. */
  minutes: number
}

/** What each mail tells. */
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

/** A mail in its parts, from which text and HTML are made. */
interface MailParts {
  subject: string
  lead: string
  code?: string
  button?: { text: string; link: string }
  /** What to do when the reader did not ask for this. */
  otherwise: string
}

const ignore = 'If you did not ask for this, you can ignore this mail: nothing changes.'
const protect = 'If this was not you, set a new password at once and sign out everywhere.'
const until = (minutes: number) => `The link and the code are good for ${minutes} minutes and work once.`

const TEMPLATES: { [Name in MailTemplate]: (data: MailData[Name]) => MailParts } = {
  confirm: ({ code, link, minutes }) => ({
    subject: 'Confirm your e-mail address',
    lead: `Welcome! Please confirm that this address is yours. ${until(minutes)}`,
    code,
    button: { text: 'Confirm e-mail address', link },
    otherwise: ignore,
  }),
  magic_link: ({ code, link, minutes }) => ({
    subject: 'Your sign-in link',
    lead: `Follow the link to sign in, or type the code where you were asked for it. ${until(minutes)}`,
    code,
    button: { text: 'Sign in', link },
    otherwise: ignore,
  }),
  recovery: ({ code, link, minutes }) => ({
    subject: 'Set a new password',
    lead: `Follow the link to choose a new password. ${until(minutes)}`,
    code,
    button: { text: 'Choose a new password', link },
    otherwise: ignore,
  }),
  email_change: ({ code, link, minutes, new_email }) => ({
    subject: 'Confirm your new e-mail address',
    lead: `Your account is to be known by ${new_email}. Please confirm the change. ${until(minutes)}`,
    code,
    button: { text: 'Confirm the change', link },
    otherwise: `If you did not ask for this, do not confirm it. ${protect}`,
  }),
  reauthentication: ({ code, minutes }) => ({
    subject: 'Your confirmation code',
    lead: `Type this code to confirm that it is you. It is good for ${minutes} minutes and works once.`,
    code,
    otherwise: protect,
  }),
  password_changed: () => ({
    subject: 'Your password was changed',
    lead: 'The password of your account was changed. All other devices were signed out.',
    otherwise: protect,
  }),
  email_changed: ({ new_email }) => ({
    subject: 'Your e-mail address was changed',
    lead: `Your account is now known by ${new_email}; this address no longer belongs to it.`,
    otherwise: 'If this was not you, please contact the market.',
  }),
  factor_added: ({ factor }) => ({
    subject: 'A second sign-in step was added',
    lead: `From now on your account also asks for: ${factor}.`,
    otherwise: protect,
  }),
  factor_removed: ({ factor }) => ({
    subject: 'A second sign-in step was removed',
    lead: `Your account no longer asks for: ${factor}.`,
    otherwise: protect,
  }),
}

/** The mail as plain text and as HTML; everything that comes from people is escaped. */
export function renderMail<Name extends MailTemplate>(
  template: Name,
  data: MailData[Name],
  site: { siteUrl: string },
): { subject: string; text: string; html: string } {
  const parts = TEMPLATES[template](data)
  return { subject: parts.subject, text: renderText(parts, site), html: renderHtml(parts, site) }
}

function renderText({ lead, code, button, otherwise }: MailParts, { siteUrl }: { siteUrl: string }): string {
  return [lead, code && `Code: ${code}`, button && `${button.text}:\n${button.link}`, otherwise, `--\n${siteUrl}`]
    .filter(Boolean)
    .join('\n\n')
}

// Mail programs know no style sheets: the few styles stand at the elements.
function renderHtml(parts: MailParts, { siteUrl }: { siteUrl: string }): string {
  const nothing = new Html('')
  const code = parts.code
    ? html`<p style="font-size:28px;letter-spacing:4px;font-weight:600;margin:24px 0">${parts.code}</p>`
    : nothing
  const button = parts.button
    ? html`<p style="margin:24px 0"><a href="${parts.button.link}" style="background:#1c1917;color:#ffffff;padding:12px 20px;border-radius:12px;text-decoration:none;display:inline-block">${parts.button.text}</a></p>`
    : nothing
  return html`<!doctype html>
<html lang="en">
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
