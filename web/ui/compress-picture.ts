/** What every picture is made into before it is sent: small enough to go quickly, large enough for any screen. */
const MAX_MEGABYTES = 0.1
const MAX_SIDE_PX = 1920
const TYPE = 'image/webp'

/** Makes a picture into WebP of at most 0.1 MB and 1920 px. Rejects when the file is no picture the browser can read. */
export async function compressPicture(file: File): Promise<File> {
  const { default: compress } = await import('browser-image-compression')
  return compress(file, {
    maxSizeMB: MAX_MEGABYTES,
    maxWidthOrHeight: MAX_SIDE_PX,
    fileType: TYPE,
    // Its worker would fetch code from elsewhere.
    useWebWorker: false,
  })
}
