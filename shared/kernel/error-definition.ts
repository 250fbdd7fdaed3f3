/**
 * A failure of `/api`. `text` is the message for users; a function of the details if the failure has any, whether or not the
 * text contains them.
 */
export interface ErrorDefinition {
  readonly status: number
  readonly text: string | ((details: never) => string)
}

/** Failures by their stable code. */
export type ErrorDefinitions = Readonly<Record<string, ErrorDefinition>>

/** Returns the definition of a failure with the text of a message, which is read when it is shown. */
export function withTextOf(status: number, message: () => string): { readonly status: number; readonly text: string } {
  return {
    status,
    get text() {
      return message()
    },
  }
}
