import { marketMessages } from '../../../shared/market/messages.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { RowSkeletons } from '../../ui/list/list-skeleton.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote } from '../../ui/skeleton.tsx'
import { useGetMarketSettingsQuery } from './market-api.ts'
import { MarketForm } from './market-form.tsx'

/** The marketplace's own settings: what visitors see of it around the products. */
export function MarketPage() {
  const { data, error, isFetching, refetch } = useGetMarketSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={marketMessages.heading} personal width="medium">
      <section aria-labelledby="name-and-footer" className="rounded-picture border border-line bg-surface p-5 sm:p-6">
        <h2 id="name-and-footer" className="mb-4 display text-lg">
          {marketMessages.nameAndFooter}
        </h2>
        {data ? (
          <MarketForm settings={data} />
        ) : error ? (
          <LoadFailure title={marketMessages.loadFailed} onRetry={refetch} retrying={isFetching} />
        ) : (
          <>
            <LoadingNote />
            <RowSkeletons className="h-100" />
          </>
        )}
      </section>
    </Page>
  )
}
