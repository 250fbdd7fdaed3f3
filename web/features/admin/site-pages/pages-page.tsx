import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import { sitePagePath } from '../../../../shared/site-pages/constants.ts'
import { sitePageErrors } from '../../../../shared/site-pages/errors.ts'
import { MAX_PAGE_TITLE_LENGTH, MAX_SLUG_LENGTH, SLUG_PATTERN } from '../../../../shared/site-pages/limits.ts'
import type { AdminPageRow } from '../../../../shared/site-pages/schema.ts'
import { Button } from '../../../ui/button.tsx'
import { Link } from '../../../ui/link.tsx'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { useOrder } from '../../../ui/list/use-order.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { TwoLines } from '../../../ui/values.tsx'
import { ActionDialog, DialogField } from '../../fulfilment/action-dialog.tsx'
import { PreviewButton } from '../../market/preview-button.tsx'
import { useOrderDraft } from '../../market/use-order-draft.tsx'
import { EditPage } from './edit-page.tsx'
import { PageState, pageName } from './page-parts.tsx'
import { sitePagesApi } from './site-pages-admin-api.ts'

const slugOf = ({ slug }: AdminPageRow) => slug
const editorPath = (slug: string) => `/admin/pages/${slug}`

const COLUMNS: readonly Column<AdminPageRow>[] = [
  {
    text: pageMessages.page,
    cell: (page) => (
      <TwoLines
        first={
          <Link to={editorPath(page.slug)} className="underline underline-offset-2">
            {pageName(page)}
          </Link>
        }
        second={<span className="font-normal">{sitePagePath(page.slug)}</span>}
      />
    ),
  },
  {
    text: pageMessages.state,
    inCard: 'unnamed',
    cell: (page) => <PageState page={page} />,
  },
  {
    text: pageMessages.footer,
    inCard: 'unnamed',
    from: 'lg',
    cell: ({ in_footer }) => (in_footer ? pageMessages.inFooter : pageMessages.notInFooter),
  },
]

/** The pages that the marketplace writes itself, or the one that the address names. */
export function AdminPagesPage() {
  const { slug } = useParams()
  return slug === undefined ? <PageList /> : <EditPage key={slug} slug={slug} />
}

function PageList() {
  const navigate = useNavigate()
  const result = sitePagesApi.useListSitePagesQuery(undefined, { refetchOnMountOrArgChange: true })
  const [isAdding, setIsAdding] = useState(false)
  const [store] = sitePagesApi.useOrderSitePagesMutation()
  const [preview] = sitePagesApi.usePreviewSitePagesMutation()
  const [switched, setSwitched] = useState<AdminPageRow | null>(null)
  const { rows, move, unsaved } = useOrderDraft({
    name: 'page-order',
    rows: result.data?.pages ?? [],
    keyOf: slugOf,
    store: (ordered, from) => store({ slugs: ordered.map(slugOf), from: from.map(slugOf) }),
    preview: (ordered) => preview({ slugs: ordered.map(slugOf) }),
    refusals: sitePageErrors,
    failed: pageMessages.changeFailed,
  })
  const order = useOrder({ rows, nameOf: pageName, save: move })
  return (
    <ListPage
      title={pageMessages.heading}
      aside={
        <Button size="small" onClick={() => setIsAdding(true)}>
          {pageMessages.add}
        </Button>
      }
    >
      <p className="mb-6 max-w-prose text-muted">{pageMessages.intro}</p>
      <Loaded result={result} failure={pageMessages.loadFailed} skeleton="h-80">
        {() => (
          <RowList
            label={pageMessages.heading}
            rows={rows}
            keyOf={slugOf}
            columns={COLUMNS}
            onOpen={({ slug }) => navigate(editorPath(slug))}
            menu={(page) => (
              <RowMenu name={pageName(page)}>
                <MenuLink to={editorPath(page.slug)}>{pageMessages.edit}</MenuLink>
                {page.shown_version !== null && <MenuLink to={sitePagePath(page.slug)}>{pageMessages.view}</MenuLink>}
                <MenuItem onSelect={() => setSwitched(page)}>
                  {page.in_footer ? pageMessages.hideInFooter : pageMessages.showInFooter}
                </MenuItem>
                {order.entriesOf(page)}
              </RowMenu>
            )}
          />
        )}
      </Loaded>
      {order.announcement}
      {unsaved}
      {switched && <FooterDialog page={switched} all={result.data?.pages ?? []} onClose={() => setSwitched(null)} />}
      {isAdding && <AddPageDialog onClose={() => setIsAdding(false)} />}
    </ListPage>
  )
}

interface FooterDialogProps {
  page: AdminPageRow
  all: readonly AdminPageRow[]
  onClose: () => void
}

/** Puts a page into the footer, or takes it out. */
function FooterDialog({ page, all, onClose }: FooterDialogProps) {
  const { slug, in_footer } = page
  const [change] = sitePagesApi.useChangeSitePageFooterMutation()
  const [preview] = sitePagesApi.usePreviewSitePagesMutation()
  // As read again after a refusal.
  const { revision } = all.find((one) => one.slug === slug) ?? page
  const inFooter = all.filter((one) => (one.slug === slug ? !in_footer : one.in_footer))
  const name = pageName(page)
  return (
    <ActionDialog
      title={in_footer ? pageMessages.hideQuestion({ name }) : pageMessages.showQuestion({ name })}
      confirm={in_footer ? pageMessages.hideInFooter : pageMessages.showInFooter}
      refusals={sitePageErrors}
      extra={() => (
        <PreviewButton
          refusals={sitePageErrors}
          send={() => preview({ slugs: all.map(slugOf), in_footer: inFooter.map(slugOf) })}
        />
      )}
      onSubmit={() => change({ slug, revision, in_footer: !in_footer })}
      onClose={onClose}
    />
  )
}

const FIELDS_OF_REFUSALS = { slug_taken: 'slug' }

function AddPageDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const [add] = sitePagesApi.useAddSitePageMutation()
  const [title, setTitle] = useState('')
  const [slug, setSlug] = useState('')
  return (
    <ActionDialog
      title={pageMessages.addTitle}
      confirm={pageMessages.add}
      refusals={sitePageErrors}
      fieldOf={FIELDS_OF_REFUSALS}
      check={() => ({
        title: title.trim() ? undefined : pageMessages.titleNeeded,
        slug: SLUG_PATTERN.test(slug) ? undefined : pageMessages.slugMalformed,
      })}
      onSubmit={async () => {
        const { error } = await add({ title: title.trim(), slug })
        return { error, done: () => navigate(editorPath(slug)) }
      }}
      onClose={onClose}
    >
      <DialogField
        name="title"
        label={pageMessages.title}
        autoComplete="off"
        maxLength={MAX_PAGE_TITLE_LENGTH}
        value={title}
        onChange={({ target }) => setTitle(target.value)}
      />
      <DialogField
        name="slug"
        label={pageMessages.slug}
        hint={pageMessages.slugHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_SLUG_LENGTH}
        value={slug}
        onChange={({ target }) => setSlug(target.value.toLowerCase())}
      />
    </ActionDialog>
  )
}
