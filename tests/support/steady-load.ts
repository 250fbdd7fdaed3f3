import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  completed: number
  /** For each failed request, its status or how the connection broke. */
  failures: string[]
  /** Waits for the requests in flight and stops. */
  stop(): Promise<void>
}

/** Requests `url` repeatedly over `connections` kept-alive connections, without retries. */
export function startLoad(url: string, connections: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let stopped = false
  const load: Load = {
    completed: 0,
    failures: [],
    async stop() {
      stopped = true
      await clients
      agent.destroy()
    },
  }
  const client = async () => {
    while (!stopped) {
      const failure = await send(url, agent)
      if (failure) load.failures.push(failure)
      else load.completed++
      await sleep(10)
    }
  }
  const clients = Promise.all(Array.from({ length: connections }, client))
  return load
}

/** Returns the failure; undefined after a complete 200. */
function send(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.once('error', ({ message }) => resolve(`broken response: ${message}`))
      // A server on a busy machine sheds load, which is not the kind of failure that these tests look for.
      const shed = response.statusCode === 503 && response.headers['retry-after'] !== undefined
      response.once('end', () =>
        resolve(shed || response.statusCode === 200 ? undefined : `status ${response.statusCode}`),
      )
      response.resume()
    })
    request.once('error', (error) =>
      resolve(`${request.reusedSocket ? 'kept-alive' : 'new'} connection: ${error.message}`),
    )
  })
}
