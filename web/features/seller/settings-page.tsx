import { accountMessages } from '../../../shared/accounts/messages.ts'
import { SettingsPage } from '../accounts/settings-page.tsx'

/** The seller's profile and password. */
export function SellerSettingsPage() {
  return <SettingsPage heading={accountMessages.sellerSettingsHeading} />
}
