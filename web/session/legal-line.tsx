import { sitePagePath } from '../../shared/site-pages/constants.ts'
import { legalMessages } from '../../shared/site-pages/legal-messages.ts'
import { useSite } from '../api/site.ts'
import { Link } from '../ui/link.tsx'
import { Sentence } from '../ui/text.tsx'

/** Names the published terms and privacy policy beside a button; nothing while there are none. */
export function LegalLine({ of }: { of: 'order' | 'signUp' }) {
  const { agreed } = useSite().market
  if (!agreed) return null
  const { both, terms, privacy } = legalMessages[of]
  const message = agreed.terms && agreed.privacy ? both : agreed.terms ? terms : privacy
  const values = { terms: <PageLink page="terms" />, privacy: <PageLink page="privacy" /> }
  return (
    <p className="text-center text-sm text-balance text-muted">
      <Sentence message={message} values={values} />
    </p>
  )
}

/** In a tab of its own, as the form stays open. */
function PageLink({ page }: { page: 'terms' | 'privacy' }) {
  return (
    <Link to={sitePagePath(page)} target="_blank" className="inline-block py-1 underline underline-offset-2">
      {legalMessages[page]}
    </Link>
  )
}
