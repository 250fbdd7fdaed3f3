import { useEffect, useId, useRef, useState } from 'react'
import { fulfilmentErrors } from '../../../shared/fulfilment/errors.ts'
import type { BuyerSellerOrder } from '../../../shared/fulfilment/schema.ts'
import { trackingMessages } from '../../../shared/fulfilment/tracking-messages.ts'
import { commonErrors } from '../../../shared/kernel/errors.ts'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { hasAddress, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { ShippingInfo } from '../../../shared/orders/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/use-draft.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { FormButtons } from '../../ui/form/form-buttons.tsx'
import type { CheckedFormOptions } from '../../ui/form/use-checked-form.ts'
import { loadCode } from '../../ui/load-code.ts'
import { showSuccess } from '../../ui/overlay/toasts.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { AddressFields } from './address-fields.tsx'
import { buyerActionsApi } from './buyer-actions-api.ts'
import { type OrderWithSellerOrders, ordersApi, orderTexts } from './orders-api.ts'
import { isAddressed } from './payment-fact.tsx'

interface AddressFormProps {
  /** The id of the order or seller order under which a typed address is stored. */
  id: string
  heading: string
  /** 2 on a page of its own, 3 within a card that has a heading. */
  level: 2 | 3
  address?: ShippingInfo
  failedToast: string
  send: CheckedFormOptions<ShippingInfo>['send']
  onClose: () => void
}

const NO_ADDRESS: ShippingInfo = { fullName: '', address: '', city: '', postalCode: '', country: '' }
const loadRules = async () =>
  (await loadCode(() => import('../../../shared/orders/schema.ts'), true)).addedAddressSchema

/** A buyer's form for the address of an order or a seller order; the input is stored as a draft until it is saved or discarded. */
function AddressForm({ id, heading, level, address, failedToast, send, onClose }: AddressFormProps) {
  const headingId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm(`address-${id}`, {
    rules: loadRules,
    defaultValues: address ?? NO_ADDRESS,
    failedToast,
    send,
  })
  const Heading = `h${level}` as const
  return (
    <form {...formProps} ref={passFocusOn} aria-labelledby={headingId} className="grid w-full gap-4">
      <Heading id={headingId} className="text-start display text-lg">
        {heading}
      </Heading>
      <DraftOffer {...offer} />
      <fieldset ref={fields} className="contents">
        <AddressFields field={field} />
      </fieldset>
      <FailureNote {...failure} />
      <FormButtons
        submit={orderMessages.saveAddress}
        busy={busy}
        onCancel={() => {
          discard()
          onClose()
        }}
      />
    </form>
  )
}

/** Changes the address of a seller order while that is possible; an order without an address gets one by `AddAddress`. */
export function ChangeAddress({ orderId, sellerOrder }: { orderId: string; sellerOrder: BuyerSellerOrder }) {
  const [open, setOpen] = useState(false)
  const [change] = buyerActionsApi.useChangeSellerOrderAddressMutation()
  const { number, revision, can_change_address, shipping_address } = sellerOrder
  const address = readShippingAddress(shipping_address)
  if (!can_change_address || !address || !hasAddress(address)) return null
  if (!open) {
    return (
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {trackingMessages.changeAddress}
      </Button>
    )
  }
  return (
    <div className="w-full pt-2">
      <AddressForm
        id={sellerOrder.seller_order_id}
        heading={trackingMessages.changeAddressOf({ seller: sellerOrder.seller.name })}
        level={3}
        address={address}
        failedToast={trackingMessages.addressFailedToast}
        onClose={() => setOpen(false)}
        send={async (values) => {
          const { error } = await change({ orderId, number, revision, address: { ...values, revision } })
          if (error) return failureOf(error, fulfilmentErrors, trackingMessages.addressFailed)
          showSuccess(trackingMessages.addressChanged)
          setOpen(false)
          return null
        }}
      />
    </div>
  )
}

/** Lets the buyer of a pending order without an address add one; renders nothing for other users and orders. */
export function AddAddress({ order }: { order: OrderWithSellerOrders }) {
  const { userId } = useSession()
  const dispatch = useAppDispatch()
  const [open, setOpen] = useState(false)
  const { order_id: orderId, buyer_id, order_state, shipping_address } = order
  const address = readShippingAddress(shipping_address)
  const isLacking = address !== null && !hasAddress(address)
  if (buyer_id !== userId || order_state !== 'pending' || !isLacking || !isAddressed(order)) return null
  return (
    <div className="w-full print:hidden">
      {open ? (
        <div className="border-t border-line pt-6">
          <AddressForm
            id={orderId}
            heading={orderMessages.addAddress}
            level={2}
            failedToast={orderMessages.addressFailedToast}
            onClose={() => setOpen(false)}
            send={async (values) => {
              const call = ordersApi.endpoints.addAddress.initiate({ orderId, address: values }, { track: false })
              const { data, error } = await dispatch(call)
              if (!data) return failureOf(error, { ...commonErrors, ...orderTexts }, orderMessages.addressFailed)
              showSuccess(orderMessages.addressAdded)
              return null
            }}
          />
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)} className="max-sm:w-full">
          {orderMessages.addAddress}
        </Button>
      )}
    </div>
  )
}
