import type { EmblaCarouselType } from 'embla-carousel'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ALL_CATEGORIES_SLUG, categoryPath } from '../../../../shared/catalog/categories.ts'
import { CAROUSEL_INTERVAL_MS } from '../../../../shared/catalog/constants.ts'
import { homeMessages } from '../../../../shared/catalog/home-messages.ts'
import { catalogMessages } from '../../../../shared/catalog/messages.ts'
import audio from '../../../pictures/hero-audio.webp'
import everything from '../../../pictures/hero-everything.webp'
import fashion from '../../../pictures/hero-fashion.webp'
import home from '../../../pictures/hero-home.webp'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { directionOf } from '../../../ui/direction.ts'
import { useMedia } from '../../../ui/hooks.ts'
import { ChevronLeft, ChevronRight, Pause, Play } from '../../../ui/icons.tsx'
import { loadCode } from '../../../ui/load-code.ts'

interface Banner {
  title: string
  text: string
  action: string
  path: string
  /** A still life that fills the banner, with space for the text at the inline start; light in both themes. */
  scene: string
  /** The background, light in both themes like the still life. */
  look: string
}

const BANNERS: readonly Banner[] = [
  {
    ...catalogMessages.banners.everything,
    path: categoryPath(ALL_CATEGORIES_SLUG),
    scene: everything,
    look: 'bg-[#f1af8c]',
  },
  { ...catalogMessages.banners.audio, path: categoryPath('Audio'), scene: audio, look: 'bg-[#c8b5ee]' },
  { ...catalogMessages.banners.home, path: categoryPath('Home & Furniture'), scene: home, look: 'bg-[#8fcef1]' },
  { ...catalogMessages.banners.fashion, path: categoryPath('Fashion'), scene: fashion, look: 'bg-[#f2a7aa]' },
]

/** Calls `advance` periodically while the page is visible and neither pointer nor focus is in the element with `pauseWhileInside`. */
function useAutoplay(advance: () => void) {
  const lessMotion = useMedia('(prefers-reduced-motion: reduce)')
  const [choice, setChoice] = useState<boolean | null>(null)
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const wanted = choice ?? !lessMotion
  const running = wanted && !hovered && !focused
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

/**
 * The home page's banners; they advance automatically unless hovered, focused or stopped, or motion is to be reduced. The first
 * one shows the stalls, where there are any, in place of its still life.
 */
export function BannerCarousel({ stalls }: { stalls: ReactNode }) {
  const { viewport, selected, load, move } = useCarousel()
  const autoplay = useAutoplay(() => move((it) => it.scrollNext()))

  return (
    <section
      aria-roledescription={homeMessages.carousel}
      aria-label={homeMessages.highlights}
      className="group on-scene relative overflow-hidden rounded-picture"
      {...autoplay.pauseWhileInside}
    >
      <div ref={viewport} onPointerDown={load} className="overflow-hidden">
        <div className="flex" aria-live={autoplay.running ? 'off' : 'polite'}>
          {BANNERS.map((banner, index) => (
            <BannerSlide key={banner.path} index={index} selected={index === selected} look={banner.look}>
              {index === 0 && stalls ? (
                <StallsBanner banner={banner}>{stalls}</StallsBanner>
              ) : (
                <SceneBanner banner={banner} isFirst={index === 0} />
              )}
            </BannerSlide>
          ))}
        </div>
      </div>
      <div className="pointer-events-none absolute inset-x-2 bottom-1 z-20 flex items-center justify-center *:pointer-events-auto sm:inset-x-4 sm:bottom-3">
        <ControlButton
          label={homeMessages.previousBanner}
          onClick={() => move((it) => it.scrollPrev(autoplay.lessMotion))}
          className="sm:me-auto"
        >
          <ChevronLeft aria-hidden className="size-5" />
        </ControlButton>
        {/* Balances the button after the dots, to center them. */}
        <span aria-hidden className="w-10 max-sm:hidden" />
        {BANNERS.map((banner, index) => (
          <button
            key={banner.path}
            type="button"
            aria-label={homeMessages.bannerNumber({ number: index + 1 })}
            aria-current={index === selected ? 'true' : undefined}
            onClick={() => move((it) => it.scrollTo(index, autoplay.lessMotion))}
            className="group/dot grid size-7 place-items-center rounded-full"
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
          className="sm:order-last sm:ms-auto"
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
    </section>
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
  index: number
  selected: boolean
  look: string
  children: ReactNode
}

function BannerSlide({ index, selected, look, children }: BannerSlideProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the carousel pattern's slide is a group, and not one of form fields
    <div
      role="group"
      aria-roledescription={homeMessages.slide}
      aria-label={catalogMessages.slideNumber({ number: index + 1, count: BANNERS.length })}
      inert={!selected}
      className={classNames(
        'on-scene relative min-w-0 shrink-0 grow-0 basis-full text-ink max-sm:h-112 sm:h-105 lg:h-120',
        look,
      )}
    >
      {children}
    </div>
  )
}

function StallsBanner({ banner: { title, text, path, action }, children }: { banner: Banner; children: ReactNode }) {
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

function SceneBanner({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  return (
    <>
      <div className="relative z-10 flex h-full flex-col items-start gap-3 p-6 sm:max-w-[48%] sm:justify-center sm:gap-4 sm:p-10 sm:pe-0 lg:max-w-[44%] lg:p-14">
        <h2 className="max-w-full display text-xl text-balance wrap-anywhere min-[22rem]:text-2xl">{banner.title}</h2>
        <p className="max-w-[22rem] text-balance text-muted sm:text-lg">{banner.text}</p>
        <ButtonLink to={banner.path} className="mt-1 sm:mt-3">
          {banner.action}
        </ButtonLink>
      </div>
      <img
        src={banner.scene}
        alt=""
        width={2400}
        height={1200}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'low'}
        decoding="async"
        draggable={false}
        className="absolute end-0 bottom-0 h-[46%] w-full max-w-none mask-t-from-75% object-cover object-right sm:h-auto sm:w-[88%] sm:mask-l-from-70% lg:h-full lg:w-full lg:mask-none rtl:-scale-x-100"
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
