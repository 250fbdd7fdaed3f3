import type { Config } from '../config/config.ts'
import { outgoingFetch } from '../http/outgoing-fetch.ts'
import { type SmsSender, Undeliverable } from './sender.ts'

/** Sends by Twilio's interface, or one that speaks the same; undefined when none is configured. */
export function createSmsSender({ twilio }: Pick<Config, 'twilio'>): SmsSender | undefined {
  if (!twilio) return undefined
  const { accountSid, authToken, from } = twilio
  const url = new URL(`/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`, twilio.apiUrl)
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  // Ids of messaging services begin so; anything else is a number or a name.
  const senderField = /^MG[0-9a-f]{32}$/i.test(from) ? 'MessagingServiceSid' : 'From'
  return {
    async send(_id, { to, text }) {
      const answer = await outgoingFetch(url, {
        method: 'POST',
        headers: { authorization, accept: 'application/json' },
        body: new URLSearchParams({ To: `+${to}`, [senderField]: from, Body: text }),
      })
      if (answer.ok) return
      const fault = `the text message service answered ${answer.status}`
      // A bad request is about this number; a refused key, too many at once and faults may pass.
      throw answer.status === 400 ? new Undeliverable(fault) : new Error(fault)
    },
    close() {},
  }
}
