import { LoadingNote, Skeleton } from './skeleton.tsx'

/** Announces that something is loading, with one skeleton per class name. */
export function LoadingSkeletons({ looks }: { looks: readonly string[] }) {
  return (
    <>
      <LoadingNote />
      {looks.map((look) => (
        <Skeleton key={look} className={look} />
      ))}
    </>
  )
}
