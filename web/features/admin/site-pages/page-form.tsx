import { Suspense, useState } from 'react'
import { pageMessages } from '../../../../shared/site-pages/admin-messages.ts'
import { sitePageErrors } from '../../../../shared/site-pages/errors.ts'
import { MAX_PAGE_TITLE_LENGTH } from '../../../../shared/site-pages/limits.ts'
import type { AdminPage } from '../../../../shared/site-pages/schema.ts'
import { failureOf } from '../../../api/failure-text.ts'
import { DraftOffer } from '../../../session/use-draft.tsx'
import { useDraftedForm } from '../../../session/use-drafted-form.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-note.tsx'
import { TextField } from '../../../ui/form/fields.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { RichTextField } from '../../../ui/rich-text/rich-text-field.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { PreviewButton } from '../../market/preview-button.tsx'
import { pageName } from './page-parts.tsx'
import { usePreviewSitePageMutation, useSaveSitePageMutation } from './site-pages-admin-api.ts'

const formRules = async () =>
  (await loadCode(() => import('../../../../shared/site-pages/schema.ts'), true)).pageTextSchema

interface PageFormProps {
  page: AdminPage
  onSaved: (page: AdminPage) => void
}

/** The title and the text of a page's draft. */
export function PageForm({ page: { slug, revision, draft }, onSaved }: PageFormProps) {
  const [save] = useSaveSitePageMutation()
  const [preview] = usePreviewSitePageMutation()
  const { formProps, field, form, failure, busy, offer, showSaved } = useDraftedForm(`site-page-${slug}`, {
    rules: formRules,
    defaultValues: { title: pageName({ slug, title: draft.title }), body: draft.body },
    send: async (values) => {
      const saved = await save({ ...values, slug, revision })
      if ('error' in saved) return failureOf(saved.error, sitePageErrors, pageMessages.saveFailed)
      onSaved(saved.data)
      showSaved(values, saved.data.draft)
      showSuccess(pageMessages.saved)
      return null
    },
  })
  /** Only the initial value, as the editor has its own state. */
  const [body, setBody] = useState(form.getValues('body'))

  function restore(values: unknown): void {
    offer.onRestore(values)
    setBody(form.getValues('body'))
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
      <FailureNote {...failure} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" busy={busy}>
          {pageMessages.save}
        </Button>
        <PreviewButton
          refusals={sitePageErrors}
          send={async () => ((await form.trigger()) ? preview({ ...form.getValues(), slug }) : undefined)}
        />
      </div>
    </form>
  )
}
