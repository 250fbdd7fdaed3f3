import { AppError } from '../http/errors.ts'

export const idMissing = () => new AppError(400, 'invalid_request', 'id: must be given')
export const idsDiffer = (column: string) => new AppError(400, 'invalid_request', `id: differs from ${column}`)
export const nothingToChange = () =>
  new AppError(400, 'invalid_request', 'There is nothing in this row that you can change.')
export const noSuchTable = () => new AppError(404, 'not_found', 'There is no such table.')
export const methodNotAllowed = (allowed: string) =>
  new AppError(405, 'method_not_allowed', 'This method is not allowed here.', { headers: { allow: allowed } })
