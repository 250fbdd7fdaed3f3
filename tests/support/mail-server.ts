import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { expect } from 'vitest'

interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
  /** The sign-in link, which must be the same in text and HTML. */
  link: string
  code: string
  messageId: string
  headers: { from: string; replyTo: string | undefined }
}

/** A real mail server on loopback that stores the mails it gets. */
export interface MailServer {
  url: string
  received: ReceivedMail[]
  /** Its response to the next mails instead of accepting them, e.g. 451 (temporary) or 550 (permanent). */
  refuseWith: number | undefined
  /** The part of a mail at which it refuses. */
  refuses: 'sender' | 'recipient' | 'content'
  /** Waits for the `count`th mail to an address. */
  mailTo(address: string, count?: number): Promise<ReceivedMail>
  close(): Promise<void>
}

/** Starts the server on a free port; `onData` runs before it accepts the content of a mail. */
export async function startMailServer(options: { onData?: () => Promise<void> } = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const refusalOf = (what: MailServer['refuses']) =>
    mailServer.refuseWith && mailServer.refuses === what
      ? Object.assign(new Error('refused'), { responseCode: mailServer.refuseWith })
      : undefined
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_address, _session, done) => done(refusalOf('sender')),
    onRcptTo: (_address, _session, done) => done(refusalOf('recipient')),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      await options.onData?.()
      const refusal = refusalOf('content')
      if (refusal) {
        done(refusal)
        return
      }
      const mail = await PostalMime.parse(Buffer.concat(chunks))
      for (const { address } of session.envelope.rcptTo) received.push(read(mail, address))
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    received,
    refuseWith: undefined,
    refuses: 'content',
    async mailTo(address, count = 1) {
      const mails = () => received.filter(({ to }) => to === address)
      await expect.poll(() => mails().length, { interval: 10 }).toBeGreaterThanOrEqual(count)
      return mails().at(-1) as ReceivedMail
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return mailServer
}

function read(mail: Email, to: string): ReceivedMail {
  const { subject = '', text = '', html = '', messageId = '' } = mail
  const link = /^https?:\/\/\S+\/verify\?\S+$/m.exec(text)?.[0] ?? ''
  const code = /^Code: (\d+)$/m.exec(text)?.[1] ?? ''
  const [{ name = '', address = '' } = {}] = mail.from ? [mail.from] : []
  const headers = { from: `${name} <${address}>`, replyTo: mail.replyTo?.[0]?.address }
  return { to, subject, text, html, link, code, messageId, headers }
}
