import type { Config } from '../server/platform/config/config.ts'
import type { AccountCommandName } from './admin/account-commands.ts'
import { runCommand, UsageError } from './frame/run-command.ts'

interface Command {
  name: string
  /** Requires the email address of the account to change. */
  changesAccount?: boolean
  /** The argument in the help; absent if the command has none. */
  argument?: string
  hasOrdersOption?: boolean
  /** The explanation, line by line. */
  help: string[]
  run(config: Config, argument: string | undefined, withMixedOrders: boolean): Promise<void>
}

// Each loads its own code: most of the time of a command is the reading of code.
const loadAccounts = () => import('./admin/account-commands.ts')
const loadDemo = () => import('./admin/demo-commands.ts')
const loadKeys = () => import('./admin/key-commands.ts')

const changing = (name: AccountCommandName, ...help: string[]): Command => ({
  name,
  changesAccount: true,
  help,
  run: async (config, argument = '') => (await loadAccounts()).changeAccount(config, name, argument),
})

/** Also the source of the help, in this order. */
const COMMANDS: Command[] = [
  changing(
    'create',
    'creates an admin, or makes an existing account one; asks for the password,',
    'or reads it from standard input',
  ),
  {
    name: 'setup-link',
    help: ['prints the link that makes the first admin in a browser'],
    run: async (config) => (await loadAccounts()).printSetupLink(config),
  },
  changing('promote', 'makes an account an owner; it keeps its password, and its products leave the shop'),
  changing('demote', 'makes an admin a seller if it has products, otherwise a buyer'),
  changing('suspend', 'suspends an account; its products and reviews leave the shop'),
  changing('reinstate', 'reinstates a suspended account'),
  changing('reset-password', 'sets a new password, which is read as above'),
  changing('remove-factors', 'removes the second sign-in steps of an account whose owner has lost them'),
  {
    name: 'outbox',
    argument: 'id',
    help: ['lists the messages that no service has sent, or shows one of them'],
    run: async (config, argument) => (await import('./admin/outbox.ts')).showOutbox(config, argument),
  },
  {
    name: 'tasks',
    argument: 'id',
    help: ['lists the tasks that have failed, or has one of them tried again now'],
    run: async (config, argument) => (await import('./admin/tasks.ts')).showTasks(config, argument),
  },
  {
    name: 'remove-demo',
    hasOrdersOption: true,
    help: [
      'removes the demo: its accounts, products, orders, files and figures;',
      '--with-orders: also orders of other buyers that have products of others, too',
    ],
    run: async (config, _, withMixedOrders) => (await loadDemo()).removeDemo(config, { withMixedOrders }),
  },
  {
    name: 'demo-passwords',
    help: ['replaces the published password of the demo accounts'],
    run: async (config) => (await loadDemo()).changeDemoPasswords(config),
  },
  {
    name: 'reservation-minutes',
    argument: 'n',
    help: ['prints how long a checkout reserves what it sells, or sets it: 5 to 60 minutes'],
    run: async (config, argument) =>
      (await import('./admin/reservation-minutes.ts')).reservationMinutes(config, argument),
  },
  {
    name: 'rotate-keys',
    help: ['creates a new signing key; servers use it from their next start'],
    run: async (config) => (await loadKeys()).rotateKeys(config),
  },
  {
    name: 'new-secrets',
    help: ['creates new keys when secrets.json is lost, and says what is lost with it'],
    run: async (config) => (await loadKeys()).newSecrets(config),
  },
  {
    name: 'api-key',
    argument: 'service',
    help: ['prints the public API key, or the one with all rights over files'],
    run: async (config, argument) => {
      if (argument !== undefined && argument !== 'service') throw new UsageError()
      await (await loadKeys()).printApiKey(config, argument ? 'service_role' : 'anon')
    },
  },
]

/** Fits the longest command, `reservation-minutes [n]`. */
const HELP_COLUMN = 43

function usageOf({ name, changesAccount, argument, help }: Command): string {
  const parameter = changesAccount ? ' <email>' : argument ? ` [${argument}]` : ''
  return `  npm run admin -- ${name}${parameter}`.padEnd(HELP_COLUMN) + help.join(`\n${' '.repeat(HELP_COLUMN)}`)
}

function accepts({ changesAccount, argument, hasOrdersOption }: Command, rest: string[], withOrders: boolean): boolean {
  if (withOrders && !hasOrdersOption) return false
  return changesAccount ? rest.length === 1 : rest.length <= (argument ? 1 : 0)
}

const OPTIONS = { allowPositionals: true, options: { 'with-orders': { type: 'boolean', default: false } } } as const

await runCommand(COMMANDS.map(usageOf).join('\n'), OPTIONS, async ({ positionals: [name, ...rest], values }) => {
  const found = COMMANDS.find((one) => one.name === name)
  const withMixedOrders = values['with-orders']
  if (!found || !accepts(found, rest, withMixedOrders)) throw new UsageError()
  const { readCommandSettings } = await import('./frame/with-marketplace.ts')
  await found.run(readCommandSettings(), rest[0], withMixedOrders)
})
// Unread standard input would keep the process alive.
process.stdin.destroy()
