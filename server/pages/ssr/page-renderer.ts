import type { FastifyInstance } from 'fastify'
import type { Market } from '../../../shared/market/schema.ts'

/** The interface of `web/entry-server.tsx`, declared here because `web` and `server` never import each other. */
export interface PageEntry {
  describePage(url: string): PageDescription
  renderPage(url: string, site: Site, fetchApi: FetchApi): Promise<RenderedPage | MovedPage>
}

interface MovedPage {
  /** Path and query. */
  movedTo: string
}

/** The page of an address that begins with the base path of its language. */
interface AddressDescription extends PageDescription {
  /** The address whose not-found page stands for all others of its language. */
  noPage: string
}

interface PageDescription {
  /** The page's module, the key of its files in the build. */
  module: string
  /** Shows one user's data: rendered in the browser, never cached. */
  personal: boolean
  /** False for addresses without a page. */
  known: boolean
  /** The query parameters that the HTML depends on. */
  query: readonly string[]
  /** The optional feature without which the page is not found. */
  needs?: string | undefined
}

export interface RenderedPage extends Pick<PageDescription, 'module' | 'personal'> {
  status: number
  /** The page is in an area and also needs its styles. */
  inArea: boolean
  /** Title, metadata and preloads, for the head. */
  head: string
  body: string
  /** The initial state in the browser, as JSON for a script element. */
  state: string
}

export interface Site {
  siteUrl: string
  apiKey: string
  market: Market
  /** Set on the page that makes the first admin, while there is none. */
  setup?: true
}

/** Returns the response to a GET of the API as a visitor: same routes, same checks, no network. */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

export interface PageRenderer {
  describe(url: string): AddressDescription
  /**
   * Returns the document, and its `Link` header where the files are built. Throws when a component throws; failed requests
   * are part of the page and its status.
   */
  render(
    url: string,
    site: Site,
    fetchApi: FetchApi,
  ): Promise<{ status: number; html: string; link?: string } | MovedPage>
  /** Folder of the built front end; null while Vite serves it. */
  assetsDir: string | null
}

export interface OpenRenderer {
  renderer: PageRenderer
  /** Installs hooks for development, in front of the application's routes. */
  install?: (app: FastifyInstance) => Promise<void>
  close(): Promise<void>
}
