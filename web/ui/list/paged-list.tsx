import type { ReactNode } from 'react'
import { WithDetails } from './detail-panel.tsx'
import { ListFrame, type ListFrameProps, type PageFacts } from './list-frame.tsx'
import { RowList, type RowListProps } from './row-list.tsx'

interface PagedListProps<Data extends PageFacts, Row, Sort extends string>
  extends Omit<ListFrameProps<Data, Sort>, 'columns' | 'children'>,
    Omit<RowListProps<Row, Sort>, 'rows' | 'before' | 'address'> {
  rowsOf: (data: Data) => readonly Row[]
  /** Returns the content beside the list by the key of a row; `details` says which. */
  panel?: (key: string) => ReactNode
  /** Places it below the list even on wide screens. */
  isPanelBelow?: boolean
}

/** Rows with columns, page by page, in their frame; with the details of one row if there are any. */
export function PagedList<Data extends PageFacts, Row, Sort extends string = never>(
  props: PagedListProps<Data, Row, Sort>,
) {
  const { rowsOf, panel, isPanelBelow = false, details } = props
  const list = (
    <ListFrame {...props}>
      {(data) => <RowList {...props} rows={rowsOf(data)} before={(data.page - 1) * data.page_size} />}
    </ListFrame>
  )
  if (!details || !panel) return list
  return (
    <WithDetails details={details} panel={panel} isBelow={isPanelBelow}>
      {list}
    </WithDetails>
  )
}
