import { areaMessages } from '../../../shared/app/area-messages.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** A link to the shop for empty lists. */
export function OpenShop() {
  return (
    <ButtonLink to="/" variant="secondary">
      {areaMessages.openShop}
    </ButtonLink>
  )
}
