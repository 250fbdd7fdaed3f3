import { type ReactElement, useState } from 'react'
import { categoryPath } from '../../../../shared/catalog/categories.ts'
import { categoryAdminMessages } from '../../../../shared/categories/admin-messages.ts'
import { MAX_CATEGORIES } from '../../../../shared/categories/constants.ts'
import { categoryErrors } from '../../../../shared/categories/errors.ts'
import type { AdminCategory } from '../../../../shared/categories/schema.ts'
import { formatNumber } from '../../../../shared/kernel/locale.ts'
import { Button } from '../../../ui/button.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { ListPage } from '../../../ui/list/list-frame.tsx'
import { Loaded } from '../../../ui/list/loaded.tsx'
import { type Column, RowList } from '../../../ui/list/row-list.tsx'
import { RowMenu } from '../../../ui/list/row-menu.tsx'
import { type Order, useOrder } from '../../../ui/list/use-order.tsx'
import { MenuItem, MenuLink } from '../../../ui/overlay/menu.tsx'
import { StateDot, TwoLines } from '../../../ui/values.tsx'
import { useOrderDraft } from '../../market/use-order-draft.tsx'
import { categoriesApi } from './categories-admin-api.ts'
import { CategoryDialog, CategoryPicture, MergeDialog, PictureDialog, stateText } from './category-dialogs.tsx'

const slugOf = ({ slug }: AdminCategory) => slug

type Opened = { what: 'add' } | { what: 'edit' | 'toggle' | 'picture' | 'merge'; category: AdminCategory }

/** The categories of the marketplace in their order. */
export function AdminCategoriesPage() {
  const result = categoriesApi.useListCategoriesQuery(undefined, { refetchOnMountOrArgChange: true })
  const all = result.data?.categories ?? []
  const [opened, setOpened] = useState<Opened | null>(null)
  const [store] = categoriesApi.useOrderCategoriesMutation()
  const [preview] = categoriesApi.usePreviewCategoryOrderMutation()
  const { rows, move, unsaved } = useOrderDraft({
    name: 'category-order',
    rows: all,
    keyOf: slugOf,
    store: (ordered, from) => store({ slugs: ordered.map(slugOf), from: from.map(slugOf) }),
    preview: (ordered) => preview(ordered.map(slugOf)),
    refusals: categoryErrors,
    failed: categoryAdminMessages.changeFailed,
  })
  const order = useOrder({ rows, nameOf: ({ name }) => name, save: move })
  return (
    <ListPage
      title={categoryAdminMessages.heading}
      aside={
        result.data &&
        all.length < MAX_CATEGORIES && (
          <Button size="small" onClick={() => setOpened({ what: 'add' })}>
            {categoryAdminMessages.add}
          </Button>
        )
      }
    >
      <p className="mb-6 max-w-prose text-muted">{categoryAdminMessages.intro}</p>
      <Loaded result={result} failure={categoryAdminMessages.loadFailed} skeleton="h-160">
        {() => (
          <RowList
            label={categoryAdminMessages.heading}
            rows={rows}
            keyOf={slugOf}
            columns={columnsFor(order)}
            onOpen={(category) => setOpened({ what: 'edit', category })}
            menu={(category) => (
              <CategoryMenu
                category={category}
                canMerge={all.length > 1}
                moves={order.entriesOf(category)}
                onOpen={(what) => setOpened({ what, category })}
              />
            )}
          />
        )}
      </Loaded>
      {order.announcement}
      {unsaved}
      {opened && <OpenedDialog opened={opened} all={all} onClose={() => setOpened(null)} />}
    </ListPage>
  )
}

function OpenedDialog({ opened, ...props }: { opened: Opened; all: readonly AdminCategory[]; onClose: () => void }) {
  if (opened.what === 'add') return <CategoryDialog {...props} />
  // As read again after a refusal, with the revision that another attempt needs.
  const category = props.all.find(({ slug }) => slug === opened.category.slug) ?? opened.category
  if (opened.what === 'merge') return <MergeDialog {...props} category={category} />
  if (opened.what === 'picture') return <PictureDialog category={category} onClose={props.onClose} />
  return <CategoryDialog {...props} category={category} isToggled={opened.what === 'toggle'} />
}

function columnsFor({ handleOf }: Order<AdminCategory>): readonly Column<AdminCategory>[] {
  return [
    {
      text: categoryAdminMessages.category,
      cell: (category) => (
        <span className="flex items-center gap-3">
          {handleOf(category)}
          <CategoryPicture category={category} className="size-10 max-[24rem]:hidden" />
          <span className="min-w-0 wrap-anywhere">
            <TwoLines first={category.name} second={<span className="font-normal">{category.slug}</span>} />
          </span>
        </span>
      ),
    },
    {
      text: categoryAdminMessages.state,
      inCard: 'unnamed',
      cell: (category) => (
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StateDot tone={category.is_hidden ? 'quiet' : 'good'}>{stateText(category)}</StateDot>
          {category.is_filling && <Chip tone="info">{categoryAdminMessages.filling}</Chip>}
        </span>
      ),
    },
    {
      text: categoryAdminMessages.products,
      isAmount: true,
      cell: ({ products }) => formatNumber(products),
    },
  ]
}

interface CategoryMenuProps {
  category: AdminCategory
  canMerge: boolean
  /** The entries that move the category. */
  moves: ReactElement
  onOpen: (what: 'edit' | 'toggle' | 'picture' | 'merge') => void
}

function CategoryMenu({ category: { name, is_hidden }, canMerge, moves, onOpen }: CategoryMenuProps) {
  return (
    <RowMenu name={name}>
      <MenuItem onSelect={() => onOpen('edit')}>{categoryAdminMessages.edit}</MenuItem>
      <MenuItem onSelect={() => onOpen('picture')}>{categoryAdminMessages.picture}</MenuItem>
      <MenuItem onSelect={() => onOpen('toggle')}>
        {is_hidden ? categoryAdminMessages.show : categoryAdminMessages.hide}
      </MenuItem>
      {moves}
      {canMerge && <MenuItem onSelect={() => onOpen('merge')}>{categoryAdminMessages.merge}</MenuItem>}
      <MenuLink to={categoryPath(name)}>{categoryAdminMessages.view}</MenuLink>
    </RowMenu>
  )
}
