import { createHmac, type KeyObject, randomUUID } from 'node:crypto'
import { currentContext, inLanguage } from '../../../db/request-context.ts'
import type { Db, Tx } from '../../../db/tables.ts'
import type { LanguageCode } from '../../../shared/kernel/languages.ts'
import { type Clock, DAY_SECONDS, secondsAfter } from '../../platform/config/clock.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Channels } from '../../platform/data/channels.ts'
import { outgoingFetch } from '../../platform/http/outgoing-fetch.ts'
import { enqueueAll, handle, type TaskHandler } from '../../platform/jobs/task.ts'
import type { Secrets } from '../../platform/keys/secrets.ts'
import { deliverMessage, sendMessage } from './deliver.ts'
import { createMailSettings, type MailSettingsReader } from './mail-settings.ts'
import { type Senders, type SmsSender, type StoredMessage, sealMessage, Undeliverable } from './message.ts'
import { createOutbox, messageKey, type Outbox } from './outbox.ts'
import { insertMessages } from './queries.ts'
import { createMailSender } from './send-mail.ts'
import { composeMail, isNotRequested, type MailData, type MailTemplate } from './templates.ts'

const MAIL_LIFE_SECONDS = DAY_SECONDS

interface MailToQueue<Name extends MailTemplate = MailTemplate> {
  template: Name
  to: string
  /** A function is called in the reader's language. */
  data: MailData[Name] | (() => MailData[Name])
  lifeSeconds?: number
  /** The occasion: a second mail to the same user about it is not queued; the `Message-ID` is derived from it. */
  about?: string
}

interface QueuedMessage {
  message: StoredMessage
  lifeSeconds: number
  about?: string | undefined
}

export interface Messages {
  /** Queues a mail in the transaction that it reports. After `lifeSeconds` it is no longer sent. */
  queueMail<Name extends MailTemplate>(tx: Tx, mail: MailToQueue<Name>): Promise<void>
  queueMails(tx: Tx, mails: readonly MailToQueue[]): Promise<void>
  /** Queues a text message; `to` without the leading +. */
  queueSms(tx: Tx, sms: { to: string; text: string; lifeSeconds: number }): Promise<void>
  outbox: Outbox
  /** The task that sends a message. */
  handlers: TaskHandler[]
  settings: MailSettingsReader
  close(): void
}

/** Needed by the steps of the outbox that mail users. */
export interface MailingDeps {
  db: Db
  clock: Clock
  config: { siteUrl: string }
  messages: Messages
}

interface MessagesOptions {
  config: Config
  db: Db
  clock: Clock
  secrets: Secrets
  /** Announce changes of the settings; absent: these are read for each mail. */
  channels?: Channels
  log: { info(event: object): void; warn(event: object): void }
  /** Returns the languages of accounts by email address; absent where there is only one. */
  readLanguages?: (tx: Tx, emails: readonly string[]) => Promise<ReadonlyMap<string, LanguageCode>> | undefined
  /** Brings this process's copy of the marketplace's name up to date. */
  readMarket?: (db: Db | Tx) => Promise<unknown>
}

/** Creates the queue of outgoing mails and text messages, and the task that sends one. */
export function createMessages(options: MessagesOptions): Messages {
  const { config, db, clock, log, readLanguages, readMarket } = options
  const key = messageKey(options.secrets)
  const settings = createMailSettings(options)
  const senders: Senders = { mail: createMailSender(config, settings), sms: createSmsSender(config) }

  async function queue(tx: Tx, messages: QueuedMessage[], canSend: boolean): Promise<void> {
    if (!messages.length) return
    const now = clock()
    const rows = messages.map(({ message, lifeSeconds, about }) => {
      const id = about === undefined ? randomUUID() : idAbout(key, about)
      const { channel } = message
      return {
        id,
        channel,
        content: sealMessage(key, id, message),
        expires_at: secondsAfter(now, lifeSeconds),
        forOutbox: !canSend,
      }
    })
    const waiting = await insertMessages(tx, rows, now)
    await enqueueAll(
      tx,
      sendMessage,
      waiting.map((id) => ({ payload: { id }, key: id })),
    )
  }

  function mailOf<Name extends MailTemplate>(
    { template, to, data, lifeSeconds = MAIL_LIFE_SECONDS, about }: MailToQueue<Name>,
    chosen: LanguageCode | undefined,
    footer: string | undefined,
  ): QueuedMessage {
    const known = config.languages.find((language) => language === chosen)
    // Users without an account, or without a language, get that of their own request.
    const language = known ?? (isNotRequested(template) ? undefined : currentContext()?.language) ?? config.languages[0]
    const site = { ...config, footer }
    const mail = inLanguage(language, () => composeMail(template, typeof data === 'function' ? data() : data, site))
    return { message: { channel: 'mail', to, language, ...mail }, lifeSeconds, about }
  }

  async function queueMails(tx: Tx, mails: readonly MailToQueue[]): Promise<void> {
    await readMarket?.(tx)
    const languages = await readLanguages?.(
      tx,
      mails.map(({ to }) => to),
    )
    const { server, footer } = await settings.read(tx)
    await queue(
      tx,
      mails.map((mail) => mailOf(mail, languages?.get(mail.to), footer)),
      server !== undefined,
    )
  }

  return {
    queueMail: (tx, mail) => queueMails(tx, [mail as MailToQueue]),
    queueMails,
    queueSms: (tx, { to, text, lifeSeconds }) =>
      queue(tx, [{ message: { channel: 'sms', to, text }, lifeSeconds }], senders.sms !== undefined),
    outbox: createOutbox(db, options.secrets),
    handlers: [
      handle(sendMessage, ({ id }, run) => deliverMessage({ db, clock, senders, key, log, readMarket }, id, run)),
    ],
    settings,
    close: () => senders.mail.close(),
  }
}

/** Returns the id of the message about an occasion, a UUID unique to this marketplace. */
function idAbout(key: KeyObject, about: string): string {
  const bytes = createHmac('sha256', key).update(about).digest().subarray(0, 16)
  // Version 8, and the variant of all.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

function createSmsSender({ twilio }: Pick<Config, 'twilio'>): SmsSender | undefined {
  if (!twilio) return undefined
  const { accountSid, authToken, from } = twilio
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, twilio.apiUrl)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  // The form of messaging service ids; anything else is a phone number or a sender name.
  const senderField = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From'
  return {
    async send(_id, { to, text }) {
      const response = await outgoingFetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: `+${to}`, [senderField]: from, Body: text }),
      })
      if (response.ok) return
      const fault = `the text message service responded with ${response.status}`
      // A 400 is about this phone number; other failures may be temporary.
      throw response.status === 400 ? new Undeliverable(fault) : new Error(fault)
    },
  }
}
