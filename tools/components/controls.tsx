import { type ReactNode, useState } from 'react'
import { Button } from '../../web/ui/button.tsx'
import { Checkbox, Choice, NumberField, TextArea } from '../../web/ui/form/fields.tsx'
import { QuantityControl } from '../../web/ui/form/quantity-control.tsx'
import { RadioGroup } from '../../web/ui/form/radio-group.tsx'
import { PasswordField, TextField } from '../../web/ui/form/text-field.tsx'
import { Heart } from '../../web/ui/icons.tsx'
import { ViewTabs } from '../../web/ui/list/view-tabs.tsx'
import { StateDot } from '../../web/ui/values.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'quiet', 'quietDanger', 'dangerGhost'] as const

export function Row({ children }: { children: ReactNode }) {
  return <div className="mb-4 flex flex-wrap items-center gap-3">{children}</div>
}

export function Buttons() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} busy>
            Busy
          </Button>
          <Button variant={variant} disabled>
            Disabled
          </Button>
          <Button variant={variant} size="icon" aria-label="Save">
            <Heart aria-hidden className="size-5" />
          </Button>
        </Row>
      ))}
      <Row>
        {(['large', 'medium', 'small', 'row'] as const).map((size) => (
          <Button key={size} variant="secondary" size={size}>
            {size}
          </Button>
        ))}
      </Row>
    </>
  )
}

const CARRIERS = [
  { value: 'dhl', text: 'DHL' },
  { value: 'ups', text: 'UPS' },
]
const PAYMENTS = [
  { value: 'card', label: 'Card', hint: 'Charged when it ships' },
  { value: 'transfer', label: 'Bank transfer' },
] as const

export function Fields() {
  const [carrier, setCarrier] = useState('dhl')
  const [payment, setPayment] = useState<'card' | 'transfer'>('card')
  const [quantity, setQuantity] = useState(2)
  const [isGift, setIsGift] = useState(true)
  return (
    <div className="grid max-w-4xl gap-6 sm:grid-cols-2">
      <TextField label="Full name" placeholder="Ada Lamb" />
      <TextField label="Street" defaultValue="1 Mill Lane" hint="The courier rings here." />
      <TextField label="Email" defaultValue="ada@" error="Enter an address like name@example.com" />
      <TextField label="City" defaultValue="Leeds" disabled />
      <NumberField label="Price" prefix="$" defaultValue="24.90" />
      <PasswordField label="Password" defaultValue="open-the-stall" />
      <Choice label="Carrier" value={carrier} onChange={setCarrier} options={CARRIERS} />
      <TextArea label="Note" rows={3} defaultValue="Please leave it with the neighbor." />
      <RadioGroup legend="Payment" name="payment" options={PAYMENTS} value={payment} onChange={setPayment} />
      <Checkbox checked={isGift} onChange={setIsGift}>
        Wrap it as a gift
      </Checkbox>
      <div>
        <QuantityControl label="Quantity" value={quantity} onChange={setQuantity} />
      </div>
    </div>
  )
}

const VIEWS = [
  { to: '?view=send', text: 'To send', isShown: true, count: 3 },
  { to: '?view=returns', text: 'Returns', isShown: false, count: 2, isUrgent: true },
  { to: '?view=all', text: 'All', isShown: false, count: 120 },
]

export function Chips() {
  return (
    <>
      <ViewTabs label="Orders" views={VIEWS} maxCount={100} />
      <Row>
        {(['good', 'info', 'danger', 'quiet'] as const).map((tone) => (
          <StateDot key={tone} tone={tone}>
            {tone}
          </StateDot>
        ))}
      </Row>
    </>
  )
}
