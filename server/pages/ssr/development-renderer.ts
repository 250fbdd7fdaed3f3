import type { FastifyInstance } from 'fastify'
import type { ViteDevServer } from 'vite'
import { toDocument } from './document.ts'
import type { OpenRenderer, PageEntry } from './page-renderer.ts'

const ASSETS = {
  styles: ['/web/areas.css?direct'],
  fonts: [],
  earlyScript: '/web/early-input.ts',
  run: [],
  page: [],
}
/** Loaded at once, as a module: Vite adds an import to files with dynamic imports, such as `web/load-client.ts`. */
const CLIENT =
  '<script type="module" src="/web/recover.ts"></script><script type="module" src="/web/entry-client.tsx"></script>'

/** Returns the renderer of the sources: Vite compiles them on demand and updates the browser when they change. */
export function openDevelopmentRenderer(root: string): OpenRenderer {
  let vite: ViteDevServer | undefined

  function running(): ViteDevServer {
    if (!vite) throw new Error('the development server has not started')
    return vite
  }

  let entry: PageEntry | undefined

  return {
    renderer: {
      assetsDir: null,
      describe: (url) => ({
        ...(entry?.describePage(url) ?? { module: '', personal: true, known: true, query: [], needs: 'setup' }),
        noPage: '/404',
      }),
      async render(url, site, fetchApi) {
        entry = (await running().ssrLoadModule('/web/entry-server.tsx')) as PageEntry
        const page = await entry.renderPage(url, site, fetchApi)
        if ('movedTo' in page) return page
        const html = toDocument(page, site.market, ASSETS).replace('</head>', `${CLIENT}</head>`)
        return { status: page.status, html: await running().transformIndexHtml(url, html) }
      },
    },
    async install(app) {
      const { createServer } = await import('vite')
      vite = await createServer({
        root,
        appType: 'custom',
        server: { middlewareMode: true, ws: undefined, hmr: { server: app.server } },
      })
      entry = (await vite.ssrLoadModule('/web/entry-server.tsx')) as PageEntry
      installMiddlewares(app, vite)
    },
    close: async () => vite?.close(),
  }
}

/** Lets Vite handle requests first, without a content policy, which its inline scripts and web socket would violate. */
function installMiddlewares(app: FastifyInstance, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, () => done()))
  app.addHook('onSend', async (_request, reply) => {
    reply.removeHeader('content-security-policy')
  })
}
