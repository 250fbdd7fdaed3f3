import { CloudOff } from 'lucide-react'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'

interface LoadFailureProps {
  title: string
  onRetry: () => void
  retrying: boolean
}

/** Something that could not be loaded, with a way to try again. */
export function LoadFailure({ title, onRetry, retrying }: LoadFailureProps) {
  return (
    <EmptyState
      role="alert"
      icon={<CloudOff aria-hidden />}
      title={title}
      action={
        <Button variant="secondary" onClick={onRetry} busy={retrying}>
          Try again
        </Button>
      }
    />
  )
}
