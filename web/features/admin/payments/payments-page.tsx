import { formatAmount } from '../../../../shared/kernel/money.ts'
import { paymentMeans } from '../../../../shared/orders/card-messages.ts'
import { adminPaymentMessages, paymentListTexts } from '../../../../shared/payments/admin-messages.ts'
import {
  PAYMENT_SORTS,
  PAYMENT_STATES,
  type PaymentSort,
  SUMMED_PAYMENT_STATES,
} from '../../../../shared/payments/constants.ts'
import { paymentWords } from '../../../../shared/payments/messages.ts'
import type { AdminPaymentPage, AdminPaymentRow } from '../../../../shared/payments/schema.ts'
import { ExportButton } from '../../../session/export-button.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDetails } from '../../../ui/list/detail-panel.tsx'
import { FilterFields, FilterSelect, ListSearch } from '../../../ui/list/filter-fields.tsx'
import { type ListAddress, listQuery, useListAddress } from '../../../ui/list/list-address.ts'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { PagedList } from '../../../ui/list/paged-list.tsx'
import type { Column } from '../../../ui/list/row-list.tsx'
import { ViewTabs } from '../../../ui/list/view-tabs.tsx'
import { Price } from '../../../ui/text.tsx'
import { LocalDate, TwoLines } from '../../../ui/values.tsx'
import { OpenShop } from '../open-shop.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { PaymentState } from './payment-state.tsx'
import { paymentsApi } from './payments-api.ts'

const COLUMNS: readonly Column<AdminPaymentRow, PaymentSort>[] = [
  {
    text: adminPaymentMessages.buyer,
    cell: ({ buyer_name, order_id }) => (
      <TwoLines
        first={<bdi className="font-medium">{buyer_name}</bdi>}
        second={<span className="font-mono">{order_id ?? adminPaymentMessages.noOrder}</span>}
      />
    ),
  },
  {
    text: adminPaymentMessages.amount,
    isAmount: true,
    cell: ({ amount }) => <Price amount={amount} className="font-medium" />,
    inCard: 'aside',
    sortedBy: { sort: 'amount', first: 'desc' },
  },
  {
    text: adminPaymentMessages.state,
    cell: (payment) => (
      <TwoLines
        first={<PaymentState payment={payment} />}
        second={<bdi className="whitespace-nowrap">{paymentMeans(payment.payment_method, payment)}</bdi>}
      />
    ),
    inCard: 'unnamed',
    sortedBy: { sort: 'state', first: 'asc' },
  },
  {
    text: adminPaymentMessages.date,
    cell: ({ created_at }) => <LocalDate at={created_at} />,
    inCard: 'unnamed',
    isShort: true,
    sortedBy: { sort: 'date', first: 'desc' },
  },
]

/** Several states share a word, so each option adds the state's own name. */
const STATES = [
  { value: '', text: adminPaymentMessages.anyState },
  ...PAYMENT_STATES.map((value) => ({
    value,
    text: `${paymentWords.states[value]} (${adminPaymentMessages.stateNames[value]})`,
  })),
]

/** Returns the whole list and those of money that came or is still to come, each with its sum. */
function viewsOf({ filters: { state }, hrefOf }: ListAddress<PaymentSort>, sums: AdminPaymentPage['sums'] = []) {
  return [undefined, ...SUMMED_PAYMENT_STATES].map((view) => {
    const found = sums.find(({ payment_state }) => payment_state === view)
    const amount = found && formatAmount(found.amount)
    return {
      to: hrefOf({ filters: view ? { state: view } : {} }),
      text: view ? adminPaymentMessages.summed[view] : adminPaymentMessages.all,
      isShown: state === view,
      sum: amount && (found.is_exact ? amount : adminPaymentMessages.moreThan({ amount })),
    }
  })
}

/** All payments, newest first or sorted by a column; `?payment=` is the id of the one shown beside or below the list. */
export function AdminPaymentsPage() {
  const address = useListAddress('/admin/payments', PAYMENT_SORTS, ['state'], 'desc')
  const details = useDetails(address, 'payment')
  const result = paymentsApi.useGetAdminPaymentsQuery(listQuery(address), { refetchOnMountOrArgChange: true })
  return (
    <ListPage
      title={adminPaymentMessages.payments}
      aside={<ExportButton of="admin" file="payments.csv" address={address} />}
    >
      <ViewTabs label={adminPaymentMessages.views} views={viewsOf(address, result.data?.sums)} />
      <div className="flex flex-wrap items-end gap-3">
        <ListSearch placeholder={paymentListTexts.search} address={address} />
        <FilterFields address={address}>
          <FilterSelect
            label={adminPaymentMessages.state}
            labelHidden
            name="state"
            address={address}
            options={STATES}
          />
        </FilterFields>
      </div>
      <PagedList
        hasDays
        label={adminPaymentMessages.payments}
        address={address}
        result={result}
        rowsOf={({ payments }) => payments}
        keyOf={({ payment_id }) => payment_id}
        columns={COLUMNS}
        details={details}
        panel={(id) => <PaymentPanel paymentId={id} details={details} />}
        menu={({ payment_id, order_id }) => (
          <Button
            variant="quiet"
            size="row"
            aria-label={`${adminPaymentMessages.details}: ${order_id ?? payment_id}`}
            onClick={() => details.open(payment_id)}
          >
            {adminPaymentMessages.details}
          </Button>
        )}
        texts={paymentListTexts}
        failure={() => adminPaymentMessages.failed}
        nothingYet={{
          title: adminPaymentMessages.nothingYet,
          text: adminPaymentMessages.nothingYetText,
          action: <OpenShop />,
        }}
      />
    </ListPage>
  )
}
