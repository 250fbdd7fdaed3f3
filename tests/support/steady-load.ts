import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Load {
  answered: number
  /** What went wrong, by kind: a status that is not 200, or how the connection broke. */
  failures: string[]
  /** Lets what runs end and asks no more. */
  stop(): Promise<void>
}

/** Asks for `url` again and again over `connections` kept-alive connections. Nothing is tried twice. */
export function startLoad(url: string, connections: number): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let stopped = false
  const load: Load = {
    answered: 0,
    failures: [],
    async stop() {
      stopped = true
      await clients
      agent.destroy()
    },
  }
  const client = async () => {
    while (!stopped) {
      const failure = await ask(url, agent)
      if (failure) load.failures.push(failure)
      else load.answered++
      await sleep(10)
    }
  }
  const clients = Promise.all(Array.from({ length: connections }, client))
  return load
}

/** Undefined when the answer was a whole 200, else what it was instead. */
function ask(url: string, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.once('error', ({ message }) => resolve(`broken answer: ${message}`))
      // A server on a busy machine sheds load and says when to come again: that is no failure of what is tested here.
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
