import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'

/** Returns the title of a page; the usual name of one that nobody has written. */
export function pageName({ slug, title }: { slug: string; title: string }): string {
  return title || (pageMessages.names as Record<string, string>)[slug] || slug
}
