import { type CompiledMessage, type Constants, formatMessage } from './format-message.ts'

/** Returns the message of a text with arguments, in builds of the pages: `tools/compile-messages.ts` puts it into catalogues. */
export function compiledMessage(message: CompiledMessage, constants?: Constants): (values?: object) => string {
  return (values) => formatMessage(message, { ...constants, ...values })
}
