/** What the built front end (`web/entry-server.tsx`) offers the server. */
export interface PageRenderer {
  render(request: PageRequest): Promise<Page>
}

export interface PageRequest {
  /** Path and query of the page. */
  url: string
  /** Answers a GET on our own API as a visitor: same routes, same checks, no network. */
  fetchApi: (path: string) => Promise<{ status: number; body: unknown }>
  siteUrl: string
  apiKey: string
}

export interface Page {
  status: number
  html: string
  /** Set when the page is elsewhere. */
  redirect?: string
}
