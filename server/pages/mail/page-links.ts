import { currentLanguage } from '../../../shared/kernel/language.ts'
import { basePathOf, type LanguageCode } from '../../../shared/kernel/languages.ts'
import { canBePage } from '../../platform/http/page-address.ts'
import type { MailParts } from './layout.ts'

interface Pages {
  siteUrl: string
  languages: readonly LanguageCode[]
}

/** Returns a mail whose links to pages lead to those of the present language. */
export function withPageLinks({ button, settings, ...parts }: MailParts, pages: Pages): MailParts {
  return {
    ...parts,
    ...(button && { button: { ...button, link: pageLink(button.link, pages) } }),
    ...(settings && { settings: { ...settings, link: pageLink(settings.link, pages) } }),
  }
}

/** Returns the link to a page in the present language; a link to anything else is returned unchanged. */
export function pageLink(link: string, { siteUrl, languages }: Pages): string {
  if (link !== siteUrl && !link.startsWith(`${siteUrl}/`)) return link
  const local = link.slice(siteUrl.length)
  const [path = ''] = local.split(/[?#]/, 1)
  return canBePage(path) ? siteUrl + basePathOf(currentLanguage(), languages) + local : link
}
