import { IDEMPOTENCY_KEY_TTL_HOURS } from '../../shared/orders/constants.ts'
import { afterSeconds } from '../jobs/delete-expired.ts'
import { deleteKeys } from './queries.ts'

export const deleteExpiredKeys = afterSeconds(IDEMPOTENCY_KEY_TTL_HOURS * 3600, deleteKeys)
