import { useLocation } from 'react-router'
import { categories, categoryName, categoryPath } from '../../../shared/catalog/categories.ts'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { classNames } from '../../ui/class-names.ts'
import { ChevronDown } from '../../ui/icons.tsx'
import { NavLink } from '../../ui/link.tsx'
import { Menu, MenuLink } from '../../ui/overlay/menu.tsx'
import { StaticPart } from '../../ui/static-part.tsx'

/** Categories that fit on wide screens, and on the narrowest screens that show the row. */
const WIDE = 9
const NARROW = 7

const linkLook =
  'inline-flex min-h-11 items-center px-2.5 text-sm text-muted hover:text-ink aria-[current=page]:font-medium aria-[current=page]:text-brand focus-visible:-outline-offset-2'

/** The row of categories below the header on wide screens, with a menu for those that do not fit. It scrolls away. */
export function CategoryRow() {
  const { pathname } = useLocation()
  const isMarked = pathname.toLowerCase().startsWith('/category/')
  // The checkout has no links that lead away from it.
  if (pathname.startsWith('/checkout')) return <div className="h-3" />
  const { shown } = categories()
  return (
    <StaticPart name={isMarked ? undefined : 'categories'}>
      <nav
        aria-label={catalogMessages.categories}
        className="border-b border-line bg-surface pt-3 max-lg:hidden print:hidden"
      >
        <div className="mx-auto flex max-w-page items-center px-9.5">
          <ul className="no-scrollbar flex min-w-0 flex-1 justify-between overflow-x-auto whitespace-nowrap">
            {shown.slice(0, WIDE).map(({ name }, index) => (
              <li key={name} className={classNames(index >= NARROW && 'max-xl:hidden')}>
                <NavLink to={categoryPath(name)} className={linkLook}>
                  {categoryName(name)}
                </NavLink>
              </li>
            ))}
            <li hidden={shown.length <= NARROW} className={classNames(shown.length <= WIDE && 'xl:hidden')}>
              <Menu
                label={catalogMessages.moreCategories}
                trigger={
                  <span className={linkLook}>
                    {catalogMessages.more} <ChevronDown aria-hidden className="ms-1 size-4" />
                  </span>
                }
              >
                {shown.slice(NARROW).map(({ name }, index) => (
                  <MenuLink
                    key={name}
                    to={categoryPath(name)}
                    className={classNames(index < WIDE - NARROW && 'xl:hidden')}
                  >
                    {categoryName(name)}
                  </MenuLink>
                ))}
              </Menu>
            </li>
          </ul>
        </div>
      </nav>
    </StaticPart>
  )
}
