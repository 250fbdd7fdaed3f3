const QUOTE = 0x22
const LINE_FEED = 0x0a

/** Returns a function that takes a CSV file chunk by chunk and returns the count of the rows so far, without the header. */
export function createRowCounter(): (chunk: Uint8Array) => number {
  let inQuotes = false
  let lines = 0
  return (chunk) => {
    for (const byte of chunk) {
      // A quote within quotes is doubled, and so changes nothing.
      if (byte === QUOTE) inQuotes = !inQuotes
      else if (byte === LINE_FEED && !inQuotes) lines++
    }
    return Math.max(0, lines - 1)
  }
}
