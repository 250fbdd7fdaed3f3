import { accountMessages } from '../../../shared/accounts/messages.ts'
import { SettingsPage } from '../accounts/settings-page.tsx'

/** How the admin is shown, and the password. */
export function AdminSettingsPage() {
  return <SettingsPage heading={accountMessages.adminSettingsHeading} />
}
