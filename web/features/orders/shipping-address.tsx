import type { ReactNode } from 'react'
import { orderMessages } from '../../../shared/orders/messages.ts'
import { addressLines, readShippingAddress } from '../../../shared/orders/rules.ts'

/** The shipping address of an order, as on a parcel. */
export function ShippingAddress({ stored }: { stored: unknown }) {
  const address = readShippingAddress(stored)
  if (!address) return <span className="text-danger">{orderMessages.shippingAddressUnreadable}</span>
  const lines = addressLines(address)
  return lines.length ? <AddressLines lines={lines} /> : orderMessages.noAddressGiven
}

/** The lines of an address, one below the other. */
export function AddressLines({ lines }: { lines: readonly string[] }) {
  return (
    <address className="not-italic">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address may repeat and never move
        <span key={index} className="block wrap-anywhere">
          {line}
        </span>
      ))}
    </address>
  )
}

/** A term of an order with its value, in a list of them. */
export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="mb-1 text-sm font-medium text-muted">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
