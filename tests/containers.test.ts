import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { expect, test } from 'vitest'
import { freePort } from '../db/embedded/free-port.ts'
import { readConfig } from '../server/platform/config/config.ts'
import { createTrustedProxies } from '../server/platform/http/trusted-proxies.ts'
import { openSecrets } from '../server/platform/keys/secrets.ts'
import { connectionUrl } from './support/connection-url.ts'
import { openFolder } from './support/open-folder.ts'
import { startProcess, untilPrinted } from './support/server-process.ts'
import { createTestDatabase } from './support/test-database.ts'

const ROOT = join(import.meta.dirname, '..')
const at = (path: string) => join(ROOT, path)
const run = promisify(execFile)

interface Service {
  image: string
  build?: object
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  env_file?: { path: string; required: boolean }[]
  environment?: Record<string, string>
  ports?: string[]
  volumes?: string[]
  networks: string[] | Record<string, { ipv4_address?: string }>
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, Service>
  networks: { inside: { ipam: { config: { subnet: string; ip_range: string }[] } } }
}

/** Uses the same YAML parser as the API documents; anchors and merges are resolved. */
async function readCompose(): Promise<Compose & { text: string }> {
  const fromSwagger = createRequire(createRequire(import.meta.url).resolve('@fastify/swagger'))
  const { parse } = fromSwagger('yaml') as { parse: (text: string) => Compose }
  const text = await readFile(at('compose.yaml'), 'utf8')
  return { text, ...parse(text) }
}

/** Returns the instructions of the Dockerfile, with continued lines joined; `last` are those of its last stage. */
async function readDockerfile(): Promise<{ all: string[]; last: string[] }> {
  const text = (await readFile(at('Dockerfile'), 'utf8')).replace(/^\s*#.*\n/gm, '').replace(/\\\n\s*/g, '')
  const all = text.split('\n').filter(Boolean)
  return { all, last: all.slice(all.findLastIndex((line) => line.startsWith('FROM'))) }
}

/** The paths that the last stage copies. */
const copiedFromHere = (lines: string[]) =>
  lines.flatMap((line) => /^COPY (?!--from)(.+) \S+$/.exec(line)?.[1]?.split(' ') ?? [])

const settingOf = (lines: string[], instruction: string) =>
  lines.find((line) => line.startsWith(`${instruction} `))?.slice(instruction.length + 1)

test('the image runs as an unprivileged user, stops on SIGTERM, and names only files and scripts that exist', async () => {
  const { all, last } = await readDockerfile()
  expect(settingOf(last, 'USER')).toBe('node')
  expect(settingOf(last, 'STOPSIGNAL')).toBe('SIGTERM')
  const ignored = (await readFile(at('.dockerignore'), 'utf8')).split('\n')
  for (const path of copiedFromHere(all)) {
    expect([path, existsSync(at(path)), ignored.includes(path)]).toEqual([path, true, false])
  }
  expect(ignored).toEqual(expect.arrayContaining(['node_modules', '.env', '.data', '.git']))
  const { scripts } = JSON.parse(await readFile(at('package.json'), 'utf8'))
  for (const [, script = ''] of all.join('\n').matchAll(/npm run (\S+)/g)) expect(scripts).toHaveProperty(script)
  const [program, file = ''] = JSON.parse(settingOf(last, 'CMD') ?? '')
  expect([program, existsSync(at(file))]).toEqual(['node', true])
  const documented = (await readFile(at('docs/operations.md'), 'utf8')) + (await readFile(at('compose.yaml'), 'utf8'))
  const commands = [...documented.matchAll(/docker .* node ((\w+)\/\S+\.ts)/g)]
  expect(commands.map(([, command]) => command)).toEqual(expect.arrayContaining(['cli/backup.ts', 'cli/restore.ts']))
  for (const [, command = '', folder] of commands)
    expect([command, existsSync(at(command)), copiedFromHere(last).includes(String(folder))]).toEqual([
      command,
      true,
      true,
    ])
})

test('the files in the image are enough to serve, and its health check passes', async () => {
  const { last } = await readDockerfile()
  const folder = await openFolder()
  const database = await createTestDatabase()
  const app = join(folder, 'app')
  await mkdir(app)
  for (const path of [...copiedFromHere(last), 'dist']) await cp(at(path), join(app, path), { recursive: true })
  await symlink(at('node_modules'), join(app, 'node_modules'))
  const environment = {
    PORT: String(await freePort()),
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: connectionUrl(database.connection),
  }
  const check = JSON.parse((settingOf(last, 'HEALTHCHECK') ?? '').replace(/^.*? CMD /, '')) as string[]
  const checkHealth = () =>
    run(process.execPath, check.slice(1), { env: { ...process.env, ...environment } }).then(
      () => 'healthy',
      ({ code }) => `exit ${code}`,
    )
  expect(await checkHealth()).toBe('exit 1')
  const server = startProcess(join(app, 'server/main.ts'), { ...environment, DRAIN_SECONDS: '0' })
  try {
    await untilPrinted(server, /is ready/)
    await expect.poll(checkHealth, { timeout: 60_000 }).toBe('healthy')
    expect((await fetch(`http://127.0.0.1:${environment.PORT}/`)).status).toBe(200)
  } finally {
    await server.end('SIGTERM')
    await database.drop()
  }
})

test('F8: compose.yaml takes its secrets from outside and contains none; generated ones are valid', async () => {
  const { text, services } = await readCompose()
  const { stdout } = await run(process.execPath, [at('tools/new-secrets.ts')])
  const secrets = parseEnv(stdout) as Record<string, string>
  const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
  expect([...required].sort()).toEqual(Object.keys(secrets).sort())
  const defaults = [...text.matchAll(/\$\{(\w+):-([^}]*)\}/g)].map(([, name]) => name ?? '')
  expect(defaults.filter((name) => /PASSWORD|SECRET|KEY|TOKEN/.test(name))).toEqual([])

  // The server accepts the settings as compose substitutes them.
  const given = Object.entries(services['app-1']?.environment ?? {}).map(([name, value]) => [
    name,
    value.replace(
      /\$\{(\w+):[?-]([^}]*)\}/g,
      (_, variable: string, otherwise: string) => secrets[variable] ?? otherwise,
    ),
  ])
  expect(services['app-1']?.env_file).toEqual([{ path: '.env', required: false }])
  const ofPeople = { ...secrets, PORT: '4000', HOST: '127.0.0.1', DATA_DIR: '.data', AUTH_EMAIL_CONFIRM: 'on' }
  const config = readConfig(
    { ...ofPeople, DATABASE_URL: 'postgres://localhost/x', ...Object.fromEntries(given) },
    false,
  )
  expect(config).toMatchObject({ port: 3000, host: '0.0.0.0', dataDir: '/data', emailConfirm: true })
  expect(config.databaseUrl).toContain(`:${secrets.POSTGRES_PASSWORD}@postgres:5432/`)
  expect(config.s3).toMatchObject({
    endpoint: 'http://files:7070',
    bucket: 'openstall',
    secretKey: secrets.S3_SECRET_KEY,
  })
  expect((await openSecrets(config)).signingKeys).toHaveLength(1)
})

test('compose.yaml starts two locked-down servers behind a proxy that both trust, and exposes nothing else', async () => {
  const { services, networks: composed } = await readCompose()
  const apps = Object.entries(services).filter(([, { build }]) => build)
  expect(apps.map(([name]) => name)).toEqual(['app-1', 'app-2'])
  const configuration = await readFile(at('docs/configuration.md'), 'utf8')
  for (const [, app] of apps) {
    expect(app).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
    expect(app.ports).toBeUndefined()
    for (const name of Object.keys(app.environment ?? {})) expect(configuration).toContain(`\`${name}\``)
    for (const [other, { condition }] of Object.entries(app.depends_on ?? {}))
      expect([Object.keys(services).includes(other), condition]).toEqual([true, 'service_healthy'])
  }
  const proxy = services.proxy
  const [inside] = composed.inside.ipam.config
  const networks = proxy?.networks as Record<string, { ipv4_address?: string }>
  const proxyAddress = String(networks.inside?.ipv4_address)
  expect(proxyAddress).toBe(apps[0]?.[1].environment?.TRUSTED_PROXIES)
  // No other container can have the proxy's address.
  const contains = (network = '') => createTrustedProxies([network])(proxyAddress)
  expect([contains(inside?.subnet), contains(inside?.ip_range)]).toEqual([true, false])
  const [configFile = ''] = proxy?.volumes?.[0]?.split(':') ?? []
  const caddyfile = await readFile(at(configFile), 'utf8')
  for (const [name] of apps) expect(caddyfile).toContain(`${name}:3000`)
  expect(caddyfile).toContain('health_uri /readyz')
  expect(caddyfile).toContain('protocols h1 h2 h3')
  expect(proxy?.ports?.filter((port) => port.endsWith(':443/udp'))).toHaveLength(1)
  expect(caddyfile).toContain('header_up X-Request-Id {http.request.uuid}')
  for (const [, variable = ''] of caddyfile.matchAll(/\{\$(\w+)\}/g))
    expect(proxy?.environment).toHaveProperty(variable)
  // Database and files are reachable only by the servers, mails only from this machine.
  const open = Object.entries(services).filter(([, { ports }]) => ports?.some((port) => !port.startsWith('127.0.0.1:')))
  expect(open.map(([name]) => name)).toEqual(['proxy'])
})
