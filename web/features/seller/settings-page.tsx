import { accountMessages } from '../../../shared/accounts/messages.ts'
import { SettingsPage } from '../accounts/settings-page.tsx'
import { PageCard } from './page-card.tsx'

/** The settings of a seller, with their page in the shop. */
export function SellerSettingsPage() {
  return (
    <SettingsPage heading={accountMessages.sellerSettingsHeading}>
      <PageCard />
    </SettingsPage>
  )
}
