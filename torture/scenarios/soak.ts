import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { drawPng, wellFilled } from '../../tests/support/product-form.ts'
import { type Answer, type Client, createClient } from '../client.ts'
import type { Findings } from '../findings.ts'
import { createLedger, type Ledger, type Person } from '../ledger.ts'
import { residentMegabytes } from '../leftovers.ts'
import { failuresOf, rush, timesOf, visitSteadily } from '../load.ts'
import { closeBooks, type Scenario, startFresh } from '../scenario.ts'
import { pick, signUp } from '../shoppers.ts'
import { openDay, signInDemo } from '../visits.ts'

const LOOK_EVERY_MS = 5_000
const VISITORS = 16
/** Memory may differ by so much between the third fifth of the time and the last. */
const FLAT_PERCENT = 10

interface Sample {
  ms: number
  megabytes: number
}

export const soak: Scenario = {
  name: 'soak',
  title: 'Half of what can be served, for 30 minutes: visitors, sign-ins, carts, orders, uploads, lists of admins',
  async run(context) {
    const { findings, time } = context
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const { request, settle } = await openMixedDay(client, ledger)
    await visitSteadily(request, VISITORS, 5_000)
    const best = await visitSteadily(request, VISITORS, 10_000)
    const capacity = best.answers.length / best.seconds
    findings.note('capacity', capacity, 'requests/s')

    const memory: Sample[] = []
    const ended = new AbortController()
    const watch = watchMemory(server.pid, memory, ended.signal)
    const load = await rush(request, capacity / 2, time(30 * 60_000, 60_000))
    ended.abort()
    await watch
    findings.note('sent', load.answers.length / load.seconds, 'requests/s')
    findings.note('for', load.seconds / 60, 'minutes')
    findings.note('p99', percentile(timesOf(load, 'served'), 99), 'ms')
    judgeMemory(findings, memory)
    findings.none('answers with 5xx, and requests without an answer', [...failuresOf(load), ...timesOf(load, 'shed')])
    findings.none('failures of the server itself', server.bugs)
    await settle()
    await closeBooks(context, server, dataDir, ledger)
  },
}

async function watchMemory(pid: number, samples: Sample[], ended: AbortSignal): Promise<void> {
  const beganAt = performance.now()
  while (!ended.aborted) {
    samples.push({ ms: performance.now() - beganAt, megabytes: await residentMegabytes(pid) })
    await sleep(LOOK_EVERY_MS, undefined, { signal: ended }).catch(() => {})
  }
}

/** The lower edge of each part: what stays after garbage was collected. */
function judgeMemory({ note, atMost }: Findings, samples: Sample[]): void {
  const fifth = (index: number) => {
    const part = samples.slice(Math.floor((samples.length * index) / 5), Math.floor((samples.length * (index + 1)) / 5))
    return percentile(
      part.map(({ megabytes }) => megabytes),
      25,
    )
  }
  note('memory in each fifth of the time', `${[0, 1, 2, 3, 4].map((index) => fifth(index).toFixed(0)).join(', ')} MB`)
  atMost('growth from the third fifth to the last', (fifth(4) / fifth(2) - 1) * 100, FLAT_PERCENT, '%')
}

/** As a day of visitors, and with what costs more: signing in, putting something into the shop, looking through lists. */
async function openMixedDay(client: Client, ledger: Ledger) {
  const day = await openDay(client, ledger)
  const admin = await signInDemo(client, 'admin')
  const seller = await signUp(client, 'seller')
  const pictures = await Promise.all(['#c84', '#48c', '#4a6'].map(drawPng))
  const rare: (() => Promise<Answer>)[] = [
    async () => (await signInDemo(client, 'buyer')).answer,
    () => upload(client, seller, pick(pictures)),
    () => client.send('/api/seller/products?page=1', { headers: seller.headers }),
    () => client.send('/api/admin/orders?page=1', { headers: admin.headers }),
    () => client.send('/api/admin/products?page=2', { headers: admin.headers }),
    () => client.send('/api/admin/stats', { headers: admin.headers }),
    () => client.send('/'),
  ]
  return { ...day, request: () => (Math.random() < 0.1 ? pick(rare)() : day.request()) }
}

/** Puts a product with a picture into the shop and takes it out again, so that the market stays as large as it was. */
async function upload(client: Client, seller: Person, picture: Buffer): Promise<Answer> {
  const form = new FormData()
  form.set('product', JSON.stringify({ ...wellFilled, product_name: `Lantern ${randomUUID()}` }))
  form.set('featured', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'featured.png')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const answer = await client.send('/api/seller/products', {
    method: 'POST',
    headers: { ...seller.headers, 'content-type': type },
    body: new Uint8Array(await encoded.arrayBuffer()),
  })
  if (answer.status !== 201) return answer
  const { product_id } = JSON.parse(answer.text) as { product_id: string }
  return client.send(`/api/seller/products/${product_id}`, { method: 'DELETE', headers: seller.headers })
}
