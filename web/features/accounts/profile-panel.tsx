import type { ReactNode } from 'react'
import { accountMessages } from '../../../shared/accounts/messages.ts'
import { useAccount, useSession } from '../../session/use-session.ts'
import { LocalDate } from '../../ui/values.tsx'
import { RecentlyViewed } from '../catalog/recently-viewed.tsx'
import { MailSettings } from '../notifications/mail-settings.tsx'
import { useGetLastAddressQuery } from '../orders/orders-api.ts'
import { ShippingAddress } from '../orders/shipping-address.tsx'

/** The account's data, mail settings and recently viewed products. */
export function ProfilePanel() {
  const { userRole } = useSession()
  const account = useAccount()
  const isBuyer = userRole === 'buyer'
  const { currentData } = useGetLastAddressQuery(undefined, { skip: !isBuyer })
  return (
    <div className="grid grid-cols-1 gap-10">
      <section aria-labelledby="account-details">
        <h2 id="account-details" className="mb-4 display text-lg">
          {accountMessages.accountDetails}
        </h2>
        <dl className="grid grid-cols-1 gap-x-8 gap-y-3 rounded-picture border border-line bg-surface p-5 sm:grid-cols-[14rem_1fr] sm:p-6">
          <Detail term={accountMessages.accountType}>{accountMessages.roles[userRole]}</Detail>
          {account?.created_at && (
            <Detail term={accountMessages.memberSince}>
              <LocalDate at={account.created_at} />
            </Detail>
          )}
          {currentData?.shipping_address && (
            <Detail term={accountMessages.lastAddress}>
              <ShippingAddress stored={currentData.shipping_address} />
            </Detail>
          )}
        </dl>
      </section>
      <MailSettings />
      <RecentlyViewed />
    </div>
  )
}

function Detail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{term}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-2">{children}</dd>
    </>
  )
}
