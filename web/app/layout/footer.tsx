import type { ReactNode } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'
import { PAGE_LANGUAGES } from '../../../shared/kernel/language.ts'
import { savedMessages } from '../../../shared/saved/messages.ts'
import { useSite } from '../../api/site.ts'
import { Heart } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { ThemeSwitch } from '../../ui/theme-switch.tsx'
import { LanguageSwitch } from './language-switch.tsx'

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
