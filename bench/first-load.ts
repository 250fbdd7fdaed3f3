import { readFile, stat } from 'node:fs/promises'
import { brotliCompressSync, constants } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const CLIENT = new URL('../dist/client/', import.meta.url)

/** Returns the compressed kB of all scripts that an HTML page loads, with their static imports. */
export async function firstLoadKilobytes(html: string): Promise<number> {
  const manifest: Record<string, Chunk> = JSON.parse(await readFile(new URL('.vite/manifest-en.json', CLIENT), 'utf8'))
  const byFile = new Map(Object.values(manifest).map((chunk) => [chunk.file, chunk]))
  const wanted = new Set<string>()
  const add = (file: string) => {
    if (wanted.has(file)) return
    wanted.add(file)
    for (const key of byFile.get(file)?.imports ?? []) {
      const imported = manifest[key]
      if (imported) add(imported.file)
    }
  }
  for (const [, file] of html.matchAll(/\/(assets\/[^" ]+\.js)/g)) if (file) add(file)
  let bytes = 0
  for (const file of wanted) bytes += await compressedSize(new URL(file, CLIENT))
  return bytes / 1000
}

async function compressedSize(file: URL): Promise<number> {
  const built = await stat(new URL(`${file.href}.br`)).catch(() => null)
  if (built) return built.size
  return brotliCompressSync(await readFile(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length
}
