import type { KeyObject } from 'node:crypto'
import { deflateSync, inflateSync } from 'node:zlib'
import { seal, unsealBytes } from '../../platform/keys/sealing.ts'
import type { Channel } from './queries.ts'

export type Message =
  | { channel: 'mail'; to: string; subject: string; text: string; html: string }
  | { channel: 'sms'; to: string; text: string }
type Mail = Extract<Message, { channel: 'mail' }>
type Sms = Extract<Message, { channel: 'sms' }>

/** Thrown for a permanent refusal by the recipient's side, which is not retried. */
export class Undeliverable extends Error {}

interface Sender<M extends Message> {
  /** Sends a message; `id` is the same in retries. Throws Undeliverable, or any other error for a failure to be retried. */
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

/** Guards against rows that the application has not written. */
const MAX_BYTES = 4 * 2 ** 20
/** Higher levels take up to twice the time, for 10 % less. */
const COMPRESSION = { level: 1 }

/** Returns a message encrypted for the row with its id. Mails are compressed, as they may be stored for up to a week. */
export function sealMessage(key: KeyObject, id: string, message: Message): Buffer {
  return seal(key, deflateSync(JSON.stringify(message), COMPRESSION), id)
}

/** Returns the message that `sealMessage` encrypted. Throws when key, id or bytes differ. */
export function unsealMessage(key: KeyObject, id: string, content: Buffer): Message {
  const bytes = unsealBytes(key, content, id)
  return JSON.parse(inflateSync(bytes, { maxOutputLength: MAX_BYTES }).toString('utf8'))
}
