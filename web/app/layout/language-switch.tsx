import type { MouseEvent } from 'react'
import { appMessages } from '../../../shared/app/messages.ts'
import { BASE_PATH, currentLanguage } from '../../../shared/kernel/language.ts'
import { basePathOf, LANGUAGES, type LanguageCode } from '../../../shared/kernel/languages.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { useSession } from '../../session/use-session.ts'
import { classNames } from '../../ui/class-names.ts'
import { loadCode } from '../../ui/load-code.ts'

/** The longest wait for the account's language to be saved before the page changes. */
const SAVING_MS = 2_000

/** Links to this page in the marketplace's other languages; also saves a signed-in user's choice, for mails. */
export function LanguageSwitch({ languages }: { languages: readonly LanguageCode[] }) {
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
