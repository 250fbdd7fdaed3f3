import { fileURLToPath } from 'node:url'
import { createServer, type ViteDevServer } from 'vite'

/** The path of the page of components. */
export const COMPONENTS_PATH = '/tools/components/'

/** Serves the page of components from the sources, without the shop's build. The port is any free one by default. */
export async function serveComponents(port = 0): Promise<{ origin: string; server: ViteDevServer }> {
  const server = await createServer({
    root: fileURLToPath(new URL('../..', import.meta.url)),
    appType: 'mpa',
    logLevel: 'warn',
    // Beside a running `npm run dev`.
    cacheDir: 'node_modules/.vite/components',
    optimizeDeps: { entries: ['tools/components/page.tsx'] },
    server: { port },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (address === null || typeof address !== 'object') throw new Error('the page of components has no port')
  return { origin: `http://localhost:${address.port}`, server }
}
