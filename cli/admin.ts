import { runCommand, UsageError } from './frame/run-command.ts'

const USAGE = `  npm run admin -- create <email>          creates an admin, or makes an existing account one; asks for the password,
                                           or reads it from standard input
  npm run admin -- promote <email>         makes an account an admin; it keeps its password
  npm run admin -- demote <email>          makes an admin a seller if it has products, otherwise a buyer
  npm run admin -- suspend <email>         suspends an account; its products and reviews leave the shop
  npm run admin -- reinstate <email>       reinstates a suspended account
  npm run admin -- reset-password <email>  sets a new password, which is read as above
  npm run admin -- remove-factors <email>  removes the second sign-in steps of an account whose owner has lost them
  npm run admin -- outbox [id]             lists the messages that no service has sent, or shows one of them
  npm run admin -- remove-demo             removes the demo: its accounts, products, orders, files and figures;
                                           --with-orders: also orders of other buyers that have products of others, too
  npm run admin -- demo-passwords          replaces the published password of the demo accounts
  npm run admin -- reservation-minutes [n] prints how long a checkout reserves what it sells, or sets it: 5 to 60 minutes
  npm run admin -- rotate-keys             creates a new signing key; servers use it from their next start
  npm run admin -- new-secrets             creates new keys when secrets.json is lost, and says what is lost with it
  npm run admin -- api-key [service]       prints the public API key, or the one with all rights over files`

const OPTIONS = { allowPositionals: true, options: { 'with-orders': { type: 'boolean', default: false } } } as const

// Each loads its own code: most of the time of a command is the reading of code.
const loadDemo = () => import('./admin/demo-commands.ts')
const loadKeys = () => import('./admin/key-commands.ts')

await runCommand(USAGE, OPTIONS, async ({ positionals: [command = '', ...rest], values }) => {
  // What takes an address changes an account.
  const changesAccount = USAGE.includes(`-- ${command} <email>`)
  if (changesAccount ? rest.length !== 1 : !USAGE.includes(`-- ${command} `)) throw new UsageError()
  const { readCommandSettings } = await import('./frame/with-marketplace.ts')
  const config = readCommandSettings()
  const [argument] = rest
  const withMixedOrders = values['with-orders']
  if (rest.length === 0 && command === 'remove-demo') return (await loadDemo()).removeDemo(config, { withMixedOrders })
  if (withMixedOrders) throw new UsageError()
  if (rest.length === 0 && command === 'demo-passwords') return (await loadDemo()).changeDemoPasswords(config)
  if (rest.length <= 1 && command === 'outbox') {
    const { showOutbox } = await import('./admin/outbox.ts')
    return showOutbox(config, argument)
  }
  if (rest.length <= 1 && command === 'reservation-minutes') {
    const { reservationMinutes } = await import('./admin/reservation-minutes.ts')
    return reservationMinutes(config, argument)
  }
  if (rest.length === 0 && command === 'rotate-keys') return (await loadKeys()).rotateKeys(config)
  if (rest.length === 0 && command === 'new-secrets') return (await loadKeys()).newSecrets(config)
  if (rest.length === 0 && command === 'api-key') return (await loadKeys()).printApiKey(config, 'anon')
  if (rest.length === 1 && command === 'api-key' && argument === 'service')
    return (await loadKeys()).printApiKey(config, 'service_role')
  if (!changesAccount || !argument) throw new UsageError()
  const { accountCommand } = await import('./admin/account-commands.ts')
  const changeAccount = accountCommand(command)
  if (!changeAccount) throw new UsageError()
  return changeAccount(config, argument)
})
// Unread standard input would keep the process alive.
process.stdin.destroy()
