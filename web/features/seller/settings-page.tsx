import { sellerMessages } from '../../../shared/seller/messages.ts'
import { SettingsPage } from '../account/settings-page.tsx'

/** How the seller is shown, and the password. */
export function SellerSettingsPage() {
  return <SettingsPage heading={sellerMessages.settingsHeading} />
}
