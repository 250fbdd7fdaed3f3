import { lazy, Suspense } from 'react'

const Drawings = {
  search: lazy(() => import('./drawings.tsx').then((module) => ({ default: module.SearchDrawing }))),
  list: lazy(() => import('./drawings.tsx').then((module) => ({ default: module.ListDrawing }))),
  letter: lazy(() => import('./drawings.tsx').then((module) => ({ default: module.LetterDrawing }))),
}

/** The drawing of an empty list of users who are signed in, in its place before it is loaded. */
export function AreaDrawing({ of }: { of: keyof typeof Drawings }) {
  const Drawing = Drawings[of]
  return (
    <span aria-hidden className="block h-36 w-53 max-w-full">
      <Suspense>
        <Drawing />
      </Suspense>
    </span>
  )
}
