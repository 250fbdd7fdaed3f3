import { adminMessages } from '../../../shared/admin/messages.ts'
import { SettingsPage } from '../account/settings-page.tsx'

/** How the admin is shown, and the password. */
export function AdminSettingsPage() {
  return <SettingsPage heading={adminMessages.settingsHeading} />
}
