import type { ReactNode } from 'react'
import { Page, PageHeading } from '../page.tsx'

/** The page of a list of an area, with `aside` opposite its heading. */
export function ListPage({ title, aside, children }: { title: string; aside: ReactNode; children: ReactNode }) {
  return (
    <Page title={title} heading="own" personal>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-2 gap-y-4">
        <PageHeading>{title}</PageHeading>
        {aside}
      </div>
      {children}
    </Page>
  )
}
