import { LoadingNote, Skeleton } from '../../ui/skeleton.tsx'

/** The skeleton of the product form. */
export function FormSkeleton() {
  return (
    <div className="grid grid-cols-1 gap-6 lg:grid-cols-[1fr_22rem]">
      <LoadingNote />
      <Skeleton className="h-160 rounded-2xl" />
      <Skeleton className="h-120 rounded-2xl" />
    </div>
  )
}
