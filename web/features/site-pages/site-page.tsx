import type { ReactNode } from 'react'
import { useLocation, useParams } from 'react-router'
import { sitePagePath } from '../../../shared/site-pages/constants.ts'
import { sitePageMessages } from '../../../shared/site-pages/messages.ts'
import type { SitePage as SitePageData } from '../../../shared/site-pages/schema.ts'
import { LoadFailure } from '../../ui/failure-note.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'
import { Sentence } from '../../ui/text.tsx'
import { LocalDate } from '../../ui/values.tsx'
import { useGetSitePageQuery } from '../catalog/catalog-api.ts'
import { Metadata, textOf } from '../catalog/metadata.tsx'
import { scrollingTables } from '../catalog/section.tsx'

/** Pages whose versions have to be found, as buyers have agreed to them. */
const AGREED: readonly string[] = ['terms', 'privacy']

/** A page that the marketplace writes itself, or one of its versions; `none` while it is not published. */
export function SitePage({ none }: { none: ReactNode }) {
  const { pathname } = useLocation()
  const { slug = pathname.split('/', 2)[1]?.toLowerCase() ?? '', version } = useParams()
  const { currentData: page, error, isFetching, refetch } = useGetSitePageQuery({ slug, version })
  if (page) return <Version page={page} />
  if (page === null) return none
  return (
    <Page title={sitePageMessages.loading} heading="hidden" width="medium">
      {error ? (
        <LoadFailure title={sitePageMessages.loadFailed} onRetry={refetch} retrying={isFetching} />
      ) : (
        <>
          <LoadingNote />
          <Skeleton className="mb-6 h-10 w-64 max-w-full" />
          <Skeleton className="h-96" />
        </>
      )}
    </Page>
  )
}

function Version({ page }: { page: SitePageData }) {
  const { slug, title, body, version, published_at, shown_version, versions } = page
  const isEarlier = version !== shown_version
  const date = <LocalDate at={published_at} />
  return (
    <Page title={title} width="medium">
      <Metadata
        title={title}
        description={textOf(body)}
        path={sitePagePath(slug, isEarlier ? version : undefined)}
        unlisted={isEarlier}
      />
      {isEarlier && (
        <p className="mb-6 max-w-prose rounded-field bg-warning-tint px-4 py-2 text-warning">
          <Sentence message={sitePageMessages.earlier} values={{ date }} />{' '}
          {shown_version !== null && (
            <Link to={sitePagePath(slug)} className="inline-block py-1 font-medium underline underline-offset-2">
              {sitePageMessages.toCurrent}
            </Link>
          )}
        </p>
      )}
      {!isEarlier && AGREED.includes(slug) && (
        <p className="mb-6 text-sm text-muted">
          <Sentence message={sitePageMessages.dated} values={{ version, date }} />
        </p>
      )}
      <div
        className="description"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by the server when saved and again when sent
        dangerouslySetInnerHTML={{ __html: scrollingTables(body) }}
      />
      {AGREED.includes(slug) && versions.length > 1 && <Versions page={page} />}
    </Page>
  )
}

function Versions({ page: { slug, version: present, versions } }: { page: SitePageData }) {
  return (
    <section aria-labelledby="versions" className="mt-10 border-t border-line pt-6">
      <h2 id="versions" className="mb-3 font-semibold">
        {sitePageMessages.versions}
      </h2>
      <ul className="text-sm">
        {versions.map(({ version, published_at }) => (
          <li key={version}>
            <Link
              to={sitePagePath(slug, version)}
              aria-current={version === present ? 'page' : undefined}
              className="inline-flex min-h-8 items-center underline underline-offset-2 aria-[current=page]:no-underline"
            >
              <span>
                <Sentence
                  message={sitePageMessages.dated}
                  values={{ version, date: <LocalDate at={published_at} /> }}
                />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
