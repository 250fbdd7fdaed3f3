import { classNames } from '../class-names.ts'
import { LoadingNote, Skeleton } from '../skeleton.tsx'

/** As many rows as a tall screen shows. */
const ROWS = Array.from({ length: 20 }, (_, index) => index)

const FRAME = 'skeleton animate-pulse overflow-hidden rounded-picture border border-line motion-reduce:animate-none'

/** The skeleton of a list's rows, as many as fit into the height set by `className`. */
export function RowSkeletons({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames(FRAME, className)}>
      {ROWS.map((row) => (
        <div
          key={row}
          className="flex h-12 items-center gap-3 border-b border-line px-3 *:h-4 *:rounded-field *:bg-tint-strong"
        >
          <span className="h-8! w-8" />
          <span className="w-2/5" />
          <span className="ms-auto w-1/6" />
        </div>
      ))}
    </div>
  )
}

/** The skeleton of a form's fields, as many as fit into the height set by `className`. */
export function FieldSkeletons({ className }: { className: string }) {
  return (
    <div aria-hidden className={classNames(FRAME, 'px-4 sm:px-6', className)}>
      {ROWS.map((row) => (
        <div key={row} className="mt-5 grid gap-1.5 *:rounded-field sm:mt-6">
          <span className="h-4 w-32 bg-tint-strong" />
          <span className="h-11 border border-line" />
        </div>
      ))}
    </div>
  )
}

/** The skeleton of a list: the line with its count, and its rows. */
export function ListSkeleton({ className }: { className: string }) {
  return (
    <>
      <LoadingNote />
      <div className="my-3 flex h-11 items-center max-sm:my-2">
        <Skeleton className="h-5 w-28" />
      </div>
      <RowSkeletons className={className} />
    </>
  )
}
