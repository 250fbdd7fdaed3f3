import { accountCommand } from './admin/account-commands.ts'
import { changeDemoPasswords, removeDemo } from './admin/demo-commands.ts'
import { newSecrets, printApiKey, rotateKeys } from './admin/key-commands.ts'
import { showOutbox } from './admin/outbox.ts'
import { reservationMinutes } from './admin/reservation-minutes.ts'
import { runCommand, UsageError } from './frame/run-command.ts'
import { readCommandSettings } from './frame/with-marketplace.ts'

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

await runCommand(USAGE, OPTIONS, async ({ positionals: [command = '', ...rest], values }) => {
  const config = readCommandSettings()
  const [argument] = rest
  const withMixedOrders = values['with-orders']
  if (rest.length === 0 && command === 'remove-demo') return removeDemo(config, { withMixedOrders })
  if (withMixedOrders) throw new UsageError()
  if (rest.length === 0 && command === 'demo-passwords') return changeDemoPasswords(config)
  if (rest.length <= 1 && command === 'outbox') return showOutbox(config, argument)
  if (rest.length <= 1 && command === 'reservation-minutes') return reservationMinutes(config, argument)
  if (rest.length === 0 && command === 'rotate-keys') return rotateKeys(config)
  if (rest.length === 0 && command === 'new-secrets') return newSecrets(config)
  if (rest.length === 0 && command === 'api-key') return printApiKey(config, 'anon')
  if (rest.length === 1 && command === 'api-key' && argument === 'service') return printApiKey(config, 'service_role')
  const changeAccount = accountCommand(command)
  if (!changeAccount || !argument || rest.length !== 1) throw new UsageError()
  return changeAccount(config, argument)
})
// Unread standard input would keep the process alive.
process.stdin.destroy()
