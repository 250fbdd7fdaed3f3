import { rightErrors, rightMessages } from '../../../shared/accounts/right-messages.ts'
import type { RequiredRight } from '../../../shared/accounts/rights.ts'
import { LockKeyhole } from '../../ui/area-icons.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

/** Replaces a page that an admin may not use. */
export function RightMissing({ title = '', right = 'owner' }: Partial<{ title: string; right: RequiredRight }>) {
  const text =
    right === 'owner' ? rightErrors.owners_only.text : rightMessages.missing({ right: rightMessages.rights[right] })
  return (
    <Page title={title} personal>
      <EmptyState icon={<LockKeyhole aria-hidden />} title={text} />
    </Page>
  )
}
