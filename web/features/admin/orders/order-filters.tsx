import { ORDER_PROBLEMS } from '../../../../shared/orders/constants.ts'
import { orderMessages } from '../../../../shared/orders/messages.ts'
import { orderListMessages, orderListTexts } from '../../../../shared/orders/order-list-messages.ts'
import { FilterAmount, FilterDay, FilterSelect } from '../../../ui/list/filter-field.tsx'
import { FilterFields } from '../../../ui/list/filter-fields.tsx'
import { filterAddress, type ListAddress } from '../../../ui/list/list-address.ts'
import { ListSearch } from '../../../ui/list/list-search.tsx'
import { STATES_OFFERED } from './states-offered.ts'

/** The names of the filters, in the address and in the request. */
export const ORDER_FILTERS = ['buyer', 'state', 'problem', 'from', 'to', 'min', 'max'] as const

const STATES = [
  { value: '', text: orderListMessages.anyStatus },
  ...STATES_OFFERED.map((state) => ({ value: state, text: orderMessages.states[state] })),
]

const PROBLEMS = [
  { value: '', text: orderListMessages.anyOrder },
  ...ORDER_PROBLEMS.map((problem) => ({ value: problem, text: orderListMessages.problems[problem] })),
]

const BUYER = 'buyer'

/** The search for an order by its id, and the filters by buyer, state, problem, day and amount. */
export function OrderFilters({ address }: { address: ListAddress }) {
  return (
    <div className="flex flex-wrap items-end gap-3">
      <ListSearch placeholder={orderListTexts.search} address={address} />
      <ListSearch placeholder={orderListMessages.findBuyer} address={filterAddress(address, BUYER)} />
      <FilterFields address={address} areMany besides={[BUYER]}>
        <FilterSelect label={orderListMessages.status} name="state" address={address} options={STATES} />
        <FilterSelect label={orderListMessages.problem} name="problem" address={address} options={PROBLEMS} />
        <FilterDay label={orderListMessages.fromDay()} name="from" address={address} />
        <FilterDay label={orderListMessages.toDay()} name="to" address={address} />
        <div className="flex gap-3 *:w-0 *:flex-1 sm:*:w-28 sm:*:flex-none">
          <FilterAmount label={orderListMessages.minTotal} name="min" address={address} />
          <FilterAmount label={orderListMessages.maxTotal} name="max" address={address} />
        </div>
      </FilterFields>
    </div>
  )
}
