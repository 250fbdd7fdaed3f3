import { sessionMessages } from '../../../shared/accounts/session-messages.ts'
import { useAppSelector } from '../../api/app-store.ts'
import { FailureNote } from '../../ui/failure-note.tsx'

/** Says on every page of a layout that the last logout failed. */
export function LogoutFailure({ onRetry }: { onRetry: () => Promise<void> }) {
  const failed = useAppSelector(({ auth }) => auth.logoutFailed)
  return <FailureNote text={failed ? sessionMessages.signOutFailed : null} onRetry={onRetry} className="mx-4 mt-4" />
}
