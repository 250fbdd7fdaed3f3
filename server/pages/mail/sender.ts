import type { Channel } from './queries.ts'

export type Message =
  | { channel: 'mail'; to: string; subject: string; text: string; html: string }
  | { channel: 'sms'; to: string; text: string }
type Mail = Extract<Message, { channel: 'mail' }>
type Sms = Extract<Message, { channel: 'sms' }>

/** Thrown for a permanent refusal by the recipient's side: a retry would not help. */
export class Undeliverable extends Error {}

interface Sender<M extends Message> {
  /** Sends a message; `id` is the same in retries. Throws Undeliverable, or any other error for a failure to be retried. */
  send(id: string, message: M): Promise<void>
}

export interface MailSender extends Sender<Mail> {
  close(): void
}

export type SmsSender = Sender<Sms>

/** A channel without a sender has an outbox instead. */
export interface Senders extends Record<Channel, unknown> {
  mail: MailSender | undefined
  sms: SmsSender | undefined
}
