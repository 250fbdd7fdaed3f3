import { Suspense, useState } from 'react'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import { differing } from '../../../../shared/site-pages/differing.ts'
import { sitePageErrors } from '../../../../shared/site-pages/errors.ts'
import { MAX_PAGE_TITLE_LENGTH } from '../../../../shared/site-pages/limits.ts'
import type { AdminPage, PageText } from '../../../../shared/site-pages/schema.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConflictNote } from '../../market/conflict-note.tsx'
import { SaveAndPreview } from '../../market/preview-button.tsx'
import { useRevisedForm } from '../../market/use-revised-form.ts'
import { pageName } from './page-parts.tsx'
import { sitePagesApi } from './site-pages-admin-api.ts'

const formRules = async () =>
  (await loadCode(() => import('../../../../shared/site-pages/schema.ts'), true)).pageTextSchema

interface PageFormProps {
  /** With the newest revision that was read or made beside the form. */
  page: AdminPage
  onChanged: (page: AdminPage) => void
}

const valuesOf = ({ slug, draft: { title, body } }: AdminPage) => ({ title: pageName({ slug, title }), body })

/** The title and the text of a page's draft. */
export function PageForm({ page, onChanged }: PageFormProps) {
  const { slug } = page
  const [save] = sitePagesApi.useSaveSitePageMutation()
  const [readNewest] = sitePagesApi.useLazyReadSitePageQuery()
  const [preview] = sitePagesApi.usePreviewSitePageMutation()
  const { formProps, field, form, failure, busy, offer, theirs, resolve } = useRevisedForm<PageText, AdminPage>({
    name: `site-page-${slug}`,
    rules: formRules,
    settings: page,
    valuesOf,
    // Publishing raises the revision and leaves the text as it is.
    save: ({ revision, ...values }) => save({ ...values, slug, revision: Math.max(revision, page.revision) }),
    readNewest: async () => (await readNewest(slug)).data,
    errors: sitePageErrors,
    failed: pageMessages.saveFailed,
    onSaved(saved) {
      onChanged(saved)
      showSuccess(pageMessages.saved)
    },
    onResolved: onChanged,
  })
  /** Only the initial value, as the editor has its own state. */
  const [body, setBody] = useState(form.getValues('body'))

  function restore(values: unknown): void {
    offer.onRestore(values)
    setBody(form.getValues('body'))
  }

  function onResolve(isTheirs: boolean): void {
    resolve(isTheirs)
    if (isTheirs) setBody(form.getValues('body'))
  }

  return (
    <form {...formProps} className="grid min-w-0 grid-cols-1 gap-5">
      <DraftOffer {...offer} onRestore={restore} />
      <TextField
        label={pageMessages.title}
        {...field('title')}
        maxLength={MAX_PAGE_TITLE_LENGTH}
        autoComplete="off"
        required
      />
      <Suspense fallback={<Skeleton className="h-71 rounded-field sm:h-64" />}>
        <RichTextField
          label={pageMessages.text}
          required={false}
          initial={body}
          onChange={(html) => form.setValue('body', html, { shouldDirty: true })}
          error={form.formState.errors.body?.message}
        />
      </Suspense>
      {theirs && <PageConflict mine={form.getValues()} theirs={theirs} onResolve={onResolve} />}
      <FailureNote {...failure} />
      <SaveAndPreview
        save={pageMessages.save}
        variant="secondary"
        busy={busy}
        refusals={sitePageErrors}
        check={form.trigger}
        preview={() => preview({ ...form.getValues(), slug })}
      />
    </form>
  )
}

interface PageConflictProps {
  mine: PageText
  theirs: PageText
  onResolve: (isTheirs: boolean) => void
}

/** A conflict that shows only the differing part of the text, which may be long. */
function PageConflict({ mine, theirs, onResolve }: PageConflictProps) {
  const [own, other] = differing(mine.body, theirs.body)
  return (
    <ConflictNote
      labels={pageMessages.fields}
      mine={{ ...mine, body: own }}
      theirs={{ ...theirs, body: other }}
      onResolve={onResolve}
    />
  )
}
