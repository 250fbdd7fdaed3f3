import type { Config } from '../../platform/config/config.ts'
import { outgoingFetch } from '../../platform/http/outgoing-fetch.ts'
import { type SmsSender, Undeliverable } from './sender.ts'

/** Returns a sender by Twilio's API, or another service with the same API; undefined when none is configured. */
export function createSmsSender({ twilio }: Pick<Config, 'twilio'>): SmsSender | undefined {
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
    close() {},
  }
}
