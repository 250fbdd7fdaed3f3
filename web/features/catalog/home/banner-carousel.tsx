import type { EmblaCarouselType } from 'embla-carousel'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShownBanner } from '../../../../shared/banners/shown.ts'
import { CAROUSEL_INTERVAL_MS } from '../../../../shared/catalog/constants.ts'
import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { directionOf } from '../../../ui/direction.ts'
import { useMedia } from '../../../ui/hooks.ts'
import { ChevronLeft, ChevronRight, icon } from '../../../ui/icons.tsx'
import { loadCode } from '../../../ui/load-code.ts'
import { sourcesOf } from '../../../ui/pictures/product-picture.tsx'
import { SCENES } from '../../../ui/pictures/scenes.ts'

const Pause = icon(
  'M15 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1zM6 3h3a1 1 0 0 1 1 1v16a1 1 0 0 1 -1 1h-3a1 1 0 0 1 -1 -1v-16a1 1 0 0 1 1 -1z',
)
const Play = icon('M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z')

/** Calls `advance` periodically while the page is visible and neither pointer nor focus is in the element with `pauseWhileInside`. */
function useAutoplay(isOffered: boolean, advance: () => void) {
  const lessMotion = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const wanted = choice ?? !lessMotion
  const running = isOffered && wanted && !hovered && !focused
  const onTick = useEffectEvent(() => {
    if (!document.hidden) advance()
  })

  useEffect(() => {
    if (!running) return
    const timer = setInterval(onTick, CAROUSEL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [running])

  return {
    lessMotion,
    wanted,
    running,
    toggle: () => setChoice(!wanted),
    pauseWhileInside: {
      onPointerEnter: () => setHovered(true),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: (event) => setFocused(event.currentTarget.contains(event.relatedTarget)),
    } satisfies ComponentProps<'section'>,
  }
}

interface BannerCarouselProps {
  banners: readonly ShownBanner[]
  stalls: ReactNode
}

/**
 * The home page's banners; several advance automatically unless hovered, focused or stopped, or motion is to be reduced. When
 * the first is the product's own, it shows the stalls, where there are any, in place of its still life.
 */
export function BannerCarousel({ banners, stalls }: BannerCarouselProps) {
  const { viewport, selected, load, move } = useCarousel()
  const hasSeveral = banners.length > 1
  const autoplay = useAutoplay(hasSeveral, () => move((it) => it.scrollNext()))

  return (
    <section
      aria-roledescription={homeMessages.carousel}
      aria-label={homeMessages.highlights}
      className="group relative overflow-hidden rounded-picture"
      {...autoplay.pauseWhileInside}
    >
      <div ref={viewport} onPointerDown={load} className="overflow-hidden">
        <div className="flex" aria-live={autoplay.running ? 'off' : 'polite'}>
          {banners.map((banner, index) => (
            <BannerSlide
              key={banner.banner_number}
              label={catalogMessages.slideNumber({ number: index + 1, count: banners.length })}
              selected={index === selected}
              look={sceneOf(banner)?.look ?? 'bg-surface'}
            >
              {index === 0 && stalls && sceneOf(banner) === SCENES.everything ? (
                <StallsBanner banner={banner}>{stalls}</StallsBanner>
              ) : (
                <SceneBanner banner={banner} isFirst={index === 0} />
              )}
            </BannerSlide>
          ))}
        </div>
      </div>
      {hasSeveral && <Controls banners={banners} selected={selected} move={move} autoplay={autoplay} />}
    </section>
  )
}

/** Returns the still life of a banner without a picture of its own. */
function sceneOf({ picture, built_in }: ShownBanner) {
  return picture || !built_in ? undefined : SCENES[built_in]
}

interface ControlsProps {
  banners: readonly ShownBanner[]
  selected: number
  move: (how: Move) => void
  autoplay: ReturnType<typeof useAutoplay>
}

const MAX_WITH_BUTTONS = 5

function Controls({ banners, selected, move, autoplay }: ControlsProps) {
  // Phones have no room for all of them.
  const side = banners.length > MAX_WITH_BUTTONS && 'max-sm:hidden'
  // On a picture of any color they need a ground of their own.
  const dotGround = banners[selected]?.picture && 'bg-surface'
  return (
    <div className="pointer-events-none absolute inset-x-2 bottom-1 z-20 flex items-center justify-center *:pointer-events-auto sm:inset-x-4 sm:bottom-3">
      <ControlButton
        label={homeMessages.previousBanner}
        onClick={() => move((it) => it.scrollPrev(autoplay.lessMotion))}
        className={classNames('sm:me-auto', side)}
      >
        <ChevronLeft aria-hidden className="size-5" />
      </ControlButton>
      {/* Balances the button after the dots, to center them. */}
      <span aria-hidden className="w-10 max-sm:hidden" />
      {banners.map((banner, index) => (
        <button
          key={banner.banner_number}
          type="button"
          aria-label={homeMessages.bannerNumber({ number: index + 1 })}
          aria-current={index === selected ? 'true' : undefined}
          onClick={() => move((it) => it.scrollTo(index, autoplay.lessMotion))}
          className={classNames('group/dot grid size-7 place-items-center rounded-full', dotGround)}
        >
          <span
            className={classNames(
              'size-2 rounded-full border border-ink motion-safe:transition-colors',
              index === selected ? 'bg-ink' : 'bg-surface group-hover/dot:bg-tint-strong',
            )}
          />
        </button>
      ))}
      <ControlButton
        label={homeMessages.nextBanner}
        onClick={() => move((it) => it.scrollNext(autoplay.lessMotion))}
        className={classNames('sm:order-last sm:ms-auto', side)}
      >
        <ChevronRight aria-hidden className="size-5" />
      </ControlButton>
      <ControlButton
        label={autoplay.wanted ? homeMessages.pauseBanners : homeMessages.playBanners}
        onClick={autoplay.toggle}
      >
        {autoplay.wanted ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
      </ControlButton>
    </div>
  )
}

function ControlButton({ label, className, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return (
    <Button
      {...rest}
      variant="overlay"
      size="icon"
      aria-label={label}
      className={classNames(
        'rounded-full not-pointer-coarse:not-group-focus-within:not-group-hover:opacity-0 forced-colors:opacity-100',
        className,
      )}
    />
  )
}

interface BannerSlideProps {
  label: string
  selected: boolean
  look: string
  children: ReactNode
}

function BannerSlide({ label, selected, look, children }: BannerSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the carousel pattern's slide is a group, and not one of form fields
    <div
      role="group"
      aria-roledescription={homeMessages.slide}
      aria-label={label}
      inert={!selected}
      className={classNames(
        'on-scene relative min-w-0 shrink-0 grow-0 basis-full max-sm:h-112 sm:h-105 lg:h-120',
        look,
      )}
    >
      {children}
    </div>
  )
}

function StallsBanner({
  banner: { title, text, path, action },
  children,
}: {
  banner: ShownBanner
  children: ReactNode
}) {
  return (
    <div className="flex h-full flex-col gap-3 p-4 pb-11 sm:p-6 sm:pb-13 lg:gap-6 lg:px-10 lg:pt-8 lg:pb-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div className="min-w-0">
          <h2 className="display text-xl text-balance wrap-anywhere lg:text-2xl">{title}</h2>
          <p className="mt-1 text-balance text-muted max-sm:hidden sm:text-lg">{text}</p>
        </div>
        <ButtonLink to={path}>{action}</ButtonLink>
      </div>
      {children}
    </div>
  )
}

interface SceneBannerProps {
  banner: ShownBanner
  isFirst: boolean
}

/** A banner with a picture that fills it: a still life has space for the text, a picture of an admin gets a ground below it. */
function SceneBanner({ banner, isFirst }: SceneBannerProps) {
  const { picture, focus = [], title, text, path, action } = banner
  return (
    <>
      <div
        className={classNames(
          'relative z-10 flex flex-col items-start gap-3 p-6 sm:max-w-[48%] sm:gap-4 lg:max-w-[44%]',
          picture
            ? 'bg-surface sm:top-[46%] sm:ms-8 sm:-translate-y-1/2 sm:rounded-picture lg:ms-14 lg:p-10'
            : 'h-full sm:justify-center sm:p-10 sm:pe-0 lg:p-14',
        )}
      >
        <h2
          className={classNames(
            'max-w-full display text-xl text-balance wrap-anywhere',
            picture ? 'lg:text-2xl' : 'min-[22rem]:text-2xl',
          )}
        >
          {title}
        </h2>
        {text && (
          <p
            className={classNames('max-w-[22rem] text-balance text-muted sm:text-lg', picture && 'max-sm:line-clamp-2')}
          >
            {text}
          </p>
        )}
        <ButtonLink to={path} className="mt-1 sm:mt-3">
          {action}
        </ButtonLink>
      </div>
      <img
        src={picture ?? sceneOf(banner)?.picture}
        srcSet={picture && sourcesOf(picture)}
        sizes={picture && '(min-width: 90rem) 86rem, 100vw'}
        alt=""
        width={2400}
        height={1200}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding="async"
        draggable={false}
        style={picture ? { objectPosition: focus.map((percent) => `${percent}%`).join(' ') } : undefined}
        className={classNames(
          'absolute end-0 bottom-0 h-[46%] w-full max-w-none object-cover',
          picture
            ? 'sm:h-full'
            : 'dimmed mask-t-from-75% object-right sm:h-auto sm:w-[88%] sm:mask-l-from-70% lg:h-full lg:w-full lg:mask-none rtl:-scale-x-100',
        )}
      />
    </>
  )
}

type Move = (carousel: EmblaCarouselType) => void

/** The carousel of `viewport`; its code is loaded by `load` or the first `move`. */
function useCarousel() {
  const viewport = useRef<HTMLDivElement>(null)
  const waiting = useRef<Move[]>([])
  const [isWanted, setIsWanted] = useState(false)
  const [carousel, setCarousel] = useState<EmblaCarouselType | null>(null)
  const [selected, setSelected] = useState(0)

  useEffect(() => {
    if (!isWanted) return
    let isGone = false
    let created: EmblaCarouselType | undefined
    const create = async () => {
      const { default: createCarousel } = await loadCode(() => import('embla-carousel'), true)
      if (isGone || !viewport.current) return
      created = createCarousel(viewport.current, { loop: true, direction: directionOf(viewport.current) })
      const follow = ({ selectedScrollSnap }: EmblaCarouselType) => setSelected(selectedScrollSnap())
      created.on('select', follow).on('reInit', follow)
      setCarousel(created)
      for (const move of waiting.current.splice(0)) move(created)
    }
    create().catch(() => {
      // Without the carousel the first banner stays.
    })
    return () => {
      isGone = true
      created?.destroy()
    }
  }, [isWanted])

  const load = () => setIsWanted(true)
  const move = (how: Move) => {
    if (carousel) return how(carousel)
    waiting.current.push(how)
    load()
  }
  return { viewport, selected, load, move }
}
