import { securityMessages } from '../../../shared/auth/security-messages.ts'
import { Page } from '../../ui/page.tsx'
import { FactorsCard } from '../auth/factors-section.tsx'

/** The page of an admin without the second factor that this marketplace requires. */
export function SetUpFactor() {
  return (
    <Page title={securityMessages.heading} personal width="medium">
      <p className="mb-6">{securityMessages.requiredOfAdmins}</p>
      <FactorsCard />
    </Page>
  )
}
