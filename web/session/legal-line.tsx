import type { Order } from '../../shared/orders/schema.ts'
import { sitePagePath } from '../../shared/site-pages/constants.ts'
import { legalMessages } from '../../shared/site-pages/legal-messages.ts'
import { useSite } from '../api/site.ts'
import { Link } from '../ui/link.tsx'
import { Sentence } from '../ui/text.tsx'

/** Names the published terms and privacy policy beside a button; nothing while there are none. */
export function LegalLine({ of }: { of: 'order' | 'signUp' }) {
  const { agreed } = useSite().market
  if (!agreed) return null
  return (
    <p className="text-center text-sm text-balance text-muted">
      <LegalSentence of={of} agreed={agreed} />
    </p>
  )
}

/** Links the versions of the pages that an order was placed under; nothing without any. */
export function LegalVersions({ agreed }: Pick<Order, 'agreed'>) {
  if (!agreed) return null
  return (
    <p className="text-sm text-muted">
      <LegalSentence of="placed" agreed={agreed} />
    </p>
  )
}

interface LegalSentenceProps {
  of: 'order' | 'signUp' | 'placed'
  /** By page its version, or that the current one is meant. */
  agreed: { [page in 'terms' | 'privacy']?: number | true | null }
}

function LegalSentence({ of, agreed: { terms, privacy } }: LegalSentenceProps) {
  const messages = legalMessages[of]
  const message = terms && privacy ? messages.both : terms ? messages.terms : messages.privacy
  const values = {
    terms: <PageLink page="terms" version={terms} />,
    privacy: <PageLink page="privacy" version={privacy} />,
  }
  return <Sentence message={message} values={values} />
}

/** In a tab of its own, as a form may stay open. */
function PageLink({ page, version }: { page: 'terms' | 'privacy'; version: number | true | null | undefined }) {
  const path = sitePagePath(page, typeof version === 'number' ? version : undefined)
  return (
    <Link to={path} target="_blank" className="inline-block py-1 underline underline-offset-2">
      {legalMessages[page]}
    </Link>
  )
}
