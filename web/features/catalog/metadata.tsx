import { useSite } from '../../api/site.ts'

interface MetadataProps {
  title: string
  description: string
  /** Path and query under which search engines should know the page. */
  path: string
  /** Path of a picture that stands for the page. */
  image?: string
  /** schema.org data, without `@context`. */
  structured?: Record<string, unknown>[]
  /** Search engines may follow its links, but do not list the page. */
  unlisted?: boolean
}

/** The metadata for search engines and link previews. `Page` sets the title itself. */
export function Metadata({ title, description, path, image, structured = [], unlisted = false }: MetadataProps) {
  const { siteUrl } = useSite()
  const text = shorten(description, 160)
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={siteUrl + path} />
      {unlisted && <meta name="robots" content="noindex, follow" />}
      <meta property="og:site_name" content="Openstall" />
      <meta property="og:type" content={image ? 'product' : 'website'} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      <meta property="og:url" content={siteUrl + path} />
      {image && <meta property="og:image" content={siteUrl + image} />}
      {structured.map((data) => (
        <script
          key={String(data['@type'])}
          type="application/ld+json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; `<` is escaped, so that no text in it can end it
          dangerouslySetInnerHTML={{ __html: toScriptJson({ '@context': 'https://schema.org', ...data }) }}
        />
      ))}
    </>
  )
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
      item: siteUrl + path,
    })),
  }
}

function toScriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}

/** Returns the text, cut at a word when it is longer than `length`. */
function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= length) return line
  const cut = line.lastIndexOf(' ', length - 1)
  // Not every language uses spaces.
  return `${line.slice(0, cut > 0 ? cut : length - 1)}…`.toWellFormed()
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

/** Returns the whole address of a picture, which may be one already. */
export function absolute(siteUrl: string, address: string): string {
  return address.startsWith('/') ? siteUrl + address : address
}
