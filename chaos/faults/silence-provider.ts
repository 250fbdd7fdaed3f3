import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'

// Loaded into a server (`--import`): after SIGALRM the payment provider does not respond for SILENT_MS. It still processes every
// second request at once, and the others afterwards unless the client has aborted.

const silentMs = Number(process.env.SILENT_MS)
let silentUntil = 0
let requests = 0
process.on('SIGALRM', () => {
  silentUntil = performance.now() + silentMs
})

function silenced(answer: typeof fetch): typeof fetch {
  return async (input, init) => {
    const left = silentUntil - performance.now()
    if (left <= 0) return answer(input, init)
    const { signal, ...request } = init ?? {}
    const early = requests++ % 2 === 0 ? answer(input, request) : undefined
    // The client may have aborted before it fails.
    early?.catch(() => {})
    await sleep(left, undefined, { ...(signal && { signal }), ref: false }).catch(() => signal?.throwIfAborted())
    return early ?? answer(input, init)
  }
}

const create = Stripe.createFetchHttpClient.bind(Stripe)
Stripe.createFetchHttpClient = (answer) => create(answer && silenced(answer as typeof fetch))
