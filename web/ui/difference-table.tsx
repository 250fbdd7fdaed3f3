import type { ReactNode } from 'react'

interface Difference {
  /** The name of the field. */
  label: string
  one: ReactNode
  other: ReactNode
}

interface DifferenceTableProps {
  headings: { field: string; one: string; other: string }
  differences: readonly Difference[]
}

/** The fields in which two versions of something differ, side by side; on phones below the names of the fields. */
export function DifferenceTable({ headings, differences }: DifferenceTableProps) {
  return (
    <table className="w-full table-fixed border-collapse text-start max-sm:block">
      <thead className="text-sm text-muted max-sm:block">
        <tr className={row}>
          <th scope="col" className={`${cell} w-1/4 max-sm:sr-only`}>
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
      <tbody className="max-sm:block">
        {differences.map(({ label, one, other }) => (
          <tr key={label} className={`${row} border-t border-line`}>
            <th scope="row" className={`${cell} font-medium max-sm:col-span-full max-sm:pb-0 max-sm:text-sm`}>
              {label}
            </th>
            <td className={cell}>{one}</td>
            <td className={cell}>{other}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'p-1.5 align-top text-start'
/** Two columns on phones, below the name of the field. */
const row = 'max-sm:grid max-sm:grid-cols-2'

/** A value of a field, in up to four lines. */
export function DifferingText({ children }: { children: string }) {
  return <span className="line-clamp-4 whitespace-pre-line wrap-anywhere">{children || '–'}</span>
}
