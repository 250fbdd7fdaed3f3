import type { ReactNode } from 'react'
import { amountLeft } from '../../../shared/kernel/money.ts'
import { statsMessages } from '../../../shared/stats/messages.ts'
import { classNames } from '../class-names.ts'
import { Price, Sentence } from '../text.tsx'

interface ReconciledProps {
  /** In dollars, at the prices when ordered. Undefined while they load, in the same space. */
  amounts: { sold: number; reversed: number; awaited: number } | undefined
  /** Links to the orders. */
  children: ReactNode
}

const NOTHING = { sold: 0, reversed: 0, awaited: 0 }

/** One line of amounts: sold, reversed, and the rest. */
export function Reconciled({ amounts, children }: ReconciledProps) {
  const { sold, reversed, awaited } = amounts ?? NOTHING
  return (
    <p
      className={classNames(
        'mt-3 flex min-h-12 flex-wrap content-start items-baseline gap-x-4 text-sm text-muted max-sm:min-h-26',
        !amounts && 'invisible',
      )}
    >
      <span className="font-medium text-ink">
        <Sentence
          message={statsMessages.reconciled}
          values={{
            sold: <Price amount={sold} />,
            reversed: <Price amount={reversed} />,
            net: <Price amount={amountLeft(sold, reversed)} />,
          }}
        />
      </span>
      {awaited > 0 && (
        <span>
          <Sentence message={statsMessages.awaited} values={{ amount: <Price amount={awaited} /> }} />
        </span>
      )}
      {children}
    </p>
  )
}
