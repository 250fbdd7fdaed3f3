import { areaMessages } from '../../../shared/app/area-messages.ts'
import { ButtonLink } from '../../ui/button.tsx'

/** Leads to the shop, where what a list waits for is done. */
export function OpenShop() {
  return (
    <ButtonLink to="/" variant="secondary">
      {areaMessages.openShop}
    </ButtonLink>
  )
}
