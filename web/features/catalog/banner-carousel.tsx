import type { ComponentProps } from 'react'
import { catalogMessages } from '../../../shared/catalog/messages.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { ChevronLeft, ChevronRight, Pause, Play } from '../../ui/icons.tsx'
import { BANNERS, type Banner } from './banners.ts'
import { useAutoplay } from './use-autoplay.ts'
import { useCarousel } from './use-carousel.ts'
import { useSelectedSlide } from './use-selected-slide.ts'

/** The home page's banners; they advance automatically unless hovered, focused or stopped, or motion is to be reduced. */
export function BannerCarousel() {
  const { viewport, carousel, load, move } = useCarousel()
  const selected = useSelectedSlide(carousel)
  const autoplay = useAutoplay(() => move((it) => it.scrollNext()))

  return (
    <section
      aria-roledescription={catalogMessages.carousel}
      aria-label={catalogMessages.highlights}
      className="relative overflow-hidden rounded-3xl border border-line"
      {...autoplay.pauseWhileInside}
    >
      <div ref={viewport} onPointerDown={load} className="overflow-hidden">
        <div className="flex" aria-live={autoplay.running ? 'off' : 'polite'}>
          {BANNERS.map((banner, index) => (
            <BannerSlide key={banner.path} banner={banner} index={index} selected={index === selected} />
          ))}
        </div>
      </div>
      <div className="absolute inset-x-0 bottom-3 flex items-center justify-center gap-1">
        <ControlButton
          label={catalogMessages.previousBanner}
          onClick={() => move((it) => it.scrollPrev(autoplay.lessMotion))}
        >
          <ChevronLeft aria-hidden className="size-5" />
        </ControlButton>
        {BANNERS.map((banner, index) => (
          <button
            key={banner.path}
            type="button"
            aria-label={catalogMessages.bannerNumber(index + 1)}
            aria-current={index === selected ? 'true' : undefined}
            onClick={() => move((it) => it.scrollTo(index, autoplay.lessMotion))}
            className="group grid size-7 place-items-center rounded-full"
          >
            <span
              className={classNames(
                'h-2.5 rounded-full border border-ink transition-all motion-reduce:transition-none',
                index === selected ? 'w-5 bg-ink' : 'w-2.5 bg-transparent group-hover:bg-ink/40',
              )}
            />
          </button>
        ))}
        <ControlButton
          label={catalogMessages.nextBanner}
          onClick={() => move((it) => it.scrollNext(autoplay.lessMotion))}
        >
          <ChevronRight aria-hidden className="size-5" />
        </ControlButton>
        <ControlButton
          label={autoplay.wanted ? catalogMessages.pauseBanners : catalogMessages.playBanners}
          onClick={autoplay.toggle}
          // Beside the other buttons where there is no space for its own place.
          className="sm:absolute sm:right-3"
        >
          {autoplay.wanted ? <Pause aria-hidden className="size-4" /> : <Play aria-hidden className="size-4" />}
        </ControlButton>
      </div>
    </section>
  )
}

function ControlButton({ label, ...rest }: { label: string } & ComponentProps<typeof Button>) {
  return <Button {...rest} variant="overlay" size="icon" aria-label={label} />
}

function BannerSlide({ banner, index, selected }: { banner: Banner; index: number; selected: boolean }) {
  const [large, left, right] = banner.pictures
  return (
    // biome-ignore lint/a11y/useSemanticElements: the carousel pattern's slide is a group, and not one of form fields
    <div
      role="group"
      aria-roledescription={catalogMessages.slide}
      aria-label={catalogMessages.slideNumber(index + 1, BANNERS.length)}
      inert={!selected}
      className={classNames('relative h-88 min-w-0 shrink-0 grow-0 basis-full bg-linear-to-br sm:h-84', banner.look)}
    >
      <div className="relative z-10 flex h-full max-w-xl flex-col items-start gap-3 p-6 sm:justify-center sm:p-12 sm:pb-18">
        <h2 className="text-2xl leading-tight font-bold tracking-tight text-balance sm:text-4xl">{banner.title}</h2>
        <p className="max-w-[20rem] text-balance sm:text-lg">{banner.text}</p>
        <ButtonLink to={banner.path} className="mt-1 sm:mt-3">
          {banner.action}
        </ButtonLink>
      </div>
      <div className="absolute right-4 bottom-14 size-32 sm:top-1/2 sm:right-[10%] sm:bottom-auto sm:size-52 sm:-translate-y-1/2">
        <BannerPicture src={large} priority={index === 0 ? 'high' : 'low'} className="size-full" />
        <BannerPicture src={left} className="absolute -bottom-2 -left-14 size-16 -rotate-12 sm:-left-24 sm:size-24" />
        <BannerPicture src={right} className="absolute -top-8 -right-2 size-14 rotate-12 sm:-right-16 sm:size-20" />
      </div>
    </div>
  )
}

interface BannerPictureProps {
  src: string
  /** `high` for the one picture that the first view waits for. */
  priority?: 'high' | 'low'
  className: string
}

function BannerPicture({ src, priority = 'low', className }: BannerPictureProps) {
  return (
    <img
      src={src}
      alt=""
      width={256}
      height={256}
      loading={priority === 'high' ? 'eager' : 'lazy'}
      fetchPriority={priority}
      decoding="async"
      draggable={false}
      className={classNames('max-w-none object-contain', className)}
    />
  )
}
