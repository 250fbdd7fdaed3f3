import type { KeyObject } from 'node:crypto'
import { inLanguage } from '../../../db/request-context.ts'
import type { LanguageCode } from '../../../shared/kernel/languages.ts'
import { seal, unseal } from '../../platform/keys/sealing.ts'
import { renderHtml } from './layout.ts'
import type { Channel } from './queries.ts'
import type { ComposedMail } from './templates.ts'

/** A mail as it is stored: its HTML, six times as long, is rendered when it is sent or shown. */
interface StoredMail extends ComposedMail {
  channel: 'mail'
  to: string
  language: LanguageCode
}

interface Mail {
  channel: 'mail'
  to: string
  subject: string
  text: string
  html: string
}

interface Sms {
  channel: 'sms'
  to: string
  text: string
}

export type Message = Mail | Sms
export type StoredMessage = StoredMail | Sms

/** Thrown for a permanent refusal by the recipient's side, which is not retried. */
export class Undeliverable extends Error {}

/** Thrown when there is no sender any more: the message then stays in the outbox. */
export class NoSender extends Error {}

interface Sender<M extends Message> {
  /**
   * Sends a message; `id` is the same in retries. Throws Undeliverable, NoSender, or any other error for a failure to be
   * retried.
   */
  send(id: string, message: M): Promise<void>
}

export interface MailSender extends Sender<Mail> {
  close(): void
}

export type SmsSender = Sender<Sms>

/** Text messages without a sender have an outbox instead. */
export interface Senders extends Record<Channel, unknown> {
  mail: MailSender
  sms: SmsSender | undefined
}

/** Returns a message encrypted for the row with its id. */
export function sealMessage(key: KeyObject, id: string, message: StoredMessage): Buffer {
  return seal(key, JSON.stringify(message), id)
}

/** Returns the message that `sealMessage` encrypted. Throws when key, id or bytes differ. */
export function unsealMessage(key: KeyObject, id: string, content: Buffer): Message {
  const message: StoredMessage = JSON.parse(unseal(key, content, id))
  if (message.channel === 'sms') return message
  const { channel, to, subject, text, parts, site, language } = message
  return { channel, to, subject, text, html: inLanguage(language, () => renderHtml(parts, site)) }
}
