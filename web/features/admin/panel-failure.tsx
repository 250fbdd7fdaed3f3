import { uiMessages } from '../../../shared/kernel/messages.ts'
import { Button } from '../../ui/button.tsx'

/** Reports in a detail panel that its entry could not be loaded, with a button to retry. */
export function PanelFailure({ text, onRetry, retrying }: { text: string; onRetry: () => void; retrying: boolean }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3">
      <p className="text-danger wrap-anywhere">{text}</p>
      <Button variant="secondary" busy={retrying} onClick={onRetry}>
        {uiMessages.retry}
      </Button>
    </div>
  )
}
