import type { SentMessageInfo, Transporter } from 'nodemailer'
import type { Config } from '../../platform/config/config.ts'
import type { MailSettingsReader, PresentMail } from './mail-settings.ts'
import { type MailSender, type Message, NoSender, Undeliverable } from './message.ts'

const CONNECT_TIMEOUT_MS = 5_000
const SOCKET_TIMEOUT_MS = 10_000
const MAX_CONNECTIONS = 3
const SMTP_PERMANENT_FAILURE = 500
/** SMTP commands whose failure is about this mail; any other failure would hit every mail. */
const MAIL_COMMANDS = new Set(['RCPT TO', 'DATA'])

type Server = NonNullable<PresentMail['server']>

/** Returns a sender by SMTP, through the server that the settings name at that time; another one opens new connections. */
export function createMailSender(config: Pick<Config, 'siteUrl'>, settings: MailSettingsReader): MailSender {
  let opened: { key: string; transport: Promise<Transporter> } | undefined
  const close = () =>
    void opened?.transport.then(
      (transport) => transport.close(),
      () => {},
    )

  function transportTo(server: Server): Promise<Transporter> {
    const key = JSON.stringify(server)
    if (opened?.key !== key) {
      close()
      opened = { key, transport: openTransport(server, true) }
    }
    return opened.transport
  }

  return {
    async send(id, mail) {
      const present = await settings.read()
      if (!present.server) throw new NoSender('the mail server was removed')
      try {
        await sendBy(await transportTo(present.server), present, { ...mail, messageId: messageIdOf(config, id) })
      } catch (error) {
        const { responseCode = 0, command = '' } = Object(error) as { responseCode?: number; command?: string }
        // A refused connection, sign-in or sender is for the operator to fix: the mail is retried.
        if (responseCode >= SMTP_PERMANENT_FAILURE && MAIL_COMMANDS.has(command))
          throw new Undeliverable(`the mail server responded with ${responseCode}`, { cause: error })
        throw error
      }
    },
    close,
  }
}

/** Sends a mail through a connection of its own. Throws the library's errors. */
export async function sendOnce(
  config: Pick<Config, 'siteUrl'>,
  present: PresentMail & { server: Server },
  mail: Omit<Extract<Message, { channel: 'mail' }>, 'channel'>,
): Promise<void> {
  const transport = await openTransport(present.server, false)
  try {
    await sendBy(transport, present, { ...mail, messageId: messageIdOf(config, crypto.randomUUID()) })
  } finally {
    transport.close()
  }
}

/** The same in every attempt, so that mail programs recognize duplicates. */
const messageIdOf = ({ siteUrl }: Pick<Config, 'siteUrl'>, id: string) => `<${id}@${new URL(siteUrl).hostname}>`

function sendBy(
  transport: Transporter,
  { from, replyTo }: PresentMail,
  {
    to,
    subject,
    text,
    html,
    messageId,
  }: { to: string; subject: string; text: string; html: string; messageId: string },
): Promise<SentMessageInfo> {
  return transport.sendMail({
    from,
    ...(replyTo && { replyTo }),
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId,
    headers: { 'Auto-Submitted': 'auto-generated' },
  })
}

/** Loads the library with the first mail. */
async function openTransport(server: Server, pool: boolean): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    ...placeOf(server),
    ...(pool && { pool: true as const, maxConnections: MAX_CONNECTIONS }),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    // All content is inline: nodemailer must not read files or addresses for it.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

function placeOf(server: Server) {
  if ('url' in server) return { url: server.url }
  const { host, port, encryption, user, password: pass } = server
  return {
    host,
    port,
    secure: encryption === 'tls',
    requireTLS: encryption === 'starttls',
    ignoreTLS: encryption === 'none',
    ...(user && { auth: { user, pass } }),
  }
}
