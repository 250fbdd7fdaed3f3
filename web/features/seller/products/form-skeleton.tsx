import { LoadingNote, Skeleton } from '../../../ui/skeleton.tsx'

/** The skeleton of the product form. */
export function FormSkeleton() {
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <LoadingNote />
      <Skeleton className="h-326.75 rounded-2xl sm:h-241" />
      <Skeleton className="h-212.25 rounded-2xl sm:h-151 lg:h-158" />
      <Skeleton className="h-24.5 rounded-xl sm:h-17.25 lg:col-span-2" />
    </div>
  )
}
