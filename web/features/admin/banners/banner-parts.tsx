import { bannerMessages } from '../../../../shared/banners/messages.ts'
import type { AdminBanner } from '../../../../shared/banners/schema.ts'
import type { PICTURE_WIDTHS } from '../../../../shared/catalog/constants.ts'
import { byLocale } from '../../../../shared/kernel/language.ts'
import { SCENES } from '../../../ui/pictures/scenes.ts'
import { StateDot } from '../../../ui/values.tsx'

/** The times are those of the marketplace's zone already. */
const minuteFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
)

function timeText(minute: string): string {
  return minuteFormat().format(new Date(`${minute}Z`))
}

const TONES = { running: 'good', planned: 'info', ended: 'quiet', no_picture: 'danger' } as const

/** The state of a banner, with its next change. */
export function BannerState({ banner: { state, shown_from, shown_to } }: { banner: AdminBanner }) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <StateDot tone={TONES[state]}>{bannerMessages.states[state]}</StateDot>
      {state === 'planned' && <span>{bannerMessages.from({ time: timeText(shown_from) })}</span>}
      {shown_to && <span>{bannerMessages.until({ time: timeText(shown_to) })}</span>}
    </div>
  )
}

/** Returns the address of what a banner shows, in a width that file storage serves; empty for none. */
export function pictureOf({ picture, built_in }: AdminBanner, width: (typeof PICTURE_WIDTHS)[number]): string {
  if (picture) return `${picture}&width=${width}`
  return built_in ? SCENES[built_in].picture : ''
}
