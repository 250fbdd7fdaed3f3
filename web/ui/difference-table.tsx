import type { ReactNode } from 'react'

export interface Difference {
  /** The name of the field. */
  label: string
  /** A text takes up to four lines. */
  one: ReactNode
  other: ReactNode
}

interface DifferenceTableProps {
  headings: { field: string; one: string; other: string }
  differences: readonly Difference[]
  /** For a place that is narrow even on wide screens. */
  isNarrow?: boolean
}

const cell = 'py-1.5 pe-3 align-top text-start'
/** Two columns below the name of the field. */
const LOOKS = {
  narrow: { table: 'block', row: 'grid grid-cols-2', heading: 'sr-only', name: 'col-span-full pb-0 text-sm' },
  wide: {
    table: 'max-sm:block',
    row: 'max-sm:grid max-sm:grid-cols-2',
    heading: 'w-1/4 max-sm:sr-only',
    name: 'max-sm:col-span-full max-sm:pb-0 max-sm:text-sm',
  },
}

/** The fields in which two versions of something differ, side by side; on phones below the names of the fields. */
export function DifferenceTable({ headings, differences, isNarrow = false }: DifferenceTableProps) {
  const { table, row, heading, name } = LOOKS[isNarrow ? 'narrow' : 'wide']
  return (
    <table className={`w-full table-fixed border-collapse text-start ${table}`}>
      <thead className={`text-sm text-muted ${table}`}>
        <tr className={row}>
          <th scope="col" className={`${cell} ${heading}`}>
            {headings.field}
          </th>
          <th scope="col" className={cell}>
            {headings.one}
          </th>
          <th scope="col" className={cell}>
            {headings.other}
          </th>
        </tr>
      </thead>
      <tbody className={table}>
        {differences.map(({ label, one, other }) => (
          <tr key={label} className={`${row} border-t border-line`}>
            <th scope="row" className={`${cell} font-medium ${name}`}>
              {label}
            </th>
            <td className={cell}>{shown(one)}</td>
            <td className={cell}>{shown(other)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function shown(value: ReactNode): ReactNode {
  if (typeof value !== 'string') return value
  return <span className="line-clamp-4 whitespace-pre-line wrap-anywhere">{value || '–'}</span>
}
