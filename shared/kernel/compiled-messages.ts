import { type CompiledMessage, type Constants, formatMessage } from './format-message.ts'

interface CompiledMessages {
  readonly [name: string]: CompiledMessage | CompiledMessages
}

/** `defineMessages` in a build of the pages, which has compiled the texts of its language. */
export function defineMessages(messages: CompiledMessages, constants?: Constants): object {
  const entries = Object.entries(messages).map(([name, message]) => [name, messageOf(message, constants)])
  return Object.fromEntries(entries)
}

/** `defineErrors` in a build of the pages, which has translated the texts. */
export function defineErrors<Definitions>(definitions: Definitions): Definitions {
  return definitions
}

function messageOf(message: CompiledMessage | CompiledMessages, constants?: Constants): unknown {
  if (typeof message === 'string') return message
  if (!Array.isArray(message)) return defineMessages(message as CompiledMessages, constants)
  return (values?: object) => formatMessage(message as CompiledMessage, { ...constants, ...values })
}
