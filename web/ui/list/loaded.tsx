import type { ReactNode } from 'react'
import { LoadFailure } from '../failure-note.tsx'
import { LoadingNote } from '../skeleton.tsx'
import { FieldSkeletons, RowSkeletons } from './list-skeleton.tsx'

interface LoadedProps<Data> {
  /** A query, as its hook returns it. */
  result: { data?: Data | undefined; error?: unknown; isFetching: boolean; refetch: () => void }
  failure: string
  /** The skeleton's height, as a class. */
  skeleton: string
  isForm?: boolean
  children: (data: Data) => ReactNode
}

/** Loaded data, which stays after a failed reload; without any, the failure or skeletons of rows or fields. */
export function Loaded<Data>({ result, failure, skeleton, isForm, children }: LoadedProps<Data>) {
  const { data, error, isFetching, refetch } = result
  if (data !== undefined) return children(data)
  if (error) return <LoadFailure title={failure} onRetry={refetch} retrying={isFetching} />
  return (
    <>
      <LoadingNote />
      {isForm ? <FieldSkeletons className={skeleton} /> : <RowSkeletons className={skeleton} />}
    </>
  )
}
