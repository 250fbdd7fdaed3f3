import { marketMessages } from '../../../shared/market/messages.ts'
import { Card } from '../../ui/card.tsx'
import { Loaded } from '../../ui/list/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { marketApi } from './market-api.ts'
import { MarketForm } from './market-form.tsx'
import { MarketPictures } from './market-pictures.tsx'
import { RegionForm } from './region-form.tsx'
import { useShownAgain } from './shown-again.ts'

/** The marketplace's own settings: what visitors see of it around the products. */
export function MarketPage() {
  const shownAgain = useShownAgain()
  const result = marketApi.useGetMarketSettingsQuery(undefined, { refetchOnMountOrArgChange: true })
  return (
    <Page title={marketMessages.heading} personal width="medium">
      <Loaded result={result} failure={marketMessages.loadFailed} skeleton="h-100" isForm>
        {(data) => (
          <div className="grid gap-6">
            <Card id="name-and-footer" title={marketMessages.nameAndFooter}>
              <MarketForm settings={data} {...shownAgain} />
            </Card>
            <Card id="region" title={marketMessages.region}>
              <RegionForm settings={data} {...shownAgain} variant="secondary" />
            </Card>
            <Card id="pictures" title={marketMessages.logoAndIcon}>
              <MarketPictures settings={data} {...shownAgain} />
            </Card>
          </div>
        )}
      </Loaded>
    </Page>
  )
}
