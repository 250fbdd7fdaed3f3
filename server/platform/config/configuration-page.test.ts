import { expect, test } from 'vitest'
import { settingGroups } from './declarations.ts'
import type { Setting } from './setting.ts'

const INTRODUCTION = `# Change a setting

<!-- Generated from server/platform/config/declarations.ts by \`npx vitest run server/platform/config -u\`. -->

Settings are environment variables, or lines of a file \`.env\` (UTF-8) in the folder of the server. All are optional; an
empty one counts as not set. Items of lists are separated by commas. With a wrong value, or a name
that is almost that of a setting (\`RATE_LIMIT\`), the server does not start, and names every wrong setting.`

const HEAD = '| variable | type | default | meaning | wrong when |\n|---|---|---|---|---|'

function configurationPage(): string {
  const sections = settingGroups.map(([title, settings]) =>
    [`## ${title}`, '', HEAD, ...Object.entries(settings).map(([name, setting]) => rowOf(name, setting))].join('\n'),
  )
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

function rowOf(name: string, setting: Setting): string {
  const cells = [`\`${name}\``, setting.type, defaultOf(setting), setting.meaning, setting.wrong]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

function defaultOf({ schema, fallback }: Setting): string {
  const value = [schema.safeParse(undefined).data].flat().join(',')
  return fallback ?? (value ? `\`${value}\`` : 'none')
}

test('docs/configuration.md is generated from the declarations', async () => {
  await expect(configurationPage()).toMatchFileSnapshot('../../../docs/configuration.md')
})
