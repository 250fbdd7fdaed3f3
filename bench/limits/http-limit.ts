import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

export interface ReadyResponse {
  path: string
  headers: Record<string, string>
  /** Base64. */
  body: string
}

// The upper limit for cached responses: `node:http` sending ready bytes. `http-limit.ts <responses> <port>`.
const [file, port] = process.argv.slice(2)
if (!file || !port) throw new Error('usage: http-limit.ts <responses> <port>')
const responses: ReadyResponse[] = JSON.parse(await readFile(file, 'utf8'))
const ready = new Map(
  responses.map(({ path, headers, body }) => {
    const bytes = Buffer.from(body, 'base64')
    return [path, { headers: { ...headers, 'content-length': bytes.length }, etag: headers.etag, bytes }]
  }),
)

const server = createServer((request, response) => {
  const found = ready.get(request.url ?? '')
  if (!found) return response.writeHead(404).end()
  const isUnchanged = found.etag !== undefined && request.headers['if-none-match'] === found.etag
  if (isUnchanged) return response.writeHead(304, { etag: found.etag }).end()
  return response.writeHead(200, found.headers).end(found.bytes)
})
server.listen(Number(port), '127.0.0.1')
process.on('SIGTERM', () => server.close(() => process.exit(0)).closeAllConnections())
