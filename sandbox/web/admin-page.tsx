import { useState } from 'react'
import { amountLeft, currencyCode, readAmount } from '../../shared/kernel/money.ts'
import { orderMessages } from '../../shared/orders/messages.ts'
import { api } from '../../web/api/api.ts'
import { failureText } from '../../web/api/failure-text.ts'
import { OpenShop } from '../../web/features/admin/open-shop.tsx'
import { wrongAmount } from '../../web/features/admin/wrong-amount.ts'
import { ActionDialog, DialogField } from '../../web/features/fulfilment/action-dialog.tsx'
import { CreditCard } from '../../web/ui/area-icons.ts'
import { Button } from '../../web/ui/button.tsx'
import { EmptyState } from '../../web/ui/empty-state.tsx'
import { LoadFailure } from '../../web/ui/failure-note.tsx'
import { ListSkeleton } from '../../web/ui/list/list-skeleton.tsx'
import { type Column, RowList } from '../../web/ui/list/row-list.tsx'
import { RowMenu } from '../../web/ui/list/row-menu.tsx'
import { MenuItem } from '../../web/ui/overlay/menu.tsx'
import { showError, showSuccess } from '../../web/ui/overlay/toasts.tsx'
import { Page } from '../../web/ui/page.tsx'
import { Drawing } from '../../web/ui/pictures/drawing.tsx'
import { Price } from '../../web/ui/text.tsx'
import { LocalDate } from '../../web/ui/values.tsx'
import { SANDBOX_METHODS } from '../cards.ts'
import { sandboxErrors, sandboxMessages } from '../messages.ts'
import type { SandboxBooks, SandboxPayment, SandboxPlayed, SandboxTransfer } from '../schema.ts'

/** Polling interval. */
const POLL_MS = 5_000

/** The sandbox's payments and bank transfers, and the events that an admin can trigger. */
export function AdminSandboxPage() {
  return (
    <Page title={sandboxMessages.title} personal>
      <Books />
    </Page>
  )
}

function Books() {
  const { data, error, isFetching, refetch } = sandboxApi.useGetSandboxQuery(undefined, {
    pollingInterval: POLL_MS,
    refetchOnMountOrArgChange: true,
  })
  const [play, { isLoading }] = sandboxApi.usePlaySandboxMutation()
  const [pending, setPending] = useState<AmountToPlay | null>(null)

  async function playNow(what: SandboxPlayed) {
    const { error: failure } = await play(what)
    if (failure) showError(failureText(failure, sandboxErrors, sandboxMessages.actionFailed))
    else showSuccess(sandboxMessages.played)
  }

  if (error && !data) return <LoadFailure title={sandboxMessages.failed} onRetry={refetch} retrying={isFetching} />
  if (!data) return <ListSkeleton className="h-96" />
  return (
    <div className="grid grid-cols-1 gap-8">
      <p className="max-w-prose text-muted">{sandboxMessages.intro}</p>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="display text-lg">{sandboxMessages.payments}</h2>
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
              menu={(payment) => <PaymentMenu payment={payment} onPlay={playNow} onAsk={setPending} />}
            />
          </>
        ) : (
          <EmptyState
            drawing={<Drawing of="list" />}
            title={sandboxMessages.nothingYet}
            text={sandboxMessages.nothingYetText}
            action={<OpenShop />}
          />
        )}
      </section>
      <section className="grid grid-cols-1 gap-4">
        <h2 className="display text-lg">{sandboxMessages.transfers}</h2>
        {data.transfers.length ? (
          <RowList
            label={sandboxMessages.transfers}
            rows={data.transfers}
            keyOf={({ transfer_number }) => String(transfer_number)}
            columns={TRANSFER_COLUMNS}
            menu={(transfer) => <TransferMenu transfer={transfer} onPlay={playNow} onAsk={setPending} />}
          />
        ) : (
          <EmptyState
            icon={<CreditCard aria-hidden />}
            title={sandboxMessages.noTransfers}
            text={sandboxMessages.noTransfersText}
          />
        )}
      </section>
      {pending && <SandboxAmountDialog pending={pending} onClose={() => setPending(null)} />}
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
  { text: sandboxMessages.date, cell: ({ created_at }) => <LocalDate at={created_at} precise />, from: 'xl' },
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
  onAsk: (pending: AmountToPlay) => void
}

function PaymentMenu({ payment, onPlay, onAsk }: PlayMenuProps & { payment: SandboxPayment }) {
  const { intent_id, order_id, received, refunded, refund_ids, dispute } = payment
  const left = amountLeft(received, refunded)
  const refund_id = refund_ids.at(-1)
  const name = order_id ?? intent_id
  const refund: AmountToPlay = {
    title: sandboxMessages.refundTitle({ order: name }),
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
    title: sandboxMessages.letArriveTitle({ reference }),
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

export interface AmountToPlay {
  title: string
  /** Initial value, in dollars. */
  amount: number
  toPlay: (amount: number) => SandboxPlayed
}

/** Asks for the amount of an event. */
export function SandboxAmountDialog({ pending, onClose }: { pending: AmountToPlay; onClose: () => void }) {
  const [play] = sandboxApi.usePlaySandboxMutation()
  const [amount, setAmount] = useState(pending.amount.toFixed(2))

  async function submit() {
    const { error } = await play(pending.toPlay(readAmount(amount) ?? 0))
    if (error) return { error }
    showSuccess(sandboxMessages.played)
    return {}
  }

  return (
    <ActionDialog
      title={pending.title}
      confirm={sandboxMessages.play}
      refusals={sandboxErrors}
      check={() => ({ amount: wrongAmount(amount) })}
      onSubmit={submit}
      onClose={onClose}
    >
      <DialogField
        name="amount"
        label={sandboxMessages.amountLabel({ currency: currencyCode() })}
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={({ target }) => setAmount(target.value)}
      />
    </ActionDialog>
  )
}

const sandboxApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSandbox: build.query<SandboxBooks, void>({
      query: () => '/api/admin/sandbox',
      providesTags: ['AdminPayment'],
    }),
    playSandbox: build.mutation<null, SandboxPlayed>({
      query: (body) => ({ url: '/api/admin/sandbox/plays', method: 'POST', body }),
      invalidatesTags: ['AdminPayment', 'AdminOrder'],
    }),
  }),
})
