import { useState } from 'react'
import { MAX_CATEGORY_NAME_LENGTH, slugOfText } from '../../../../shared/catalog/categories.ts'
import { categoryAdminMessages } from '../../../../shared/categories/admin-messages.ts'
import { CATEGORY_SLUG_PATTERN, MAX_CATEGORY_SLUG_LENGTH } from '../../../../shared/categories/constants.ts'
import { categoryErrors } from '../../../../shared/categories/errors.ts'
import type { AdminCategory, CategoryForm } from '../../../../shared/categories/schema.ts'
import { formatList } from '../../../../shared/kernel/locale.ts'
import { isVisible } from '../../../../shared/kernel/visible.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Checkbox } from '../../../ui/form/fields.tsx'
import { Dialog } from '../../../ui/overlay/dialog.tsx'
import { showSuccess } from '../../../ui/overlay/toasts.tsx'
import { builtInPicture } from '../../../ui/pictures/category-pictures.ts'
import { ActionDialog, DialogChoice, DialogField } from '../../fulfilment/action-dialog.tsx'
import { useConflict } from '../../market/conflict-note.tsx'
import { PictureButtons } from '../../market/picture-buttons.tsx'
import { PreviewButton } from '../../market/preview-button.tsx'
import { categoriesApi } from './categories-admin-api.ts'

interface DialogProps {
  category: AdminCategory
  all: readonly AdminCategory[]
  onClose: () => void
}

const FIELDS_OF_REFUSALS = { name_taken: 'name', slug_taken: 'slug', texts_too_long: 'name' }

interface CategoryDialogProps extends Omit<DialogProps, 'category'> {
  category?: AdminCategory
  /** Begins with the change that hides a category, or shows it. */
  isToggled?: boolean
}

/** The form of a new category, or of one that exists. */
export function CategoryDialog({ category, all, isToggled = false, onClose }: CategoryDialogProps) {
  const [add] = categoriesApi.useAddCategoryMutation()
  const [save] = categoriesApi.useSaveCategoryMutation()
  const [preview] = categoriesApi.usePreviewCategoryMutation()
  const [name, setName] = useState(category?.name ?? '')
  const [ownSlug, setSlug] = useState(category?.slug)
  const [isHidden, setIsHidden] = useState((category?.is_hidden ?? false) !== isToggled)
  const slug = ownSlug ?? slugOfText(name).slice(0, MAX_CATEGORY_SLUG_LENGTH)
  const form: CategoryForm = { name: name.trim(), slug, is_hidden: isHidden }
  const { revision, conflict } = useConflict<CategoryForm, AdminCategory>({
    row: category,
    valuesOf: (newest) => ({ name: newest.name, slug: newest.slug, is_hidden: newest.is_hidden }),
    mine: form,
    load(newest) {
      setName(newest.name)
      setSlug(newest.slug)
      setIsHidden(newest.is_hidden)
    },
    labels: {
      name: categoryAdminMessages.name,
      slug: categoryAdminMessages.slug,
      is_hidden: categoryAdminMessages.state,
    },
    textOf: { is_hidden: stateText },
  })
  return (
    <ActionDialog
      title={category ? categoryAdminMessages.editTitle({ name: category.name }) : categoryAdminMessages.addTitle}
      confirm={category ? categoryAdminMessages.save : categoryAdminMessages.add}
      success={category ? categoryAdminMessages.saved : categoryAdminMessages.added}
      refusals={categoryErrors}
      fieldOf={FIELDS_OF_REFUSALS}
      check={() => ({ name: nameProblem(name), slug: slugProblem(slug) })}
      conflict={conflict}
      extra={(accept) => (
        <PreviewButton
          refusals={categoryErrors}
          send={async () => (accept() ? preview({ ...form, of: category?.slug }) : undefined)}
        />
      )}
      onSubmit={() => (category ? save({ of: category.slug, body: { ...form, revision } }) : add(form))}
      onClose={onClose}
    >
      <DialogField
        name="name"
        label={categoryAdminMessages.name}
        hint={categoryAdminMessages.nameHint()}
        autoComplete="off"
        maxLength={MAX_CATEGORY_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Overlaps name={name} others={all.filter((one) => one.slug !== category?.slug).map((one) => one.name)} />
      <DialogField
        name="slug"
        label={categoryAdminMessages.slug}
        hint={categoryAdminMessages.slugHint}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={MAX_CATEGORY_SLUG_LENGTH}
        value={slug}
        onChange={({ target }) => setSlug(target.value.toLowerCase())}
      />
      <Checkbox checked={isHidden} onChange={setIsHidden}>
        {categoryAdminMessages.isHidden}
      </Checkbox>
    </ActionDialog>
  )
}

/** Returns whether the shop shows a category, in a word. */
export function stateText({ is_hidden }: Pick<CategoryForm, 'is_hidden'>): string {
  return is_hidden ? categoryAdminMessages.hidden : categoryAdminMessages.shown
}

function nameProblem(name: string): string | undefined {
  if (!isVisible(name) || !/[\p{L}\p{N}]/u.test(name)) return categoryAdminMessages.nameNeeded
  if (/[/,]/.test(name)) return categoryAdminMessages.nameSeparates
  return name.trim().toLowerCase() === 'all' ? categoryAdminMessages.nameIsAll : undefined
}

const slugProblem = (slug: string) =>
  CATEGORY_SLUG_PATTERN.test(slug) ? undefined : categoryAdminMessages.slugMalformed

/** Notes which categories are listed together, as the page of a name lists every name that contains it. */
function Overlaps({ name, others }: { name: string; others: readonly string[] }) {
  const own = name.trim().toLowerCase()
  if (own === '') return null
  const containing = others.filter((other) => other.toLowerCase() !== own && other.toLowerCase().includes(own))
  const contained = others.filter((other) => other.toLowerCase() !== own && own.includes(other.toLowerCase()))
  return (
    <p role="status" className="text-sm text-muted empty:hidden">
      {containing.length > 0 &&
        categoryAdminMessages.containsOthers({ name: name.trim(), others: formatList(containing) })}{' '}
      {contained.length > 0 && categoryAdminMessages.isContained({ name: name.trim(), others: formatList(contained) })}
    </p>
  )
}

/** Asks for the category into which one is merged. */
export function MergeDialog({ category, all, onClose }: DialogProps) {
  const { slug, name, revision } = category
  const [merge] = categoriesApi.useMergeCategoryMutation()
  const [preview] = categoriesApi.usePreviewMergeMutation()
  const [into, setInto] = useState('')
  const targets = all.filter((one) => one.slug !== slug)
  const target = targets.find((one) => one.slug === into)
  return (
    <ActionDialog
      title={categoryAdminMessages.mergeTitle({ name })}
      text={categoryAdminMessages.mergeText()}
      confirm={categoryAdminMessages.merge}
      success={categoryAdminMessages.merged({ name, into: target?.name ?? '' })}
      danger
      refusals={categoryErrors}
      check={() => ({ into: into ? undefined : categoryAdminMessages.targetNeeded })}
      extra={(accept) => (
        <PreviewButton
          refusals={categoryErrors}
          send={async () => (accept() ? preview({ slug, revision, into }) : undefined)}
        />
      )}
      onSubmit={() => merge({ slug, revision, into })}
      onClose={onClose}
    >
      <DialogChoice
        name="into"
        label={categoryAdminMessages.mergeInto}
        value={into}
        onChange={setInto}
        options={[
          { value: '', text: categoryAdminMessages.mergePrompt },
          ...targets.map((one) => ({ value: one.slug, text: one.name })),
        ]}
      />
    </ActionDialog>
  )
}

/** Shows and changes the picture of a category. */
export function PictureDialog({ category, onClose }: { category: AdminCategory; onClose: () => void }) {
  const { slug, name, picture } = category
  const [remove] = categoriesApi.useRemoveCategoryPictureMutation()

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={categoryAdminMessages.pictureOf({ name })}
      description={categoryAdminMessages.pictureHint}
    >
      <div className="grid justify-items-start gap-4">
        <CategoryPicture category={category} className="size-25 text-3xl" />
        <PictureButtons
          label={categoryAdminMessages.picture}
          path={`/api/admin/categories/${slug}/picture`}
          errors={categoryErrors}
          address={picture}
          failed={categoryAdminMessages.changeFailed}
          remove={picture !== '' && (() => remove({ slug, from: picture }))}
          onChanged={() => showSuccess(categoryAdminMessages.saved)}
        />
      </div>
    </Dialog>
  )
}

interface CategoryPictureProps {
  category: Pick<AdminCategory, 'slug' | 'name' | 'picture'>
  className: string
}

/** The tile of a category on the home page. */
export function CategoryPicture({ category: { slug, name, picture }, className }: CategoryPictureProps) {
  const shown = picture || builtInPicture(slug)
  return (
    <span
      className={classNames('picture-tile grid shrink-0 place-items-center overflow-hidden rounded-full', className)}
    >
      {shown ? (
        <img src={shown} alt="" width={256} height={256} draggable={false} className="size-full object-cover" />
      ) : (
        <span aria-hidden className="display text-muted">
          {[...name][0]}
        </span>
      )}
    </span>
  )
}
