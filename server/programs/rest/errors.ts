import { productListMessages } from '../../../shared/catalog/product-list-messages.ts'
import { invalidRequest } from '../../platform/http/errors.ts'
import { RestRefusal } from './grammar/errors.ts'

/** `of` names the table or its id; for products the specification has the text. */
export const idMissing = (of: string) =>
  new RestRefusal(
    400,
    'invalid_request',
    of.startsWith('product') ? productListMessages.productIdRequired : 'id: must be given',
    { hint: 'Or name the rows to change by filters.' },
  )
export const idsDiffer = (column: string) => invalidRequest(`id: differs from ${column}`)
export const nothingToChange = () => invalidRequest('There is nothing in this row that you can change.')
export const noSuchTable = () => new RestRefusal(404, 'PGRST205', 'There is no such table.')

export const tooManyRows = (table: string, columns: string) =>
  new RestRefusal(400, 'too_many_rows', `These filters and this order would read too many rows of ${table}.`, {
    hint: `Filter by ${columns}, or ask for an estimated count.`,
  })
export const tooManyToWrite = (limit: number) =>
  new RestRefusal(400, 'too_many_rows', `This would change more than ${limit} rows.`, {
    hint: 'Filter for fewer rows.',
  })
export const tooManyAffected = (rows: number) =>
  new RestRefusal(400, 'PGRST124', 'Query result exceeds max-affected preference constraint', {
    explanation: `The query affects ${rows} rows`,
  })
export const notOneRow = (rows: number) =>
  new RestRefusal(406, 'PGRST116', 'Cannot coerce the result to a single JSON object', {
    explanation: `The result contains ${rows} rows`,
  })
export const rangeNotSatisfiable = (offset: number, total: number) =>
  new RestRefusal(
    416,
    'PGRST103',
    'Requested range not satisfiable',
    { explanation: `An offset of ${offset} was requested, but there are only ${total} rows.` },
    { 'content-range': `*/${total}` },
  )
export const oneRowAtATime = (what: string) => new RestRefusal(400, 'one_row', `${what} one row at a time.`)
export const tooManyNewPictures = (limit: number) =>
  new RestRefusal(413, 'too_many_pictures', `There may be at most ${limit} new pictures in one request.`, {
    hint: 'Insert fewer rows at once.',
  })
