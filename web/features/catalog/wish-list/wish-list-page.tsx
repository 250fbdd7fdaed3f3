import { useLocation } from 'react-router'
import { savedListMessages } from '../../../../shared/saved/list-messages.ts'
import { savedMessages } from '../../../../shared/saved/messages.ts'
import { authenticationPath, BuyersAndVisitors } from '../../../session/guards.tsx'
import { useSession } from '../../../session/use-session.ts'
import { Link } from '../../../ui/link.tsx'
import { Page } from '../../../ui/page.tsx'
import { Sentence } from '../../../ui/text.tsx'
import { WishList } from './wish-list.tsx'

/** The wish list of a buyer or a visitor. */
export function WishListPage() {
  const { isLoggedIn } = useSession()
  return (
    <BuyersAndVisitors title={savedMessages.heading}>
      <Page title={savedMessages.heading} personal>
        {!isLoggedIn && <VisitorHint />}
        <WishList />
      </Page>
    </BuyersAndVisitors>
  )
}

function VisitorHint() {
  const { pathname } = useLocation()
  const signIn = (
    <Link to={authenticationPath(pathname)} className="text-brand-strong underline underline-offset-2">
      {savedListMessages.signIn}
    </Link>
  )
  return (
    <p className="mb-6 text-muted">
      <Sentence message={savedListMessages.visitorHint} values={{ signIn }} />
    </p>
  )
}
