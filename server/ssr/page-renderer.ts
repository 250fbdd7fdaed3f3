/**
 * What the front end (`web/entry-server.tsx`) offers the server; written down here, as `web` and `server` never import
 * each other.
 */
export interface PageEntry {
  describePage(url: string): PageDescription
  renderPage(url: string, site: Site, fetchApi: FetchApi): Promise<RenderedPage>
}

/** What is known of an address before it is rendered. */
interface PageDescription {
  /** The page's module, by which the build names its files. */
  module: string
  /** Shows one person's things: rendered in the browser, never cached. */
  personal: boolean
  /** False for addresses that are no page. */
  known: boolean
  /** The query parameters the HTML depends on. */
  query: readonly string[]
}

export interface RenderedPage {
  status: number
  /** Title, metadata and preloads, for the head. */
  head: string
  /** The root element. */
  body: string
  /** What the browser starts from. */
  state: unknown
}

/** The shop itself, as every page is told. */
export interface Site {
  siteUrl: string
  apiKey: string
}

/** Answers a GET on our own API as a visitor: same routes, same checks, no network. */
export type FetchApi = (path: string) => Promise<{ status: number; body: unknown }>

/** Turns addresses into whole documents. */
export interface PageRenderer {
  describe(url: string): PageDescription
  /** Throws when a component breaks; failed calls are part of the page and of its status. */
  render(url: string, site: Site, fetchApi: FetchApi): Promise<{ status: number; html: string }>
  /** Folder of the built front end; null while Vite serves it. */
  assetsDir: string | null
}
