import { z } from 'zod'
import { formatMinute } from '../../../shared/kernel/locale.ts'
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

function timeOf({ created_at }: OutboxMessage): Html {
  return html`<time datetime="${created_at}">${formatMinute(created_at)}</time>`
}

function listPage(list: OutboxMessage[]): string {
  const rows = list.map(
    (entry) =>
      html`<li><a href="/outbox/${entry.id}">${titleOf(entry)}</a> <span>${addressOf(entry.message)}</span> ${timeOf(entry)}</li>`,
  )
  return page(outboxMessages.title, list.length ? html`<ul>${rows}</ul>` : html`<p>${outboxMessages.empty}</p>`)
}

function messagePage(entry: OutboxMessage): string {
  const { message } = entry
  // Addresses in the text become links, as in a mail program.
  const lines = message.text
    .split('\n')
    .map((line) => (/^https?:\/\/\S+$/.test(line) ? html`<a href="${line}">${line}</a>` : html`${line}`))
  const asHtml = html`<p><a href="/outbox/${entry.id}/html">${outboxMessages.asHtml}</a></p>`
  return page(
    titleOf(entry),
    html`<p class="muted">${outboxMessages.sentTo({ address: addressOf(message) })} · ${timeOf(entry)}</p>
${message.channel === 'mail' ? asHtml : ''}
<pre>${lines}</pre>
<p><a href="/outbox">${outboxMessages.all}</a></p>`,
  )
}

const STYLE = new Html(`<style>
body { max-width: 60rem }
ul { list-style: none; margin: 0; padding: 0 }
li { position: relative; display: grid; grid-template-columns: minmax(0, 1fr) 18rem 13rem; gap: 0 1rem; padding: .625rem 0; border-top: 1px solid #8884; font-size: .875rem; overflow-wrap: anywhere }
li:hover { background: light-dark(#f5f6f4, #20211e) }
li a { color: inherit; font-weight: 600; text-decoration: none }
li a::after { content: ""; position: absolute; inset: 0 }
li span { position: relative; z-index: 1 }
li :not(a), .muted { color: light-dark(#5c5b55, #b1b0a9) }
@media (width >= 48rem) { li time { text-align: end } }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; margin: 1rem 0; padding: 1.25rem; background: light-dark(#f5f6f4, #20211e); border-radius: 4px }
@media (width < 48rem) {
li { display: block }
li > * { display: block }
li a { font-size: 1rem }
}
</style>`)

function page(title: string, body: Html): string {
  const main = html`<h1>${title}</h1>
${body}`
  return plainPage({ title: outboxMessages.pageTitle({ title }), style: STYLE, main })
}
