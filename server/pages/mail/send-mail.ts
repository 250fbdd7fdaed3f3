import type { Transporter } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'
import { type MailSender, Undeliverable } from './message.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 3
const SMTP_PERMANENT_FAILURE = 500
/** SMTP commands whose failure is about this mail; any other failure would hit every mail. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA'])

/** Returns a sender by SMTP, undefined when no server is configured. */
export function createMailSender(config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'siteUrl'>): MailSender | undefined {
  if (!config.smtpUrl) return undefined
  const { smtpUrl } = config
  let transport: Promise<Transporter> | undefined
  const { hostname } = new URL(config.siteUrl)
  return {
    async send(id, { to, subject, text, html }) {
      try {
        transport ??= openTransport(smtpUrl)
        await (await transport).sendMail({
          from: config.mailFrom,
          to: { name: '', address: to },
          subject,
          text,
          html,
          // The same in every attempt, so that mail programs recognize duplicates.
          messageId: `<${id}@${hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        const { responseCode = 0, command = '' } = Object(error) as { responseCode?: number; command?: string }
        // A refused connection, sign-in or sender is for the operator to fix: the mail is retried.
        if (responseCode >= SMTP_PERMANENT_FAILURE && MAIL_COMMANDS.has(command))
          throw new Undeliverable(`the mail server responded with ${responseCode}`, { cause: error })
        throw error
      }
    },
    close: () =>
      void transport?.then(
        (opened) => opened.close(),
        () => {},
      ),
  }
}

/** Loads the library with the first mail. */
async function openTransport(url: string): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // All content is inline: nodemailer must not read files or addresses for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}
