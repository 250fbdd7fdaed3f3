import { uiMessages } from '../../shared/kernel/messages.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { CloudOff } from './icons.tsx'

interface LoadFailureProps {
  title: string
  onRetry: () => void
  retrying: boolean
}

/** Reports that something could not be loaded, with a button to retry. */
export function LoadFailure({ title, onRetry, retrying }: LoadFailureProps) {
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      title={title}
      action={
        <Button variant="secondary" onClick={onRetry} busy={retrying}>
          {uiMessages.retry}
        </Button>
      }
    />
  )
}
