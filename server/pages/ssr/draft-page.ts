import { previewMessages } from '../../../shared/previews/messages.ts'
import { type ReadyResponse, readyResponse } from '../../platform/fast-path/ready-response.ts'
import { canBePage } from '../../platform/http/page-address.ts'
import type { PageRenderer, Site } from './page-renderer.ts'
import { type FetchApi, readMarket } from './pages.ts'

/** Returns a function that makes reads answer with the draft of a token; undefined when there is none. */
export type OpenDraft = (token: string) => Promise<((fetchApi: FetchApi) => FetchApi) | undefined>

interface DraftDeps {
  renderer: PageRenderer
  site: Omit<Site, 'market'>
  fetchApi: FetchApi
  openDraft: OpenDraft
}

const ADDRESS = /^(\/preview\/([\w-]{43}))(\/.*)?$/
const HEADERS = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }

/** Returns the page that the address of a preview contains; undefined for other addresses. */
export function draftedPath(url: string): string | undefined {
  const [, , token, path = '/'] = ADDRESS.exec(url) ?? []
  return token && path
}

/**
 * Returns a page of the shop with a draft, by its address below `/preview/{token}`; undefined when there is none. It has no
 * scripts: its links lead to pages of the same preview, and to the shop itself for pages of users.
 */
export async function renderDraft({ renderer, site, fetchApi, openDraft }: DraftDeps, url: string) {
  const [, base = '', token = '', path = '/'] = ADDRESS.exec(url) ?? []
  const withDraft = await openDraft(token)
  if (!withDraft) return undefined
  const [pathname = '/'] = path.split('?', 1)
  if (!canBePage(pathname) || renderer.describe(path).personal) return moved(path)
  const fetch = withDraft(fetchApi)
  const { market } = await readMarket(fetch)
  const page = await renderer.render(path, { ...site, market }, fetch)
  if ('movedTo' in page) return moved(base + page.movedTo)
  const headers = { ...HEADERS, 'content-type': 'text/html; charset=utf-8' }
  return readyResponse({ status: page.status, headers, body: asPreview(page.html, base) })
}

function moved(location: string): ReadyResponse {
  return readyResponse({ status: 302, headers: { ...HEADERS, location }, body: '' })
}

const SCRIPTS = /<script\b.*?<\/script>\n?|<link rel="(?:modulepreload|expect)"[^>]*>\n?/gs
const LINKS_AND_FORMS = /<(?:a|form) [^<>]*>/g
/** Those that lead to pages of this site. */
const TARGET = / (href|action)="(?=\/(?!\/))/
const BAR =
  'position:sticky;bottom:0;z-index:50;padding:.5rem 1rem;background:#ffd84d;color:#14130f;font-size:.875rem;text-align:center'

/** Without scripts, banners are scrolled by hand. */
const STYLE = '<style>section[aria-roledescription]>div:first-child{overflow-x:auto}</style>'

function asPreview(html: string, base: string): string {
  const { preview, bar } = previewMessages
  return html
    .replace(SCRIPTS, '')
    .replace(LINKS_AND_FORMS, (tag) => tag.replace(TARGET, ` $1="${base}`))
    .replace('<head>', '<head>\n<meta name="robots" content="noindex, nofollow">')
    .replace('</head>', `${STYLE}\n</head>`)
    .replaceAll(' inert=""', '')
    .replace('</body>', `<aside aria-label="${preview}" style="${BAR}">${bar()}</aside>\n</body>`)
}
