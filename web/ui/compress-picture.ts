/** Every picture is converted to this before it is sent: small enough to upload quickly, large enough for any screen. */
const MAX_MEGABYTES = 0.1
const MAX_SIDE_PX = 1920
const TYPE = 'image/webp'

/** Returns a picture as WebP of at most 0.1 MB and 1920 px. Rejects when the browser cannot read the file as a picture. */
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
