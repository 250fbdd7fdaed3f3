import { shopName } from '../../../shared/app/name.ts'
import { isCategoryTerm } from '../../../shared/catalog/categories.ts'
import { BASE_PATH, PAGE_LANGUAGES } from '../../../shared/kernel/language.ts'
import { basePathOf } from '../../../shared/kernel/languages.ts'
import { toScriptJson } from '../../../shared/kernel/script-json.ts'
import { useSite } from '../../api/site.ts'

interface MetadataProps {
  title: string
  description: string
  /** Path and query under which search engines should know the page. */
  path: string
  /** The Open Graph type. */
  type?: 'website' | 'product' | 'profile'
  /** The path of the preview; the server draws one for a page that has none. */
  image?: string
  /** schema.org data, without `@context`; in the browser only `placeholders`. */
  structured?: Record<string, unknown>[]
  /** Search engines may follow its links, but do not list the page. */
  unlisted?: boolean
}

/** The metadata for search engines and link previews. `Page` sets the title itself. */
export function Metadata(props: MetadataProps) {
  const { description, path, structured = [], unlisted = false } = props
  const { siteUrl } = useSite()
  const address = siteUrl + BASE_PATH + path
  const languages = PAGE_LANGUAGES
  const text = shorten(description, 160)
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={address} />
      {languages?.map((code) => (
        <link key={code} rel="alternate" hrefLang={code} href={siteUrl + basePathOf(code, languages) + path} />
      ))}
      {languages && <link rel="alternate" hrefLang="x-default" href={siteUrl + path} />}
      {unlisted && <meta name="robots" content="noindex, follow" />}
      {import.meta.env.SSR && <PreviewTags {...props} address={address} text={text} />}
      {structured.map((data) => (
        <script
          key={String(data['@type'])}
          type="application/ld+json"
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; `<` is escaped, so that no text in it can end it
          dangerouslySetInnerHTML={{
            __html: import.meta.env.SSR ? toScriptJson({ '@context': 'https://schema.org', ...data }) : '',
          }}
        />
      ))}
    </>
  )
}

/** The tags from which other sites show a link to the page: they read the server's HTML alone. */
function PreviewTags({
  title,
  path,
  type = 'website',
  image,
  address,
  text,
}: MetadataProps & { address: string; text: string }) {
  const { siteUrl } = useSite()
  return (
    <>
      <meta property="og:site_name" content={shopName()} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={absolute(siteUrl, image || previewOf(path))} />
      <meta property="og:image:alt" content={title} />
      {!image && (
        <>
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
        </>
      )}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}

/** Returns the browser's stand-ins for structured data, which only the server renders, so that pages do not carry its code. */
export function placeholders(...types: readonly string[]): Record<string, unknown>[] {
  return types.map((type) => ({ '@type': type }))
}

/** Returns the preview that the server draws: of a category or a seller, otherwise of the home page. */
function previewOf(path: string): string {
  const [, kind = '', name = ''] = (path.split('?', 1)[0] ?? '').split('/')
  if (kind === 'shop' && name) return `/previews/shop/${name}.jpg`
  const isCategory = kind === 'category' && isCategoryTerm(decodeURIComponent(name))
  return isCategory ? `/previews/category/${name}.jpg` : '/previews/home.jpg'
}

/** One step of the path to a page. */
export interface Crumb {
  name: string
  path: string
}

/** Returns the path to a page in schema.org's form. */
export function breadcrumbList(siteUrl: string, crumbs: Crumb[]): Record<string, unknown> {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: siteUrl + BASE_PATH + path,
    })),
  }
}

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.lastIndexOf(' ', length - 3)
  // Not every language uses spaces. Not `…`, which costs time: see `web/app/static-parts.tsx`.
  return `${line.slice(0, cut > 0 ? cut : length - 3)}...`.toWellFormed()
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Returns the text of sanitized HTML on one line. */
export function textOf(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_entity, name: string) => ENTITIES[name] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Returns the absolute address of a picture, which may be absolute already. */
export function absolute(siteUrl: string, address: string): string {
  return address.startsWith('/') ? siteUrl + address : address
}
