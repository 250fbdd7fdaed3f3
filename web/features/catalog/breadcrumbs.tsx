import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { ChevronRight } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import type { Crumb } from './metadata.tsx'

/** The path from the home page to this one; the last step is the present page. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
  return (
    <nav aria-label={catalogMessages.breadcrumb} className="mb-4 text-sm text-muted">
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map(({ name, path }, index) => {
          const last = index === crumbs.length - 1
          return (
            <li key={path} className={last ? 'min-w-0 flex-1 truncate' : 'flex min-w-0 items-center gap-1.5'}>
              {last ? (
                <bdi aria-current="page">{name}</bdi>
              ) : (
                <>
                  <Link to={path} className="py-1 hover:text-ink hover:underline">
                    {name}
                  </Link>
                  <ChevronRight aria-hidden className="size-3.5 shrink-0" />
                </>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
