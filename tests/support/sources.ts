import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor, type VisitorObject } from 'vite'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))

export interface Source {
  /** The path from the root. */
  file: string
  text: string
}

/** Returns the TypeScript files below these folders of the repository, sorted. */
export function sourcesBelow(folders: readonly string[]): Source[] {
  return folders
    .filter((folder) => existsSync(join(ROOT, folder)))
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
    )
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
    .map((file) => ({ file, text: readFileSync(join(ROOT, file), 'utf8') }))
}

/** Walks through the syntax tree of a source. */
export function visit({ file, text }: Source, visitor: VisitorObject): void {
  const { program, errors } = parseSync(file, text)
  if (errors.length) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`)
  new Visitor(visitor).visit(program)
}

/** Returns the text of a string or of a template without parameters; otherwise undefined. */
export function constantText(node: ESTree.Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && !node.expressions.length) return node.quasis[0]?.value.cooked ?? undefined
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const [left, right] = [constantText(node.left), constantText(node.right)]
    if (left !== undefined && right !== undefined) return left + right
  }
}
