import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../../bench/percentile.ts'
import { drawPng, wellFilled } from '../../tests/support/product-form.ts'
import { residentMegabytes } from '../faults/processes.ts'
import { type Client, createClient, type Outcome } from '../load/client.ts'
import { createLedger, type Ledger, type User } from '../load/ledger.ts'
import { pick, signUp } from '../load/shoppers.ts'
import { failures, responseTimes, runClosedLoop, runOpenLoop } from '../load/traffic.ts'
import { createVisitors, signInDemo } from '../load/visitors.ts'
import type { Findings } from '../report/findings.ts'
import { auditAndStop, type Scenario, startFresh } from './scenario.ts'

const SAMPLE_INTERVAL_MS = 5_000
const VISITORS = 16
/** The largest permitted growth of memory between the third and the last fifth of the time. */
const FLAT_PERCENT = 10

interface Sample {
  ms: number
  megabytes: number
}

export const soak: Scenario = {
  name: 'soak',
  title: 'Half of the capacity for 30 minutes: visitors, sign-ins, carts, orders, uploads, admin lists',
  async run(context) {
    const { findings, time } = context
    const { server, dataDir } = await startFresh(context)
    const client = createClient(server.origin, { keepAlive: true })
    const ledger = createLedger()
    const { request, completeOrders } = await createMixedVisitors(client, ledger)
    await runClosedLoop(request, VISITORS, 5_000)
    const best = await runClosedLoop(request, VISITORS, 10_000)
    const capacity = best.responses.length / best.seconds
    findings.note('capacity', capacity, 'requests/s')

    const memory: Sample[] = []
    const stopping = new AbortController()
    const watch = watchMemory(server.pid, memory, stopping.signal)
    const load = await runOpenLoop(request, capacity / 2, time(30 * 60_000, 60_000))
    stopping.abort()
    await watch
    findings.note('sent', load.responses.length / load.seconds, 'requests/s')
    findings.note('for', load.seconds / 60, 'minutes')
    findings.note('p99', percentile(responseTimes(load, 'served'), 99), 'ms')
    checkMemory(findings, memory)
    const shed = responseTimes(load, 'shed').map((ms) => `503 after ${ms.toFixed(0)} ms`)
    findings.none('5xx responses, and requests without a response', [...failures(load), ...shed])
    findings.none('errors logged by the server', server.bugs)
    await completeOrders()
    await auditAndStop(context, server, dataDir, ledger)
  },
}

async function watchMemory(pid: number, samples: Sample[], ended: AbortSignal): Promise<void> {
  const startedAt = performance.now()
  while (!ended.aborted) {
    samples.push({ ms: performance.now() - startedAt, megabytes: await residentMegabytes(pid) })
    await sleep(SAMPLE_INTERVAL_MS, undefined, { signal: ended }).catch(() => {})
  }
}

/** Compares the lower quartiles of each fifth, which approximate the memory after garbage collection. */
function checkMemory({ note, atMost }: Findings, samples: Sample[]): void {
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

/** Adds expensive requests to those of visitors: sign-ins, uploads, lists. */
async function createMixedVisitors(client: Client, ledger: Ledger) {
  const day = await createVisitors(client, ledger)
  const admin = await signInDemo(client, 'admin')
  const seller = await signUp(client, 'seller')
  const pictures = await Promise.all(['#c84', '#48c', '#4a6'].map(drawPng))
  const rare: (() => Promise<Outcome>)[] = [
    async () => (await signInDemo(client, 'buyer')).outcome,
    () => upload(client, seller, pick(pictures)),
    () => client.send('/api/seller/products?page=1', { headers: seller.headers }),
    () => client.send('/api/admin/orders?page=1', { headers: admin.headers }),
    () => client.send('/api/admin/products?page=2', { headers: admin.headers }),
    () => client.send('/api/admin/stats', { headers: admin.headers }),
    () => client.send('/'),
  ]
  return { ...day, request: () => (Math.random() < 0.1 ? pick(rare)() : day.request()) }
}

/** Creates a product with a picture and deletes it, so that the data does not grow. */
async function upload(client: Client, seller: User, picture: Buffer): Promise<Outcome> {
  const form = new FormData()
  form.set('product', JSON.stringify({ ...wellFilled, product_name: `Lantern ${randomUUID()}` }))
  form.set('featured', new Blob([Uint8Array.from(picture)], { type: 'image/png' }), 'featured.png')
  const encoded = new Response(form)
  const type = encoded.headers.get('content-type') ?? ''
  const outcome = await client.send('/api/seller/products', {
    method: 'POST',
    headers: { ...seller.headers, 'content-type': type },
    body: new Uint8Array(await encoded.arrayBuffer()),
  })
  if (outcome.status !== 201) return outcome
  const { product_id } = JSON.parse(outcome.text) as { product_id: string }
  return client.send(`/api/seller/products/${product_id}`, { method: 'DELETE', headers: seller.headers })
}
