import { lazy, Suspense, useId } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

const DescriptionEditor = lazy(async () => ({
  default: (await import('./description-editor.tsx')).DescriptionEditor,
}))

interface DescriptionFieldProps {
  initial: string
  onChange: (html: string) => void
  /** What is wrong with it. */
  error: string | null
}

/** The details of a product as formatted text; its editor is fetched when it is needed. */
export function DescriptionField({ initial, onChange, error }: DescriptionFieldProps) {
  const id = useId()
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className="text-sm font-medium">
        Details
      </span>
      <Suspense fallback={<Skeleton className="h-58 rounded-xl" />}>
        <DescriptionEditor
          initial={initial}
          onChange={onChange}
          labelId={id}
          errorId={error ? `${id}-error` : undefined}
        />
      </Suspense>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </p>
      )}
    </div>
  )
}
