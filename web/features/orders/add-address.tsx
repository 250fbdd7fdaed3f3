import { useEffect, useId, useRef, useState } from 'react'
import { uiMessages } from '../../../shared/kernel/messages.ts'
import { addressRefusals, orderMessages } from '../../../shared/orders/messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'
import type { Order } from '../../../shared/orders/schema.ts'
import { useAppDispatch } from '../../api/app-store.ts'
import { failureOf } from '../../api/failure-text.ts'
import { DraftOffer } from '../../session/draft-offer.tsx'
import { useDraftedForm } from '../../session/use-drafted-form.ts'
import { useSession } from '../../session/use-session.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-note.tsx'
import { MapPinPlus } from '../../ui/icons.tsx'
import { passFocusOn } from '../../ui/page.tsx'
import { showSuccess } from '../../ui/toasts.tsx'
import { AddressFields } from './address-fields.tsx'
import { ordersApi } from './orders-api.ts'

const loadRules = async () => (await import('../../../shared/orders/schema.ts')).addedAddressSchema

/** Lets the buyer of a pending order without an address add one; nothing for other users and orders. */
export function AddAddress({ order }: { order: Order }) {
  const { userId } = useSession()
  const [open, setOpen] = useState(false)
  const address = readShippingAddress(order.shipping_address)
  const isLacking = address !== null && addressLines(address).length === 0
  if (order.buyer_id !== userId || order.order_state !== 'pending' || !isLacking) return null
  return (
    <div className="w-full print:hidden">
      {open ? (
        <AddressForm orderId={order.order_id} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="secondary" onClick={() => setOpen(true)} className="max-sm:w-full">
          <MapPinPlus aria-hidden className="size-5" />
          {orderMessages.addAddress}
        </Button>
      )}
    </div>
  )
}

function AddressForm({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const dispatch = useAppDispatch()
  const headingId = useId()
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => fields.current?.querySelector('input')?.focus(), [])
  const { formProps, field, failure, busy, discard, offer } = useDraftedForm(`address-${orderId}`, {
    rules: loadRules,
    defaultValues: { fullName: '', address: '', city: '', postalCode: '', country: '' },
    failedToast: orderMessages.addressFailedToast,
    async send(address) {
      const added = await dispatch(ordersApi.endpoints.addAddress.initiate({ orderId, address }, { track: false }))
      if (!added.data) return failureOf(added.error, addressRefusals, orderMessages.addressFailed)
      showSuccess(orderMessages.addressAdded)
      return null
    },
  })
  return (
    <form {...formProps} ref={passFocusOn} aria-labelledby={headingId} className="grid gap-4 border-t border-line pt-6">
      <h2 id={headingId} className="text-left text-lg font-bold tracking-tight">
        {orderMessages.addAddress}
      </h2>
      <DraftOffer {...offer} />
      <fieldset ref={fields} className="contents">
        <AddressFields field={field} />
      </fieldset>
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={busy}>
          {orderMessages.saveAddress}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {uiMessages.cancel}
        </Button>
      </div>
    </form>
  )
}
