import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'

interface ActionButtonsProps<Action extends string> extends Pick<ComponentProps<typeof Button>, 'size' | 'variant'> {
  /** Each with its text, and whether it is possible now. */
  actions: readonly (readonly [Action, string, boolean])[]
  onOpen: (action: Action) => void
}

/** A button for each possible action. */
export function ActionButtons<Action extends string>({ actions, onOpen, ...look }: ActionButtonsProps<Action>) {
  return actions.map(
    ([action, text, isPossible]) =>
      isPossible && (
        <Button key={action} {...look} onClick={() => onOpen(action)}>
          {text}
        </Button>
      ),
  )
}
