import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { MAX_METHODS } from '../../../../shared/delivery/constants.ts'
import { deliveryErrors } from '../../../../shared/delivery/errors.ts'
import { methodMessages, sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import type { SellerDeliveryPage, SellerMethod } from '../../../../shared/delivery/schema.ts'
import { failureText } from '../../../api/failure-text.ts'
import { useCalls } from '../../../session/use-calls.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Link } from '../../../ui/link.tsx'
import { EntryPage, ListPage } from '../../../ui/list/list-frame.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { type Order, useOrder } from '../../../ui/list/use-order.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { StateDot, TwoLines } from '../../../ui/values.tsx'
import { daysText, freeFromText, placesText, priceText } from '../../delivery/method-words.ts'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { DispatchSettings } from './dispatch-settings.tsx'
import { MethodForm } from './method-form.tsx'
import { sellerDeliveryApi } from './seller-delivery-api.ts'
import { TryDelivery } from './try-delivery.tsx'

/** A seller's delivery methods and settings, or the method that the address names. */
export function DeliveryPage() {
  const { method } = useParams()
  return method === undefined ? <Overview /> : <EditMethod key={method} id={method} />
}

function Overview() {
  const result = sellerDeliveryApi.useGetDeliveryQuery(undefined, { refetchOnMountOrArgChange: true })
  const { data } = result
  const isFull = data !== undefined && data.methods.length >= MAX_METHODS
  return (
    <ListPage
      title={sellerDeliveryMessages.heading}
      aside={
        data &&
        data.methods.length > 0 &&
        !isFull && (
          <ButtonLink to="/seller/delivery/new" size="small">
            {sellerDeliveryMessages.add}
          </ButtonLink>
        )
      }
    >
      <p className="mb-6 max-w-prose text-muted">{sellerDeliveryMessages.intro}</p>
      <Loaded result={result} failure={sellerDeliveryMessages.loadFailed} skeleton="h-100">
        {({ methods, unweighed, settings }) => (
          <div className="grid grid-cols-1 gap-6">
            {isFull && <p>{sellerDeliveryMessages.full()}</p>}
            <Notes methods={methods} unweighed={unweighed} />
            <MethodList methods={methods} />
            <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
              <DispatchSettings settings={settings} />
              <TryDelivery />
            </div>
          </div>
        )}
      </Loaded>
    </ListPage>
  )
}

function Notes({ methods, unweighed }: Pick<SellerDeliveryPage, 'methods' | 'unweighed'>) {
  const active = methods.filter((method) => method.active)
  const isWeighed = active.some(({ price_by }) => price_by === 'weight')
  return (
    <>
      {methods.length > 0 && active.length === 0 && (
        <p role="status" className="rounded-field bg-danger-tint px-4 py-3 text-danger">
          {sellerDeliveryMessages.noneActive}
        </p>
      )}
      {isWeighed && unweighed > 0 && (
        <p role="status" className="rounded-field bg-info-tint px-4 py-3 text-info">
          {sellerDeliveryMessages.unweighed({ count: unweighed })}{' '}
          <Link to="/seller/products" className="font-medium underline underline-offset-2">
            {sellerDeliveryMessages.toProducts}
          </Link>
        </p>
      )}
    </>
  )
}

function EditMethod({ id }: { id: string }) {
  const result = sellerDeliveryApi.useGetDeliveryQuery(undefined, { refetchOnMountOrArgChange: true })
  const method = result.data?.methods.find(({ method_id }) => method_id === id)
  const name = id === 'new' ? sellerDeliveryMessages.add : (method?.name ?? sellerDeliveryMessages.method)
  return (
    <EntryPage title={name} list="/seller/delivery" back={sellerDeliveryMessages.back}>
      {id === 'new' || method ? (
        <MethodForm method={method} />
      ) : (
        <Loaded result={result} failure={sellerDeliveryMessages.loadFailed} skeleton="h-100">
          {() => <p>{deliveryErrors.method_not_found.text}</p>}
        </Loaded>
      )}
    </EntryPage>
  )
}

const editorPath = (id: string) => `/seller/delivery/${id}`

function MethodList({ methods }: { methods: readonly SellerMethod[] }) {
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState<SellerMethod | null>(null)
  const [store] = sellerDeliveryApi.useOrderMethodsMutation()
  const [save] = sellerDeliveryApi.useSaveMethodMutation()
  const [duplicate] = sellerDeliveryApi.useDuplicateMethodMutation()
  const failed = sellerDeliveryMessages.changeFailed
  const order = useOrder({
    rows: methods,
    nameOf: ({ name }) => name,
    async save(ordered) {
      const { error } = await store(ordered.map(({ method_id }) => method_id))
      return error && failureText(error, deliveryErrors, failed)
    },
  })
  const { call, noteAt } = useCalls(deliveryErrors)

  function toggle(method: SellerMethod) {
    const { switchedOff, switchedOn } = sellerDeliveryMessages
    const done = (method.active ? switchedOff : switchedOn)({ name: method.name })
    return call(method.method_id, () => save({ ...method, active: !method.active }), { done, failed })
  }

  if (!methods.length) {
    return (
      <EmptyState
        title={sellerDeliveryMessages.noneTitle}
        text={sellerDeliveryMessages.noneText}
        action={<ButtonLink to={editorPath('new')}>{sellerDeliveryMessages.add}</ButtonLink>}
      />
    )
  }
  return (
    <div>
      <RowList
        label={sellerDeliveryMessages.methods}
        rows={methods}
        keyOf={({ method_id }) => method_id}
        columns={columnsFor(order)}
        onOpen={({ method_id }) => navigate(editorPath(method_id))}
        menu={(method) => (
          <RowMenu name={method.name}>
            <MenuLink to={editorPath(method.method_id)}>{sellerDeliveryMessages.edit}</MenuLink>
            {order.entriesOf(method)}
            <MenuItem onSelect={() => toggle(method)}>
              {method.active ? sellerDeliveryMessages.switchOff : sellerDeliveryMessages.switchOn}
            </MenuItem>
            <MenuItem
              onSelect={() =>
                call(method.method_id, () => duplicate(method.method_id), {
                  done: sellerDeliveryMessages.duplicated,
                  failed,
                })
              }
            >
              {sellerDeliveryMessages.duplicate}
            </MenuItem>
            <MenuItem onSelect={() => setDeleted(method)}>{sellerDeliveryMessages.delete}</MenuItem>
          </RowMenu>
        )}
        failureOf={({ method_id }) => noteAt(method_id)}
      />
      {order.announcement}
      {deleted && <DeleteDialog method={deleted} onClose={() => setDeleted(null)} />}
    </div>
  )
}

function columnsFor({ handleOf }: Order<SellerMethod>): readonly Column<SellerMethod>[] {
  return [
    {
      text: sellerDeliveryMessages.method,
      cell: (method) => (
        <span className="flex items-center gap-3">
          {handleOf(method)}
          <TwoLines
            first={
              <Link to={editorPath(method.method_id)} className="underline underline-offset-2">
                {method.name}
              </Link>
            }
            second={method.kind === 'pickup' && methodMessages.pickup}
          />
        </span>
      ),
    },
    {
      text: sellerDeliveryMessages.deliversTo,
      cell: (method) => <TwoLines first={placesText(method)} second={method.pickup_address.replaceAll('\n', ', ')} />,
    },
    {
      text: sellerDeliveryMessages.price,
      cell: (method) => <TwoLines first={priceText(method)} second={freeFromText(method)} />,
    },
    { text: sellerDeliveryMessages.days, isShort: true, from: 'lg', cell: daysText },
    {
      text: sellerDeliveryMessages.state,
      cell: ({ active }) => (
        <StateDot tone={active ? 'good' : 'quiet'}>{active ? methodMessages.on : methodMessages.off}</StateDot>
      ),
    },
  ]
}

function DeleteDialog({ method: { method_id, name }, onClose }: { method: SellerMethod; onClose: () => void }) {
  const [remove] = sellerDeliveryApi.useDeleteMethodMutation()
  return (
    <ActionDialog
      title={sellerDeliveryMessages.deleteQuestion({ name })}
      text={sellerDeliveryMessages.deleteText}
      confirm={sellerDeliveryMessages.delete}
      success={sellerDeliveryMessages.deleted}
      danger
      refusals={deliveryErrors}
      onSubmit={async () => ({ error: (await remove(method_id)).error })}
      onClose={onClose}
    />
  )
}
