import type { FormEvent } from 'react'
import { createPath, useLocation, useNavigate } from 'react-router'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useFollowedInput } from '../../ui/hooks.ts'
import { trackingPath } from './orders-api.ts'

/** A form for an order number; `orderId` is the one shown now. */
export function OrderSearch({ orderId }: { orderId: string }) {
  const navigate = useNavigate()
  const here = createPath(useLocation())
  const input = useFollowedInput(orderId)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('orderId') ?? '').trim()
    navigate(trackingPath(wanted), { replace: trackingPath(wanted) === here })
  }

  return (
    <search className="print:hidden">
      <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
        <TextField
          ref={input}
          label={orderMessages.orderNumber}
          name="orderId"
          defaultValue={orderId}
          placeholder={orderMessages.orderNumberExample}
          autoComplete="off"
          spellCheck={false}
          maxLength={30}
          className="min-w-40 flex-1"
        />
        <Button type="submit">{orderMessages.trackOrder}</Button>
      </form>
    </search>
  )
}
