import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { Link } from '../../../ui/link.tsx'
import { RowSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { Page, PageHeading } from '../../../ui/page.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { BannerForm } from './banner-form.tsx'
import { BannerState } from './banner-parts.tsx'
import { useListBannersQuery } from './banners-api.ts'

interface EditBannerProps {
  /** `new` for one that is added. */
  number: string
  onChanged: () => void
}

/** Writes a banner, or a new one. */
export function EditBanner({ number, onChanged }: EditBannerProps) {
  const isNew = number === 'new'
  const { data, error, isFetching, refetch } = useListBannersQuery(undefined, { refetchOnMountOrArgChange: true })
  const banner = data?.banners.find(({ banner_number }) => String(banner_number) === number)
  const name = isNew ? bannerMessages.add : (banner?.title ?? bannerMessages.banner)
  return (
    <Page title={name} heading="own" personal width="medium">
      <Link to="/admin/banners" className="inline-block py-1 text-sm underline underline-offset-2">
        {bannerMessages.back}
      </Link>
      <PageHeading className="mb-4">{name}</PageHeading>
      {isNew || banner ? (
        <div className="grid grid-cols-1 gap-6">
          {banner && <BannerState banner={banner} />}
          <BannerForm banner={banner} onChanged={onChanged} />
        </div>
      ) : error || (data && !isFetching) ? (
        <LoadFailure
          title={data ? bannerErrors.banner_not_found.text : bannerMessages.loadFailed}
          onRetry={refetch}
          retrying={isFetching}
        />
      ) : (
        <>
          <LoadingNote />
          <RowSkeletons className="h-100" />
        </>
      )}
    </Page>
  )
}
