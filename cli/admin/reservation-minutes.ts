import type { Config } from '../../server/platform/config/config.ts'
import { readReservationMinutes, setReservationMinutes } from '../../server/shop/stock/queries.ts'
import { MAX_RESERVATION_MINUTES, MIN_RESERVATION_MINUTES } from '../../shared/stock/constants.ts'
import { print } from '../frame/run-command.ts'
import { withMarketplace } from '../frame/with-marketplace.ts'

/** Sets, if `text` is given, and prints how many minutes a checkout reserves stock. Throws an Error for an invalid number. */
export function reservationMinutes(config: Config, text: string | undefined): Promise<void> {
  const minutes = text === undefined ? undefined : minutesFrom(text)
  return withMarketplace({ schema: 'migrated', config }, async ({ db }) => {
    if (minutes !== undefined) await setReservationMinutes(db, minutes)
    print(`A checkout reserves what it sells for ${await readReservationMinutes(db)} minutes.`)
  })
}

function minutesFrom(text: string): number {
  const minutes = /^\d{1,2}$/.test(text) ? Number(text) : 0
  if (minutes < MIN_RESERVATION_MINUTES || minutes > MAX_RESERVATION_MINUTES)
    throw new Error(`Give whole minutes from ${MIN_RESERVATION_MINUTES} to ${MAX_RESERVATION_MINUTES}.`)
  return minutes
}
