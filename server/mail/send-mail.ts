import { createTransport } from 'nodemailer'
import type { Config } from '../config/config.ts'
import { type MailSender, Undeliverable } from './sender.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SILENCE_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 3
/** From here on the server's answer is final. */
const SMTP_REFUSED = 500
/** What an answer must be to for it to be about this mail; to the rest of the talk any mail would get it. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA'])

/** Sends by SMTP; undefined when no server is configured. */
export function createMailSender(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl'>): MailSender | undefined {
  if (!config.smtpUrl) return undefined
  const transport = createTransport({
    url: config.smtpUrl,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // A mail is made of text we wrote: nothing in it may name a file or an address to be fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const { hostname } = new URL(config.siteUrl)
  return {
    async send(id, { to, subject, text, html }) {
      try {
        await transport.sendMail({
          from: config.mailFrom,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same at every try, so that a mailbox that got it twice can tell.
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const { responseCode = 0, command = '' } = Object(error) as { responseCode?: number; command?: string }
        // A refused connection, sign-in or sender is the operator's to mend, not the recipient's fault.
        if (responseCode >= SMTP_REFUSED && ABOUT_THE_MAIL.has(command))
          throw new Undeliverable(`the mail server answered ${responseCode}`, { cause: error })
        throw error
      }
    },
    close: () => transport.close(),
  }
}
