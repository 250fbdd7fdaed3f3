import { AppError } from '../../../platform/http/errors.ts'

/** A refusal in PostgREST's form, with an explanation and a hint. */
export class RestRefusal extends AppError {
  readonly explanation: string | null
  readonly hint: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    { explanation = null, hint = null }: { explanation?: string | null; hint?: string | null } = {},
    headers: Record<string, string> = {},
  ) {
    super(status, code, message, { headers })
    this.explanation = explanation
    this.hint = hint
  }
}

const MAX_NAME_LENGTH = 60

export const malformedParameter = (parameter: string, problem: string) =>
  new RestRefusal(400, 'PGRST100', `${parameter.slice(0, MAX_NAME_LENGTH)}: ${problem}`)
export const unknownColumn = (table: string, column: string) =>
  new RestRefusal(400, '42703', `column ${table}.${column.slice(0, MAX_NAME_LENGTH)} does not exist`)
export const unsupported = (parameter: string, message: string) =>
  new RestRefusal(400, 'not_supported', `${parameter}: ${message}`, { hint: 'docs/clients.md lists what there is.' })
export const unknownSchema = () => new RestRefusal(406, 'PGRST106', 'The schema must be one of the following: public')
export const notAcceptable = (accept: string) =>
  new RestRefusal(406, 'PGRST107', `None of these media types are available: ${accept.slice(0, MAX_NAME_LENGTH)}`)
export const unknownPreference = (preference: string) =>
  new RestRefusal(400, 'PGRST122', `prefer: ${preference.slice(0, MAX_NAME_LENGTH)} is not possible here`, {
    hint: 'docs/clients.md lists what there is.',
  })
