import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import { FIXED_PAGES, sitePagePath } from '../../../../shared/site-pages/constants.ts'
import { sitePageErrors } from '../../../../shared/site-pages/errors.ts'
import type { AdminPage } from '../../../../shared/site-pages/schema.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { failureText } from '../../../api/failure-text.ts'
import { hasUnsavedForm } from '../../../session/unsaved-forms.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { Link } from '../../../ui/link.tsx'
import { EntryPage } from '../../../ui/list/list-frame.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { showError } from '../../../ui/overlay/toasts.tsx'
import { prefetchEditor } from '../../../ui/rich-text/rich-text-field.tsx'
import { LocalDate } from '../../../ui/values.tsx'
import { ActionDialog } from '../../fulfilment/action-dialog.tsx'
import { PreviewButton } from '../../market/preview-button.tsx'
import { PageForm } from './page-form.tsx'
import { PageState, pageName } from './page-parts.tsx'
import { sitePagesApi } from './site-pages-admin-api.ts'

const LIST = '/admin/pages'

/** Writes a page: its draft, what the shop shows of it, and its versions. */
export function EditPage({ slug }: { slug: string }) {
  useEffect(prefetchEditor, [])
  const { currentData: page, ...result } = sitePagesApi.useReadSitePageQuery(slug, { refetchOnMountOrArgChange: true })
  const name = page ? pageName({ slug, title: page.title }) : pageMessages.page
  return (
    <EntryPage title={name} list={LIST} back={pageMessages.back} width="wide">
      <Loaded
        result={{ ...result, data: page }}
        failure={failureText(result.error, sitePageErrors, pageMessages.loadFailed)}
        skeleton="h-100"
        isForm
      >
        {(shown) => <PageEditor page={shown} />}
      </Loaded>
    </EntryPage>
  )
}

function PageEditor({ page: read }: { page: AdminPage }) {
  /** The page as it was read or changed here: a newer revision never comes with the older text of the form. */
  const [page, setPage] = useState(read)
  const [restored, setRestored] = useState(0)
  return (
    <div className="grid grid-cols-1 gap-8">
      <StateRow page={page} onChanged={setPage} />
      <PageForm key={restored} page={page} onChanged={setPage} />
      <Versions
        page={page}
        onChanged={(changed) => {
          setPage(changed)
          setRestored(restored + 1)
        }}
      />
    </div>
  )
}

interface ChangeProps {
  page: AdminPage
  onChanged: (page: AdminPage) => void
}

function StateRow({ page, onChanged }: ChangeProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PageState page={page}>
        {page.shown_version !== null && (
          <Link to={sitePagePath(page.slug)} className="py-1 text-sm font-medium underline">
            {pageMessages.view}
          </Link>
        )}
      </PageState>
      <StateButtons page={page} onChanged={onChanged} />
    </div>
  )
}

const QUESTIONS = {
  publish: {
    title: pageMessages.publishQuestion,
    text: pageMessages.publishText,
    confirm: pageMessages.publish,
    success: pageMessages.pagePublished,
  },
  unpublish: {
    title: pageMessages.unpublishQuestion,
    text: pageMessages.unpublishText,
    confirm: pageMessages.unpublish,
    success: pageMessages.pageUnpublished,
    danger: true,
  },
  delete: {
    title: pageMessages.deleteQuestion,
    confirm: pageMessages.delete,
    success: pageMessages.pageDeleted,
    danger: true,
  },
}

function StateButtons({ page, onChanged }: ChangeProps) {
  const { slug, revision, shown_version, has_draft, versions } = page
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const [publish] = sitePagesApi.usePublishSitePageMutation()
  const [unpublish] = sitePagesApi.useUnpublishSitePageMutation()
  const [remove] = sitePagesApi.useDeleteSitePageMutation()
  const [readPages] = sitePagesApi.useLazyListSitePagesQuery()
  const [preview] = sitePagesApi.usePreviewSitePagesMutation()
  const [asked, setAsked] = useState<keyof typeof QUESTIONS | null>(null)
  const canPublish = has_draft || (shown_version === null && versions.length > 0)
  function isUnsaved(): boolean {
    const isIt = dispatch(hasUnsavedForm())
    if (isIt) showError(pageMessages.saveFirst)
    return isIt
  }

  async function take(): Promise<{ error?: unknown; done?: () => void }> {
    if (asked === 'delete') return { ...(await remove(slug)), done: () => navigate(LIST) }
    const { data, error } = await (asked === 'publish' ? publish : unpublish)({ slug, revision })
    if (data) onChanged(data)
    return { error }
  }

  async function previewWithout() {
    const { data, error } = await readPages()
    if (!data) return { error }
    return preview({ slugs: data.pages.map((one) => one.slug).filter((one) => one !== slug) })
  }

  return (
    <div className="flex flex-wrap gap-3">
      {canPublish && (
        <Button size="small" onClick={() => isUnsaved() || setAsked('publish')}>
          {pageMessages.publish}
        </Button>
      )}
      {shown_version !== null && (
        <Button variant="secondary" size="small" onClick={() => setAsked('unpublish')}>
          {pageMessages.unpublish}
        </Button>
      )}
      {shown_version === null && !FIXED_PAGES.includes(slug) && (
        <Button variant="dangerGhost" size="small" onClick={() => setAsked('delete')}>
          {pageMessages.delete}
        </Button>
      )}
      {asked && (
        <ActionDialog
          {...QUESTIONS[asked]}
          refusals={sitePageErrors}
          extra={() => asked === 'unpublish' && <PreviewButton refusals={sitePageErrors} send={previewWithout} />}
          onSubmit={take}
          onClose={() => setAsked(null)}
        />
      )}
    </div>
  )
}

type Version = AdminPage['versions'][number]

function Versions({ page, onChanged }: ChangeProps) {
  const { slug, revision, shown_version, versions } = page
  const dispatch = useAppDispatch()
  const [read] = sitePagesApi.useLazyReadSitePageVersionQuery()
  const [save] = sitePagesApi.useSaveSitePageMutation()
  const [asked, setAsked] = useState<Version | null>(null)
  const columns: readonly Column<Version>[] = [
    {
      text: pageMessages.version,
      cell: ({ version }) => (
        <Link to={sitePagePath(slug, version)} className="underline underline-offset-2">
          {version}
        </Link>
      ),
    },
    {
      text: pageMessages.title,
      cell: ({ title }) => <span className="wrap-anywhere">{title}</span>,
      inCard: 'unnamed',
    },
    {
      text: pageMessages.publishedAt,
      cell: ({ version, published_at }) => (
        <span className="flex flex-wrap items-center gap-x-3">
          <LocalDate at={published_at} precise />
          {version === shown_version && <Chip tone="info">{pageMessages.shownNow}</Chip>}
        </span>
      ),
      inCard: 'unnamed',
    },
  ]

  async function restoreIt({ version }: Version) {
    const found = await read({ slug, version })
    if (!found.data) return { error: found.error }
    const { title, body } = found.data
    const { data, error } = await save({ slug, revision, title, body })
    if (data) onChanged(data)
    return { error }
  }

  return (
    <section aria-labelledby="versions" className="grid grid-cols-1 gap-4">
      <h2 id="versions" className="display text-lg">
        {pageMessages.versions}
      </h2>
      {versions.length === 0 ? (
        <p className="text-muted">{pageMessages.noVersions}</p>
      ) : (
        <RowList
          label={pageMessages.versions}
          rows={versions}
          keyOf={({ version }) => String(version)}
          columns={columns}
          menu={(version) => (
            <Button
              variant="quiet"
              size="row"
              aria-label={pageMessages.restoreOf({ version: version.version })}
              onClick={() => (dispatch(hasUnsavedForm()) ? showError(pageMessages.saveFirst) : setAsked(version))}
            >
              {pageMessages.restore}
            </Button>
          )}
        />
      )}
      {asked && (
        <ActionDialog
          title={pageMessages.restoreQuestion({ version: asked.version })}
          text={pageMessages.restoreText}
          confirm={pageMessages.restore}
          success={pageMessages.restored({ version: asked.version })}
          refusals={sitePageErrors}
          onSubmit={() => restoreIt(asked)}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  )
}
