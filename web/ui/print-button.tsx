import { uiMessages } from '../../shared/kernel/messages.ts'
import { Printer } from './area-icons.ts'
import { Button } from './button.tsx'

/** Prints the page; menus and buttons stay off the paper. */
export function PrintButton() {
  return (
    <Button variant="secondary" size="small" className="print:hidden" onClick={() => print()}>
      <Printer aria-hidden className="size-4" /> {uiMessages.print}
    </Button>
  )
}
