import { Fragment, type ReactNode } from 'react'

interface SentenceProps {
  /** A message with places for elements: `Your address is {address}.` */
  text: string
  /** The elements, by the names of their places. */
  parts: Record<string, ReactNode>
}

/** A message with elements in it, so that a translation can put them where its language needs them; none turns the words around it. */
export function Sentence({ text, parts }: SentenceProps) {
  return text.split(/\{(\w+)\}/).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one message never move
    <Fragment key={index}>{index % 2 ? <bdi>{parts[piece]}</bdi> : piece}</Fragment>
  ))
}
