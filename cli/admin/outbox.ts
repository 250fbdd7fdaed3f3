import { z } from 'zod'
import { createOutbox, type OutboxMessage } from '../../server/pages/mail/outbox.ts'
import type { Config } from '../../server/platform/config/config.ts'
import { print, timeOf } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

/** Prints the messages of channels without a sender, or one of them. Throws an Error when there is no message with the id. */
export function showOutbox(config: Config, id: string | undefined): Promise<void> {
  return withMarketplace({ schema: 'any', config }, async ({ db, openSecrets }) => {
    const outbox = createOutbox(db, await openSecrets())
    if (id === undefined) return printList(await outbox.list())
    const found = z.uuid().safeParse(id).success ? await outbox.read(id) : undefined
    if (!found) throw new Error(`There is no message ${id} in the outbox: \`npm run admin -- outbox\` lists them.`)
    print(`${headOf(found)}\n\n${found.message.text}`)
  })
}

function printList(messages: OutboxMessage[]): void {
  for (const message of messages) print(`${message.id}  ${headOf(message)}`)
  // With a mail service, messages that wait for a retry are not shown.
  if (messages.length === 0)
    print(
      'The outbox is empty: no message waits for want of a service (SMTP_URL, TWILIO_…). What one refuses is in the log.',
    )
}

function headOf({ created_at, message }: OutboxMessage): string {
  const time = timeOf(created_at)
  return message.channel === 'mail'
    ? `${time}  ${message.to}  ${message.subject}`
    : `${time}  +${message.to}  text message`
}
