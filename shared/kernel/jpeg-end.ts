const [START_OF_SCAN, END] = [0xda, 0xd9]

interface JpegParts {
  /** Where it ends; bytes behind that belong to something else, such as the film of a motion photo. */
  end: number
  scans: number
}

/** Returns the parts of a JPEG by its markers; undefined for one without an end. */
export function jpegParts(bytes: Uint8Array): JpegParts | undefined {
  let scans = 0
  for (let at = 2; ; ) {
    at = bytes.indexOf(0xff, at)
    const [marker, high, low] = at === -1 ? [] : bytes.subarray(at + 1, at + 4)
    if (marker === undefined) return undefined
    // A filled byte, a byte of the picture that is 255, and a restart; none has a length.
    if (marker === 0xff) at++
    else if (marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2
    else if (marker === END) return { end: at + 2, scans }
    else {
      if (marker === START_OF_SCAN) scans++
      if (high === undefined || low === undefined) return undefined
      at += 2 + high * 256 + low
    }
  }
}
