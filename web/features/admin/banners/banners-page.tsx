import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { MAX_BANNERS } from '../../../../shared/banners/constants.ts'
import { bannerErrors } from '../../../../shared/banners/errors.ts'
import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LoadFailure } from '../../../ui/failure-note.tsx'
import { Link } from '../../../ui/link.tsx'
import { EntryPage, ListPage } from '../../../ui/list/list-frame.tsx'
import { FieldSkeletons } from '../../../ui/list/list-skeleton.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { type Order, useOrder } from '../../../ui/list/use-order.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { LoadingNote } from '../../../ui/skeleton.tsx'
import { TwoLines } from '../../../ui/values.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { PreviewButton } from '../../market/preview-button.tsx'
import { useOrderDraft } from '../../market/use-order-draft.tsx'
import { BannerForm } from './banner-form.tsx'
import { BannerState, pictureOf } from './banner-parts.tsx'
import { bannersApi } from './banners-api.ts'

const keyOf = (banner: AdminBanner) => String(banner.banner_number)
const numberOf = ({ banner_number }: AdminBanner) => banner_number
const editorPath = (number: number | 'new') => `/admin/banners/${number}`

/** The banners of the home page, or the one that the address names. */
export function AdminBannersPage() {
  const { number } = useParams()
  return number === undefined ? <BannerList /> : <EditBanner key={number} number={number} />
}

function BannerList() {
  const navigate = useNavigate()
  const result = bannersApi.useListBannersQuery(undefined, { refetchOnMountOrArgChange: true })
  const banners = result.data?.banners ?? []
  const [deleted, setDeleted] = useState<AdminBanner | null>(null)
  const [store] = bannersApi.useOrderBannersMutation()
  const [preview] = bannersApi.usePreviewBannerOrderMutation()
  const { rows, move, unsaved } = useOrderDraft({
    name: 'banner-order',
    rows: banners,
    keyOf,
    store: (ordered, from) => store({ banner_numbers: ordered.map(numberOf), from: from.map(numberOf) }),
    preview: (ordered) => preview(ordered.map(numberOf)),
    refusals: bannerErrors,
    failed: bannerMessages.changeFailed,
  })
  const order = useOrder({ rows, nameOf: ({ title }) => title, save: move })
  return (
    <ListPage
      title={bannerMessages.heading}
      aside={
        result.data &&
        banners.length < MAX_BANNERS && (
          <ButtonLink to={editorPath('new')} size="small">
            {bannerMessages.add}
          </ButtonLink>
        )
      }
    >
      <p className="mb-6 max-w-prose text-muted">{bannerMessages.intro}</p>
      <Loaded result={result} failure={bannerMessages.loadFailed} skeleton="h-80">
        {() => (
          <RowList
            label={bannerMessages.heading}
            rows={rows}
            keyOf={keyOf}
            columns={columnsFor(order)}
            onOpen={({ banner_number }) => navigate(editorPath(banner_number))}
            menu={(banner) => (
              <RowMenu name={banner.title}>
                <MenuLink to={editorPath(banner.banner_number)}>{bannerMessages.edit}</MenuLink>
                {order.entriesOf(banner)}
                {banners.length > 1 && <MenuItem onSelect={() => setDeleted(banner)}>{bannerMessages.delete}</MenuItem>}
              </RowMenu>
            )}
          />
        )}
      </Loaded>
      {order.announcement}
      {unsaved}
      {deleted && <DeleteDialog banner={deleted} all={banners} onClose={() => setDeleted(null)} />}
    </ListPage>
  )
}

function columnsFor({ handleOf }: Order<AdminBanner>): readonly Column<AdminBanner>[] {
  return [
    {
      text: bannerMessages.banner,
      cell: (banner) => (
        <span className="flex items-center gap-3">
          {handleOf(banner)}
          <Thumbnail banner={banner} />
          <Link to={editorPath(banner.banner_number)} className="min-w-0 underline underline-offset-2 wrap-anywhere">
            {banner.title}
          </Link>
        </span>
      ),
    },
    {
      text: bannerMessages.state,
      inCard: 'unnamed',
      cell: (banner) => <BannerState banner={banner} />,
    },
    {
      text: bannerMessages.leadsTo,
      inCard: 'unnamed',
      from: 'lg',
      cell: ({ action, path }) => <TwoLines first={action} second={path} />,
    },
  ]
}

function Thumbnail({ banner }: { banner: AdminBanner }) {
  const picture = pictureOf(banner, 320)
  const look = 'h-10 w-20 shrink-0 rounded-field border border-line object-cover max-[24rem]:hidden'
  return picture ? (
    <img src={picture} alt="" width={80} height={40} draggable={false} className={look} />
  ) : (
    <span className={`${look} bg-tint`} />
  )
}

interface DeleteDialogProps {
  banner: AdminBanner
  all: readonly AdminBanner[]
  onClose: () => void
}

function DeleteDialog({ banner: { banner_number, title }, all, onClose }: DeleteDialogProps) {
  const [remove] = bannersApi.useDeleteBannerMutation()
  const [preview] = bannersApi.usePreviewBannerOrderMutation()
  const others = all.map(numberOf).filter((number) => number !== banner_number)
  return (
    <ActionDialog
      title={bannerMessages.deleteQuestion({ name: title })}
      confirm={bannerMessages.delete}
      success={bannerMessages.deleted}
      danger
      refusals={bannerErrors}
      extra={() => <PreviewButton refusals={bannerErrors} send={() => preview(others)} />}
      onSubmit={() => remove(banner_number)}
      onClose={onClose}
    />
  )
}

interface EditBannerProps {
  /** `new` for one that is added. */
  number: string
}

function EditBanner({ number }: EditBannerProps) {
  const isNew = number === 'new'
  const { data, error, isFetching, refetch } = bannersApi.useListBannersQuery(undefined, {
    refetchOnMountOrArgChange: true,
  })
  const banner = data?.banners.find(({ banner_number }) => String(banner_number) === number)
  const name = isNew ? bannerMessages.add : (banner?.title ?? bannerMessages.banner)
  return (
    <EntryPage title={name} list="/admin/banners" back={bannerMessages.back}>
      {isNew || banner ? (
        <div className="grid grid-cols-1 gap-6">
          {banner && <BannerState banner={banner} />}
          <BannerForm banner={banner} />
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
          <FieldSkeletons className="h-100" />
        </>
      )}
    </EntryPage>
  )
}
