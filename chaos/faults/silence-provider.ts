import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'

// Loaded into a server (`--import`): from SIGALRM on the payment provider says nothing for SILENT_MS. Of the requests that it gets
// meanwhile it carries out every other one at once, the others when it speaks again, unless the client has given up by then.

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
    // The client may have given up by the time it fails.
    early?.catch(() => {})
    await sleep(left, undefined, { ...(signal && { signal }), ref: false }).catch(() => signal?.throwIfAborted())
    return early ?? answer(input, init)
  }
}

const create = Stripe.createFetchHttpClient.bind(Stripe)
Stripe.createFetchHttpClient = (answer) => create(answer && silenced(answer as typeof fetch))
