import { useState } from 'react'
import { amountLeft } from '../../../shared/kernel/money.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { SANDBOX_METHODS } from '../../../shared/payments/sandbox-cards.ts'
import { sandboxMessages, sandboxRefusals } from '../../../shared/payments/sandbox-messages.ts'
import type { SandboxPayment, SandboxPlayed, SandboxTransfer } from '../../../shared/payments/sandbox-schema.ts'
import { failureText } from '../../api/failure-text.ts'
import { TestMode } from '../../session/test-mode.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { CreditCard } from '../../ui/icons.tsx'
import { type Column, RowList } from '../../ui/list/row-list.tsx'
import { RowMenu } from '../../ui/list/row-menu.tsx'
import { MenuItem } from '../../ui/overlay/menu.tsx'
import { showError, showSuccess } from '../../ui/overlay/toasts.tsx'
import { Page } from '../../ui/page.tsx'
import { AreaDrawing } from '../../ui/pictures/drawings.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Price } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { OpenShop } from './open-shop.tsx'
import { type AmountToPlay, SandboxAmountDialog } from './sandbox-amount-dialog.tsx'
import { useGetSandboxQuery, usePlaySandboxMutation } from './sandbox-api.ts'

/** How often the page looks for what has happened meanwhile. */
const LOOK_EVERY_MS = 5_000

/** The payment provider that the server plays: its payments and bank transfers, and what an admin can let happen. */
export function AdminSandboxPage() {
  return (
    <Page title={sandboxMessages.title} personal>
      <Books />
    </Page>
  )
}

function Books() {
  const { data, error, isFetching, refetch } = useGetSandboxQuery(undefined, {
    pollingInterval: LOOK_EVERY_MS,
    refetchOnMountOrArgChange: true,
  })
  const [play, { isLoading }] = usePlaySandboxMutation()
  const [asked, setAsked] = useState<AmountToPlay | null>(null)

  async function playNow(what: SandboxPlayed) {
    const { error: failure } = await play(what)
    if (failure) showError(failureText(failure, sandboxRefusals, sandboxMessages.actionFailed))
    else showSuccess(sandboxMessages.played)
  }

  if (error && !data) return <LoadFailure title={sandboxMessages.failed} onRetry={refetch} retrying={isFetching} />
  if (!data)
    return (
      <>
        <LoadingNote />
        <Skeleton className="h-96 rounded-2xl" />
      </>
    )
  return (
    <div className="grid grid-cols-1 gap-8">
      <TestMode />
      <p className="max-w-prose text-muted">{sandboxMessages.intro}</p>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-xl font-semibold">{sandboxMessages.payments}</h2>
        {data.payments.length ? (
          <>
            <Button
              variant="secondary"
              className="justify-self-start"
              busy={isLoading}
              onClick={() => playNow({ play: 'hour_again' })}
            >
              {sandboxMessages.hourAgain}
            </Button>
            <RowList
              label={sandboxMessages.payments}
              rows={data.payments}
              keyOf={({ intent_id }) => intent_id}
              columns={PAYMENT_COLUMNS}
              actions={(payment) => <PaymentMenu payment={payment} onPlay={playNow} onAsk={setAsked} />}
              cardMenu={(payment) => <PaymentMenu payment={payment} onPlay={playNow} onAsk={setAsked} />}
            />
          </>
        ) : (
          <EmptyState
            drawing={<AreaDrawing of="list" />}
            title={sandboxMessages.nothingYet}
            text={sandboxMessages.nothingYetText}
            action={<OpenShop />}
          />
        )}
      </section>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="text-xl font-semibold">{sandboxMessages.transfers}</h2>
        {data.transfers.length ? (
          <RowList
            label={sandboxMessages.transfers}
            rows={data.transfers}
            keyOf={({ transfer_number }) => String(transfer_number)}
            columns={TRANSFER_COLUMNS}
            actions={(transfer) => <TransferMenu transfer={transfer} onPlay={playNow} onAsk={setAsked} />}
            cardMenu={(transfer) => <TransferMenu transfer={transfer} onPlay={playNow} onAsk={setAsked} />}
          />
        ) : (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title={sandboxMessages.noTransfers}
            text={sandboxMessages.noTransfersText}
          />
        )}
      </section>
      {asked && <SandboxAmountDialog asked={asked} onClose={() => setAsked(null)} />}
    </div>
  )
}

const PAYMENT_COLUMNS: readonly Column<SandboxPayment>[] = [
  {
    text: sandboxMessages.order,
    cell: ({ order_id }) => <span className="font-mono text-xs">{order_id ?? sandboxMessages.noOrder}</span>,
  },
  {
    text: sandboxMessages.method,
    cell: ({ payment_method }) => <Method id={payment_method} />,
  },
  {
    text: sandboxMessages.status,
    cell: ({ status, dispute }) =>
      [status.replaceAll('_', ' '), dispute?.is_open && sandboxMessages.disputed].filter(Boolean).join(', '),
    inCard: 'unnamed',
  },
  {
    text: sandboxMessages.amount,
    isAmount: true,
    cell: ({ amount }) => <Price amount={amount} />,
    inCard: 'aside',
  },
  { text: sandboxMessages.refunded, isAmount: true, cell: ({ refunded }) => <Price amount={refunded} /> },
  { text: sandboxMessages.date, cell: ({ created_at }) => <LocalDate at={created_at} precise />, isShort: true },
]

function Method({ id }: { id: string | null }) {
  const known = SANDBOX_METHODS.find((method) => method.id === id)
  return (
    <>
      {known && <span className="block">{orderMessages.paymentMethods[known.method]}</span>}
      <span className="font-mono text-xs wrap-anywhere">{id ?? sandboxMessages.noMethod}</span>
    </>
  )
}

const TRANSFER_COLUMNS: readonly Column<SandboxTransfer>[] = [
  {
    text: sandboxMessages.order,
    cell: ({ reference }) => <span className="font-mono text-xs">{reference}</span>,
  },
  {
    text: sandboxMessages.amount,
    isAmount: true,
    cell: ({ amount }) => <Price amount={amount} />,
    inCard: 'aside',
  },
  {
    text: sandboxMessages.due,
    cell: ({ due_at, arrived_at }) => (
      <>
        {arrived_at && `${sandboxMessages.arrived}: `}
        <LocalDate at={arrived_at ?? due_at} precise />
      </>
    ),
  },
]

interface PlayMenuProps {
  onPlay: (what: SandboxPlayed) => void
  onAsk: (asked: AmountToPlay) => void
}

function PaymentMenu({ payment, onPlay, onAsk }: PlayMenuProps & { payment: SandboxPayment }) {
  const { intent_id, order_id, received, refunded, refund_ids, dispute } = payment
  const left = amountLeft(received, refunded)
  const refund_id = refund_ids.at(-1)
  const name = order_id ?? intent_id
  const refund: AmountToPlay = {
    title: sandboxMessages.refundTitle(name),
    amount: left,
    toPlay: (amount) => ({ play: 'refund', intent_id, amount }),
  }
  return (
    <RowMenu name={name}>
      <MenuItem onSelect={() => onPlay({ play: 'events_again', intent_id })}>{sandboxMessages.eventsAgain}</MenuItem>
      {left > 0 && !dispute && (
        <MenuItem onSelect={() => onPlay({ play: 'dispute', intent_id })}>{sandboxMessages.dispute}</MenuItem>
      )}
      {dispute?.is_open && (
        <>
          <MenuItem onSelect={() => onPlay({ play: 'end_dispute', dispute_id: dispute.dispute_id, end: 'won' })}>
            {sandboxMessages.winDispute}
          </MenuItem>
          <MenuItem onSelect={() => onPlay({ play: 'end_dispute', dispute_id: dispute.dispute_id, end: 'lost' })}>
            {sandboxMessages.loseDispute}
          </MenuItem>
        </>
      )}
      {refund_id && (
        <MenuItem onSelect={() => onPlay({ play: 'fail_refund', refund_id })}>{sandboxMessages.failRefund}</MenuItem>
      )}
      {left > 0 && !dispute && <MenuItem onSelect={() => onAsk(refund)}>{sandboxMessages.refund}</MenuItem>}
    </RowMenu>
  )
}

function TransferMenu({ transfer, onPlay, onAsk }: PlayMenuProps & { transfer: SandboxTransfer }) {
  const { reference, amount, arrived_at } = transfer
  const arrival: AmountToPlay = {
    title: sandboxMessages.letArriveTitle(reference),
    amount,
    toPlay: (dollars) => ({ play: 'transfer', reference, amount: dollars }),
  }
  return (
    <RowMenu name={reference}>
      <MenuItem onSelect={() => onAsk(arrival)}>{sandboxMessages.letArrive}</MenuItem>
      {arrived_at === null && (
        <MenuItem onSelect={() => onPlay({ play: 'drop_transfer', reference })}>
          {sandboxMessages.dropTransfer}
        </MenuItem>
      )}
    </RowMenu>
  )
}
