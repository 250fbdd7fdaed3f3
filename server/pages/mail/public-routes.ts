import { z } from 'zod'
import { outboxMessages } from '../../../shared/mail/messages.ts'
import { isLoopback } from '../../platform/config/loopback.ts'
import { addressNotFound } from '../../platform/http/errors.ts'
import { routesFor } from '../../platform/http/guards.ts'
import { Html, html, plainPage } from '../../platform/http/html.ts'
import type { Outbox, OutboxMessage } from './outbox.ts'

const idSchema = z.object({ id: z.uuid() })
const PROXY_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip']

/** Shows the mails and text messages of channels without a sender, for trying out the marketplace. */
export const outboxPublicRoutes = routesFor(
  'public',
  (app, { outbox, siteUrl }: { outbox: Outbox; siteUrl: string }) => {
    // These mails allow signing in as any user. The routes exist only on a loopback address; this hook also refuses pages of
    // another name that resolves to this machine (DNS rebinding).
    app.addHook('onRequest', async ({ ip, hostname, headers }) => {
      // A proxy on this machine, trusted or not, forwards requests from anywhere.
      const isForwarded = PROXY_HEADERS.some((name) => name in headers)
      if (isForwarded || !isLoopback(ip) || !isLoopback(hostname)) throw addressNotFound()
    })

    app.get('/outbox', async (request, reply) => {
      const list = await outbox.list()
      reply.header('cache-control', 'no-store')
      if (wantsJson(request.headers.accept)) return { messages: list }
      return reply.type('text/html; charset=utf-8').send(listPage(list))
    })

    app.get('/outbox/:id', { schema: { params: idSchema } }, async (request, reply) => {
      const found = await outbox.read(request.params.id)
      if (!found) throw addressNotFound()
      reply.header('cache-control', 'no-store')
      if (wantsJson(request.headers.accept)) return found
      return reply.type('text/html; charset=utf-8').send(messagePage(found))
    })

    app.get('/outbox/:id/html', { schema: { params: idSchema } }, async (request, reply) => {
      const found = await outbox.read(request.params.id)
      if (found?.message.channel !== 'mail') throw addressNotFound()
      return (
        reply
          .header('cache-control', 'no-store')
          .header(
            'content-security-policy',
            "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'",
          )
          .type('text/html; charset=utf-8')
          // Pictures use the origin of the request, which may differ from the configured one.
          .send(found.message.html.replaceAll(`src="${siteUrl}/`, 'src="/'))
      )
    })
  },
)

function wantsJson(accept: string | undefined): boolean {
  return accept?.split(',')[0]?.trim().startsWith('application/json') ?? false
}

function titleOf({ message }: OutboxMessage): string {
  return message.channel === 'mail' ? message.subject : outboxMessages.textMessage
}

function addressOf({ channel, to }: OutboxMessage['message']): string {
  return channel === 'sms' ? `+${to}` : to
}

/** Returns a time in UTC, as the reader's time zone is unknown. */
function timeText(time: string): string {
  return `${time.slice(0, 19).replace('T', ' ')} UTC`
}

function listPage(list: OutboxMessage[]): string {
  const rows = list.map(
    (entry) => html`<tr>
<td><time datetime="${entry.created_at}">${timeText(entry.created_at)}</time></td>
<td>${addressOf(entry.message)}</td>
<td><a href="/outbox/${entry.id}">${titleOf(entry)}</a></td>
</tr>`,
  )
  const body = list.length
    ? html`<table>
<thead><tr><th scope="col">${outboxMessages.when}</th><th scope="col">${outboxMessages.to}</th><th scope="col">${outboxMessages.message}</th></tr></thead>
<tbody>${rows}</tbody>
</table>`
    : html`<p>${outboxMessages.empty}</p>`
  return page(outboxMessages.title, body)
}

function messagePage(entry: OutboxMessage): string {
  const { message } = entry
  // Addresses in the text become links, as in a mail program.
  const lines = message.text
    .split('\n')
    .map((line) => (/^https?:\/\/\S+$/.test(line) ? html`<a href="${line}">${line}</a>` : html`${line}`))
  return page(
    titleOf(entry),
    html`<p>${outboxMessages.sentTo({ address: addressOf(message) })}, <time datetime="${entry.created_at}">${timeText(entry.created_at)}</time></p>
<pre>${lines}</pre>
${message.channel === 'mail' ? html`<p><a href="/outbox/${entry.id}/html">${outboxMessages.asHtml}</a></p>` : ''}
<p><a href="/outbox">${outboxMessages.all}</a></p>`,
  )
}

const STYLE = new Html(`<style>
body { max-width: 60rem }
table { border-collapse: collapse; width: 100% }
th, td { text-align: start; padding: .5rem; border-bottom: 1px solid #8884; overflow-wrap: anywhere }
time { overflow-wrap: normal }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
</style>`)

function page(title: string, body: Html): string {
  const main = html`<h1>${title}</h1>
${body}`
  return plainPage({ title: outboxMessages.pageTitle({ title }), style: STYLE, main })
}
