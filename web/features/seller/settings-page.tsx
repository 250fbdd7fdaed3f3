import { accountMessages } from '../../../shared/accounts/messages.ts'
import { SettingsPage } from '../accounts/settings-page.tsx'

/** How the seller is shown, and the password. */
export function SellerSettingsPage() {
  return <SettingsPage heading={accountMessages.sellerSettingsHeading} />
}
