import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { useSite } from '../../../api/site.ts'
import { useCan } from '../../../session/use-rights.ts'
import { useSession } from '../../../session/use-session.ts'
import { Awning } from '../../../ui/awning.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { SCENES } from '../../../ui/pictures/scenes.ts'

const STEPS: Record<keyof typeof homeMessages.firstStep, string> = {
  visitor: '/authentication?role=seller',
  seller: '/seller/add-product',
  admin: '/admin/guide',
}

/** Awnings and scenes. */
const STALLS = [
  [3, 'everything'],
  [0, 'audio'],
  [2, 'home'],
  [6, 'fashion'],
] as const

/** Stands in for the products of a marketplace that has none: stalls that wait for their sellers. */
export function FirstDay() {
  const { isLoggedIn, userRole } = useSession()
  const can = useCan()
  const { signUpClosed } = useSite()
  // Where visitors cannot become sellers, they read the same as buyers.
  const ofVisitors = signUpClosed ? 'buyer' : 'visitor'
  const reader = isLoggedIn ? userRole : ofVisitors
  return (
    <div className="grid grid-cols-1 items-center gap-8 lg:grid-cols-2 lg:gap-12">
      <div className="grid justify-items-start gap-3">
        <h3 className="display text-xl text-balance lg:text-2xl">{homeMessages.noProductsYet}</h3>
        <p className="min-h-[2lh] text-balance text-muted sm:min-h-0 sm:text-lg">{homeMessages.firstDay[reader]}</p>
        {/* The server renders the page for visitors; users without a button keep its height. */}
        <p className="mt-1 min-h-11 sm:mt-3">
          {reader !== 'buyer' && (reader !== 'admin' || can('settings')) && (
            <ButtonLink to={STEPS[reader]} variant="secondary">
              {homeMessages.firstStep[reader]}
            </ButtonLink>
          )}
        </p>
      </div>
      <ul aria-hidden className="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:gap-5">
        {STALLS.map(([awning, scene], index) => (
          <li
            key={awning}
            className={classNames('flex flex-col bg-surface forced-colors:border', index > 1 && 'max-sm:hidden')}
          >
            <Awning form="valance" of={awning} />
            <p className="grid min-h-12 content-center px-3 display text-sm text-balance">
              {index === 0 && homeMessages.freeStall}
            </p>
            <span className={classNames('aspect-square lg:aspect-[4/5]', SCENES[scene].look)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
