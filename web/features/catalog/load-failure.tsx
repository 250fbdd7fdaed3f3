import type { ComponentProps } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { LoadFailure as Failure } from '../../ui/load-failure.tsx'

interface LoadFailureProps extends Omit<ComponentProps<typeof Failure>, 'title'> {
  title?: string
}

/** Products that could not be loaded, with a way to try again. */
export function LoadFailure({ title = catalogMessages.categoryFailed, ...rest }: LoadFailureProps) {
  return <Failure title={title} {...rest} />
}
