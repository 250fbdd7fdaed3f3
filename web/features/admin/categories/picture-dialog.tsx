import { accountMessages } from '../../../../shared/accounts/messages.ts'
import { categoryAdminMessages } from '../../../../shared/categories/admin-messages.ts'
import { categoryErrors } from '../../../../shared/categories/errors.ts'
import type { AdminCategories, AdminCategory } from '../../../../shared/categories/schema.ts'
import { useAppDispatch } from '../../../api/app-store.ts'
import { failureText } from '../../../api/failure-text.ts'
import { sendForm } from '../../../api/send-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { showError, showSuccess } from '../../../ui/overlay/toasts.tsx'
import { usePictureUpload } from '../../accounts/use-picture-upload.tsx'
import { categoriesChanged, showInShop, useRemoveCategoryPictureMutation } from './categories-admin-api.ts'
import { CategoryPicture } from './category-picture.tsx'

/** Shows the picture of a category, which is changed at once. */
export function PictureDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const { slug, name, picture } = category
  const dispatch = useAppDispatch()
  const [remove, { isLoading }] = useRemoveCategoryPictureMutation()
  const { busy, choose, input, status } = usePictureUpload(categoryAdminMessages.picture, async (file, onProgress) => {
    const sent = await dispatch(
      sendForm<AdminCategories>({
        method: 'PUT',
        path: `/api/admin/categories/${slug}/picture`,
        body: file,
        headers: { 'content-type': file.type },
        changesCatalog: true,
        onProgress,
      }),
    )
    if ('error' in sent) return failureText(sent.error, categoryErrors, accountMessages.pictureNotUpdated)
    showInShop(sent.data)
    dispatch(categoriesChanged())
    showSuccess(categoryAdminMessages.saved)
    return null
  })

  async function onRemove(): Promise<void> {
    const { error } = await remove(slug)
    if (error) showError(failureText(error, categoryErrors, categoryAdminMessages.changeFailed))
    else showSuccess(categoryAdminMessages.saved)
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={categoryAdminMessages.pictureOf({ name })}
      description={categoryAdminMessages.pictureHint}
    >
      <div className="grid justify-items-start gap-4">
        <CategoryPicture category={category} className="size-25 text-3xl" />
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" size="small" busy={busy} onClick={choose}>
            {categoryAdminMessages.choosePicture}
          </Button>
          {picture && (
            <Button variant="dangerGhost" size="small" busy={isLoading} onClick={onRemove}>
              {categoryAdminMessages.removePicture}
            </Button>
          )}
        </div>
        {input}
        {status}
      </div>
    </Dialog>
  )
}
