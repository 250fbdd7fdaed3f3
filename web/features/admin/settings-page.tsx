import { accountMessages } from '../../../shared/accounts/messages.ts'
import { SettingsPage } from '../accounts/settings-page.tsx'

/** The admin's profile and password. */
export function AdminSettingsPage() {
  return <SettingsPage heading={accountMessages.adminSettingsHeading} />
}
