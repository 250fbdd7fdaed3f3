import { savedListMessages } from '../../../shared/saved/list-messages.ts'
import { savedMessages } from '../../../shared/saved/messages.ts'
import { BuyersAndVisitors } from '../../session/guards.tsx'
import { useSession } from '../../session/use-session.ts'
import { Page } from '../../ui/page.tsx'
import { WishList } from './wish-list.tsx'

/** The wish list of a buyer or a visitor. */
export function WishListPage() {
  const { isLoggedIn } = useSession()
  return (
    <BuyersAndVisitors title={savedMessages.heading}>
      <Page title={savedMessages.heading} personal>
        {!isLoggedIn && <p className="mb-6 text-muted">{savedListMessages.visitorHint}</p>}
        <WishList />
      </Page>
    </BuyersAndVisitors>
  )
}
