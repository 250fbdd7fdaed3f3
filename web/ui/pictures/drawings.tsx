import type { ReactNode } from 'react'

const WIDE_SPARKS = 'M14 38h14M21 31v14M196 22h10M201 17v10M18 108h8M22 104v8'
/** The sparks of narrow drawings, which have a closer view box. */
const NEAR_SPARKS = 'M24 40h14M31 33v14M196 22h10M201 17v10M40 108h8M44 104v8'

// Every drawing in one file, as they share the scene; pages load it when they first show one of them.

/** The scene of every drawing: the ground, a plant, and sparks. */
function Scene({ sparks = WIDE_SPARKS, children }: { sparks?: string; children: ReactNode }) {
  return (
    <svg viewBox="0 0 220 150" aria-hidden="true" className="size-full" fill="none">
      <ellipse cx="112" cy="136" rx="92" ry="9" className="fill-tint-strong" />
      {children}
      <path d="M164 106h32l-5 30h-22z" className="fill-accent" />
      <path d="M180 106c0-22-4-32-16-40-4 18 2 32 16 40z" className="fill-good" />
      <path d="M180 106c0-26 6-38 20-46 4 20-4 38-20 46z" className="fill-good" />
      <path d={sparks} className="stroke-line-strong" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}

export interface DrawingProps {
  of: keyof typeof DRAWINGS
}

/** A drawing by its name. */
export function AnyDrawing({ of }: DrawingProps) {
  const Shown = DRAWINGS[of]
  return <Shown />
}

function BagDrawing() {
  return (
    <Scene sparks={NEAR_SPARKS}>
      <path d="M62 52h76l9 84H53z" className="fill-brand" />
      <path d="M62 52h76l2 16H60z" className="fill-brand-strong" />
      <path d="M80 60V44a20 20 0 0 1 40 0v16" className="stroke-line-strong" strokeWidth="5" strokeLinecap="round" />
      <path d="M84 100q16 13 32 0" className="stroke-on-brand" strokeWidth="4" strokeLinecap="round" />
      <circle cx="86" cy="86" r="3.5" className="fill-on-brand" />
      <circle cx="114" cy="86" r="3.5" className="fill-on-brand" />
    </Scene>
  )
}

function SearchDrawing() {
  return (
    <Scene>
      <path d="M118 100l30 34" className="stroke-brand-strong" strokeWidth="13" strokeLinecap="round" />
      <circle cx="92" cy="70" r="42" className="fill-surface stroke-brand" strokeWidth="10" />
      <path d="M68 60a28 28 0 0 1 20-18" className="stroke-line-strong" strokeWidth="4" strokeLinecap="round" />
      <circle cx="80" cy="72" r="3.5" className="fill-brand" />
      <circle cx="104" cy="72" r="3.5" className="fill-brand" />
      <path d="M80 90q12-8 24 0" className="stroke-brand" strokeWidth="4" strokeLinecap="round" />
    </Scene>
  )
}

/** A board with a list that has no lines yet. */
function ListDrawing() {
  return (
    <Scene>
      <rect x="52" y="26" width="92" height="110" rx="8" className="fill-brand" />
      <rect x="61" y="38" width="74" height="90" rx="3" className="fill-surface" />
      <rect x="80" y="18" width="36" height="18" rx="6" className="fill-brand-strong" />
      <circle cx="86" cy="68" r="3.5" className="fill-brand" />
      <circle cx="110" cy="68" r="3.5" className="fill-brand" />
      <path d="M84 80q14 11 28 0" className="stroke-brand" strokeWidth="4" strokeLinecap="round" />
      <path d="M74 104h48M74 115h30" className="stroke-line-strong" strokeWidth="4" strokeLinecap="round" />
    </Scene>
  )
}

function LetterDrawing() {
  return (
    <Scene>
      <rect x="36" y="50" width="118" height="86" rx="8" className="fill-brand" />
      <path
        d="M40 54l55 40 55-40"
        className="fill-brand-strong stroke-on-brand"
        strokeWidth="3"
        strokeLinejoin="round"
      />
      <circle cx="82" cy="106" r="3.5" className="fill-on-brand" />
      <circle cx="108" cy="106" r="3.5" className="fill-on-brand" />
      <path d="M82 117q13 10 26 0" className="stroke-on-brand" strokeWidth="4" strokeLinecap="round" />
    </Scene>
  )
}

function StallDrawing() {
  return (
    <Scene>
      <rect x="44" y="54" width="104" height="82" className="fill-surface stroke-brand" strokeWidth="6" />
      <path d="M50 92h92M50 106h92M50 120h92" className="stroke-line-strong" strokeWidth="4" />
      <path
        d="M36 30h120l8 28a12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-24 0 12 12 0 0 1-16 0z"
        className="fill-accent"
      />
      <path d="M66 30l-2 28a12 12 0 0 0 24 0l2-28zm48 0l-2 28a12 12 0 0 0 24 0l-2-28z" className="fill-accent-tint" />
    </Scene>
  )
}

const DRAWINGS = {
  stall: StallDrawing,
  bag: BagDrawing,
  search: SearchDrawing,
  list: ListDrawing,
  letter: LetterDrawing,
}
