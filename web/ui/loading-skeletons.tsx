import { LoadingNote, Skeleton } from './skeleton.tsx'

/** Announces that something is loading, with a skeleton for each of these class names. */
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
