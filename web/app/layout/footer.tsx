import type { MouseEvent, ReactNode } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'
import { BASE_PATH, currentLanguage, PAGE_LANGUAGES } from '../../../shared/kernel/language.ts'
import { basePathOf, LANGUAGES, type LanguageCode } from '../../../shared/kernel/languages.ts'
import { savedMessages } from '../../../shared/saved/messages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSite } from '../../api/site.ts'
import { useSession } from '../../session/use-session.ts'
import { classNames } from '../../ui/class-names.ts'
import { Heart } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'

const linkLook = 'inline-flex min-h-8 items-center text-muted hover:text-ink hover:underline'

export function Footer() {
  const { about, links, contact, social } = useSite().market.footer
  return (
    <footer className="print:hidden mt-16 border-t border-line bg-tint">
      <div className="mx-auto grid max-w-page grid-flow-row-dense grid-cols-[repeat(auto-fit,minmax(min(8rem,100%),1fr))] gap-10 px-4 py-12 sm:grid-cols-2 lg:grid-cols-4 lg:px-12">
        <Column title={appMessages.aboutUs} wide>
          <p className="max-w-[34ch] text-muted">{about}</p>
        </Column>
        <Column title={appMessages.quickLinks}>
          <ul>
            {links.map(([to, text]) => (
              <li key={to}>
                <Link to={to} className={linkLook}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </Column>
        <Column title={appMessages.contactUs} wide>
          <address className="grid gap-1.5 text-muted not-italic">
            {contact.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </address>
        </Column>
        <Column title={appMessages.followUs} id="follow-us">
          <ul>
            {social.map(([name, address]) => (
              <li key={name}>
                <a
                  href={address || '#follow-us'}
                  onClick={address ? undefined : (event) => event.preventDefault()}
                  className={linkLook}
                >
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </Column>
      </div>
      <div className="mx-auto flex max-w-page flex-wrap items-end justify-between gap-x-8 gap-y-4 px-4 pb-10 lg:px-12">
        <ThemeSwitch />
        {PAGE_LANGUAGES && <LanguageSwitch languages={PAGE_LANGUAGES} />}
        <Link to="/wish-list" className={`${linkLook} gap-2`}>
          <Heart aria-hidden className="size-5" />
          {savedMessages.heading}
        </Link>
      </div>
    </footer>
  )
}

interface ColumnProps {
  title: string
  id?: string
  /** Takes a full row on phones. */
  wide?: boolean
  children: ReactNode
}

function Column({ title, id, wide, children }: ColumnProps) {
  return (
    <section className={wide ? 'max-sm:col-span-full' : undefined}>
      <h2 id={id} className="mb-3 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** The longest wait for the account's language to be saved before the page changes. */
const SAVING_MS = 2_000

function LanguageSwitch({ languages }: { languages: readonly LanguageCode[] }) {
  const { isLoggedIn } = useSession()
  const dispatch = useAppDispatch()

  /** After a failure, mails stay in the previous language. */
  async function save(language: LanguageCode): Promise<void> {
    try {
      const { changeLanguage } = await loadCode(() => import('../../session/change-profile.ts'), true)
      await dispatch(changeLanguage(language))
    } catch (error) {
      console.warn(error)
    }
  }

  async function choose(event: MouseEvent<HTMLAnchorElement>, language: LanguageCode): Promise<void> {
    const { currentTarget: link, ctrlKey, metaKey, shiftKey } = event
    const { pathname, search } = location
    // The server renders the footer once for all pages, with links to the first page.
    link.href = basePathOf(language, languages) + pathname.slice(BASE_PATH.length) + search
    if (!isLoggedIn || ctrlKey || metaKey || shiftKey) return
    event.preventDefault()
    await Promise.race([save(language), new Promise((resolve) => setTimeout(resolve, SAVING_MS))])
    location.assign(link.href)
  }

  return (
    <nav aria-label={appMessages.languages}>
      <ul className="flex flex-wrap gap-x-4">
        {languages.map((code) => (
          <li key={code}>
            <a
              href={`${basePathOf(code, languages)}/`}
              hrefLang={code}
              lang={code}
              aria-current={code === currentLanguage() ? 'true' : undefined}
              onClick={(event) => void choose(event, code)}
              className={classNames(
                'inline-flex min-h-8 items-center hover:text-ink hover:underline',
                code === currentLanguage() ? 'font-medium' : 'text-muted',
              )}
            >
              {LANGUAGES[code].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
