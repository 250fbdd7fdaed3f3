import { lazy, Suspense } from 'react'
import { doWithout, loadCode } from '../load-code.ts'

const loadDrawings = () => loadCode(() => import('./drawings.tsx'), true)

const Drawings = {
  search: lazy(() => loadDrawings().then(({ SearchDrawing }) => ({ default: SearchDrawing }), doWithout)),
  list: lazy(() => loadDrawings().then(({ ListDrawing }) => ({ default: ListDrawing }), doWithout)),
  letter: lazy(() => loadDrawings().then(({ LetterDrawing }) => ({ default: LetterDrawing }), doWithout)),
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
