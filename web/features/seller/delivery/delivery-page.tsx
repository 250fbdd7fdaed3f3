import { useParams } from 'react-router'
import { MAX_METHODS } from '../../../../shared/delivery/constants.ts'
import { deliveryErrors } from '../../../../shared/delivery/errors.ts'
import { sellerDeliveryMessages } from '../../../../shared/delivery/method-messages.ts'
import type { SellerDeliveryPage } from '../../../../shared/delivery/schema.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { Link } from '../../../ui/link.tsx'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { RowSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { DispatchSettings } from './dispatch-settings.tsx'
import { MethodForm } from './method-form.tsx'
import { MethodList } from './method-list.tsx'
import { useGetDeliveryQuery } from './seller-delivery-api.ts'
import { TryDelivery } from './try-delivery.tsx'

/** A seller's delivery methods and settings, or the method that the address names. */
export function DeliveryPage() {
  const { method } = useParams()
  return method === undefined ? <Overview /> : <EditMethod key={method} id={method} />
}

/** The place of what is loading, or could not be loaded. */
function Loading({ result }: { result: ReturnType<typeof useGetDeliveryQuery> }) {
  const { error, isFetching, refetch } = result
  if (error) return <LoadFailure title={sellerDeliveryMessages.loadFailed} onRetry={refetch} retrying={isFetching} />
  return (
    <>
      <LoadingNote />
      <RowSkeletons className="h-100" />
    </>
  )
}

function Overview() {
  const result = useGetDeliveryQuery(undefined, { refetchOnMountOrArgChange: true })
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
      {data ? (
        <div className="grid grid-cols-1 gap-6">
          {isFull && <p>{sellerDeliveryMessages.full()}</p>}
          <Notes methods={data.methods} unweighed={data.unweighed} />
          <MethodList methods={data.methods} />
          <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
            <DispatchSettings settings={data.settings} />
            <TryDelivery />
          </div>
        </div>
      ) : (
        <Loading result={result} />
      )}
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
  const result = useGetDeliveryQuery(undefined, { refetchOnMountOrArgChange: true })
  const method = result.data?.methods.find(({ method_id }) => method_id === id)
  const name = id === 'new' ? sellerDeliveryMessages.add : (method?.name ?? sellerDeliveryMessages.method)
  return (
    <Page title={name} heading="own" personal width="medium">
      <Link to="/seller/delivery" className="inline-block py-1 text-sm underline underline-offset-2">
        {sellerDeliveryMessages.back}
      </Link>
      <PageHeading className="mb-4">{name}</PageHeading>
      {id === 'new' || method ? (
        <MethodForm method={method} />
      ) : result.data ? (
        <p>{deliveryErrors.method_not_found.text}</p>
      ) : (
        <Loading result={result} />
      )}
    </Page>
  )
}
