import { type KeyboardEvent, type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { listMessages } from '../../../shared/kernel/list-messages.ts'
import { classNames } from '../class-names.ts'
import { FailureNote, type FailureNoteProps } from '../failure-note.tsx'
import { NARROW_FOR_TABLES_PX, useNarrowScreen } from '../hooks.ts'
import { type Details, useColumnsBeside } from './detail-panel.tsx'
import type { ListAddress } from './list-address.ts'
import { rowMark } from './list-shortcuts.tsx'
import { HIDDEN_BEFORE, SortableHead, type SortedBy } from './row-sorting.tsx'
import { SelectAll, type Selection, SelectRow } from './selection.tsx'

export interface Column<Row, Sort extends string = never> {
  text: string
  /** Null is a dash in a table, and nothing in a card; `number` is the position of the row in the whole list, from 1. */
  cell: (row: Row, number: number) => ReactNode
  /** A number or an amount, aligned to the end. */
  isAmount?: boolean
  /** Stays on one line. */
  isShort?: boolean
  /** The column names the row; by default the first one does. */
  namesRow?: boolean
  /** In a card: at the end of the first line, without a visible column name, or not at all. */
  inCard?: 'aside' | 'unnamed' | 'not'
  /** Left out of tables on narrower screens; one from `xl` also beside the details of a row. */
  from?: 'lg' | 'xl'
  /** The sorting of this column; absent when it has none. */
  sortedBy?: SortedBy<Sort>
}

export interface RowListProps<Row, Sort extends string = never> {
  /** Names the list. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row, Sort>[]
  actions?: (row: Row) => ReactNode
  /** A menu, or a single action. Together with `actions` it is shown only in cards, in their first line. */
  menu?: (row: Row) => ReactNode
  /** Called by a click on a row and by Enter; a link or button inside the row does the same. */
  onOpen?: ((row: Row) => void) | undefined
  /** Opens the details of a row by its key. */
  details?: Details
  /** Returns the failure of a row, shown below it. */
  failureOf?: (row: Row) => Pick<FailureNoteProps, 'text' | 'onRetry'>
  /** The number of rows on earlier pages. */
  before?: number
  selection?: Selection<Row>
  /** The view of the list; needed when its columns sort it. */
  address?: ListAddress<Sort>
}

interface ShownRowsProps<Row, Sort extends string> extends RowListProps<Row, Sort> {
  /** True while the row's details are shown. */
  isOpen: (row: Row) => boolean
}

/** Rows with columns: a table, or a grid of cards on narrow screens. */
export function RowList<Row, Sort extends string = never>(props: RowListProps<Row, Sort>) {
  const { keyOf, details, onOpen = details && ((row) => details.open(keyOf(row))) } = props
  const shown: ShownRowsProps<Row, Sort> = {
    ...props,
    columns: useColumnsBeside(props.columns, details),
    onOpen,
    isOpen: (row) => keyOf(row) === details?.shown,
  }
  return useNarrowScreen(NARROW_FOR_TABLES_PX) ? (
    <Cards {...shown} />
  ) : (
    <Table {...shown} actions={props.actions ?? props.menu} />
  )
}

function nameColumnOf<Row, Sort extends string>(columns: readonly Column<Row, Sort>[]) {
  return columns.find(({ namesRow }) => namesRow) ?? columns[0]
}

function alignmentOf({ isAmount, isShort, from }: Pick<Column<unknown>, 'isAmount' | 'isShort' | 'from'>): string {
  return classNames(isAmount && 'text-end', isShort && 'whitespace-nowrap', from && HIDDEN_BEFORE[from])
}

/** Sticks below the top bar while the page scrolls; with a shadow, as table borders do not stick. */
const headLook =
  'text-muted [&_:is(th,td)]:first:rounded-ss-picture [&_:is(th,td)]:last:rounded-se-picture [&_:is(th,td)]:sticky [&_:is(th,td)]:top-(--list-head-top,auto) [&_:is(th,td)]:z-10 [&_:is(th,td)]:bg-surface [&_:is(th,td)]:shadow-[inset_0_-1px_0_var(--color-line)]'

const rowFocus = { ...rowMark, tabIndex: -1 }

function Table<Row, Sort extends string>(props: ShownRowsProps<Row, Sort>) {
  const { label, rows, keyOf, columns, actions, address, selection, before = 0 } = props
  return (
    <ScrollFrame label={label}>
      <table className="w-full border-collapse text-start text-sm">
        <thead className={headLook}>
          <tr>
            {selection && (
              <td aria-label={listMessages.selection} className={boxCell}>
                <SelectAll selection={selection} />
              </td>
            )}
            {columns.map((column) =>
              column.sortedBy && address ? (
                <SortableHead key={column.text} column={column} sortedBy={column.sortedBy} address={address} />
              ) : (
                <th key={column.text} scope="col" className={classNames(headCell, alignmentOf(column))}>
                  {column.text}
                </th>
              ),
            )}
            {actions && (
              <th scope="col" className={`bg-surface ${headCell} ${stayingCell}`}>
                {listMessages.actions}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <TableRow key={keyOf(row)} {...props} row={row} number={before + index + 1} />
          ))}
        </tbody>
      </table>
    </ScrollFrame>
  )
}

/** Texts stay clear of the amount before them. */
const sides = 'px-1 first:ps-2.5 lg:px-1.5 xl:px-3 xl:first:ps-3 max-xl:[.text-end+&:not(.text-end,.sticky)]:ps-3'
const cell = `h-10 py-1 ${sides}`
const headCell = `py-2.5 font-medium ${sides}`
const boxCell = 'w-8 ps-2.5 xl:w-10 xl:ps-3'

function TableRow<Row, Sort extends string>({
  row,
  number,
  columns,
  actions,
  selection,
  failureOf,
  onOpen,
  isOpen,
}: ShownRowsProps<Row, Sort> & { row: Row; number: number }) {
  const open = isOpen(row) || undefined
  const nameColumn = nameColumnOf(columns)
  const failure = failureOf?.(row)
  return (
    <>
      <tr
        {...(onOpen ? openedRow(() => onOpen(row)) : rowFocus)}
        aria-current={open}
        className={classNames(
          'group/row scroll-mt-28 last:*:first:rounded-es-picture last:*:last:rounded-ee-picture focus-visible:-outline-offset-2',
          open ? 'bg-brand-tint' : 'hover:bg-tint',
          onOpen && 'cursor-pointer',
          !failure?.text && 'border-b border-line last:border-0',
        )}
      >
        {selection && (
          // Named, as its column has no header.
          <td aria-label={listMessages.selection} className={boxCell}>
            <SelectRow selection={selection} row={row} />
          </td>
        )}
        {columns.map((column) =>
          column === nameColumn ? (
            <th key={column.text} scope="row" className={classNames(cell, 'font-medium', alignmentOf(column))}>
              {column.cell(row, number)}
            </th>
          ) : (
            <td key={column.text} className={classNames(cell, alignmentOf(column))}>
              {column.cell(row, number) ?? <span className="text-muted">–</span>}
            </td>
          ),
        )}
        {actions && (
          <td className={classNames(cell, stayingCell, open ? 'bg-brand-tint' : 'bg-surface group-hover/row:bg-tint')}>
            <span className="flex items-center md:max-xl:[&>.size-8]:size-7 xl:gap-1">{actions(row)}</span>
          </td>
        )}
      </tr>
      {failure?.text && (
        <tr className="border-b border-line last:border-0">
          <td colSpan={columns.length + 2} className="px-3 pb-3">
            <FailureNote {...failure} />
          </td>
        </tr>
      )}
    </>
  )
}

function Cards<Row, Sort extends string>(props: ShownRowsProps<Row, Sort>) {
  const { label, rows, keyOf, selection, before = 0 } = props
  return (
    <>
      {selection && (
        <div className="mb-2 px-3">
          <SelectAll selection={selection} labelShown />
        </div>
      )}
      <ul aria-label={label} className="grid grid-cols-[repeat(auto-fill,minmax(min(22rem,100%),1fr))] gap-2">
        {rows.map((row, index) => (
          <Card key={keyOf(row)} {...props} row={row} number={before + index + 1} />
        ))}
      </ul>
    </>
  )
}

function Card<Row, Sort extends string>(props: ShownRowsProps<Row, Sort> & { row: Row; number: number }) {
  const { row, number, columns, actions, menu, selection, failureOf, onOpen, isOpen } = props
  const open = isOpen(row) || undefined
  const nameColumn = nameColumnOf(columns)
  const rest = columns.filter((column) => column !== nameColumn && column.inCard !== 'not')
  const figures = rest.filter((column) => !isAside(column))
  // Actions share a line with the last figure, so that they stand at the same place in all cards.
  const last = !menu && actions ? figures.splice(-1) : []
  return (
    <li
      {...(onOpen ? openedRow(() => onOpen(row)) : rowFocus)}
      aria-current={open}
      className={classNames(
        'rounded-picture border px-3 py-2',
        open ? 'border-brand bg-brand-tint' : 'border-line bg-surface',
        onOpen && 'cursor-pointer',
      )}
    >
      <div className="flex items-center gap-3">
        {selection && <SelectRow selection={selection} row={row} />}
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
          <div className="min-w-0 flex-[1_1_6rem] font-medium">{nameColumn?.cell(row, number)}</div>
          <Figures {...props} columns={rest.filter(isAside)} className="ms-auto grid text-end" />
        </div>
        {menu && <div className="-me-2 flex">{menu(row)}</div>}
      </div>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-0.5">
        <Figures {...props} columns={figures} className="contents text-sm" />
        {!menu && actions && (
          <div className="flex w-full flex-wrap items-center gap-x-4">
            <Figures {...props} columns={last} className="min-w-0 flex-[1_1_6rem] text-sm" />
            <div className="ms-auto flex gap-1">{actions(row)}</div>
          </div>
        )}
      </div>
      {failureOf && <FailureNote {...failureOf(row)} className="mt-2" />}
    </li>
  )
}
const isAside = ({ inCard }: Pick<Column<unknown>, 'inCard'>) => inCard === 'aside'

interface FiguresProps<Row, Sort extends string> {
  columns: readonly Column<Row, Sort>[]
  row: Row
  number: number
  className?: string
}

/** The cells of a card, each after the name of its column. */
function Figures<Row, Sort extends string>({ columns, row, number, className }: FiguresProps<Row, Sort>) {
  if (!columns.length) return null
  return (
    <dl className={className}>
      {columns.map(({ text, inCard, cell: contentOf }) => {
        const content = contentOf(row, number)
        return (
          content !== null &&
          content !== undefined &&
          content !== '' && (
            <div key={text} className="flex min-w-0 flex-wrap items-baseline gap-x-1.5">
              <dt className={inCard ? 'sr-only' : 'text-muted'}>{text}</dt>
              <dd className="min-w-0 font-medium wrap-anywhere">{content}</dd>
            </div>
          )
        )
      })}
    </dl>
  )
}

/** Returns the attributes of a row that a click, or Enter while it has the focus, opens. */
function openedRow(open: () => void) {
  return {
    ...rowMark,
    tabIndex: -1,
    onClick: (event: MouseEvent<HTMLElement>) => {
      if (!isForControl(event) && !hasSelectedText()) open()
    },
    onKeyDown: ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
      if (key === 'Enter' && target === currentTarget) open()
    },
  }
}

function isForControl({
  target,
  currentTarget,
  ctrlKey,
  metaKey,
  shiftKey,
  defaultPrevented,
}: MouseEvent<HTMLElement>) {
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return true
  // Dialogs of a row are its children in React only.
  if (!currentTarget.contains(target)) return true
  return target.closest(':is(a,button,input,label,select,summary)') !== null
}

function hasSelectedText(): boolean {
  return getSelection()?.isCollapsed === false
}

/** For the cells of a last column, e.g. a row's actions, that sticks while the others scroll. */
const stayingCell =
  'sticky end-0 w-px whitespace-nowrap max-xl:shadow-[inset_1px_0_var(--color-line)] max-xl:rtl:shadow-[inset_-1px_0_var(--color-line)]'

/**
 * A frame in which a wide table scrolls sideways, focusable so that the keyboard can scroll it. A table that fits does not
 * scroll, so that its head can stick to the top of the page.
 */
function ScrollFrame({ label, children }: { label: string; children: ReactNode }) {
  const frame = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(true)
  useLayoutEffect(() => {
    const shown = frame.current
    const content = shown?.firstElementChild
    if (!shown || !content) return
    const measure = () => setScrolls(content.scrollWidth > shown.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(shown)
    observer.observe(content)
    return () => observer.disconnect()
  }, [])
  return (
    <section
      ref={frame}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      tabIndex={0}
      className={classNames(
        'relative scroll-pe-52 rounded-picture border border-line bg-surface',
        scrolls ? 'overflow-x-auto [--list-head-top:auto]' : 'overflow-x-clip',
      )}
    >
      {children}
    </section>
  )
}
