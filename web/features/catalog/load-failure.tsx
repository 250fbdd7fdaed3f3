import { CloudOff } from 'lucide-react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Products that could not be loaded, with a way to try again. */
export function LoadFailure({ onRetry, retrying }: { onRetry: () => void; retrying: boolean }) {
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      title={catalogMessages.categoryFailed}
      action={
        <Button variant="secondary" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      }
    />
  )
}
