import { AppError } from '../../platform/http/errors.ts'

// Shown to the operator at the terminal.

export const noAccount = (email: string) => new AppError(404, 'user_not_found', `No account has the address ${email}.`)
export const alreadyAdmin = (email: string) => new AppError(409, 'already_admin', `${email} is already an owner.`)
export const notAnAdmin = (email: string) => new AppError(409, 'not_an_admin', `${email} is not an admin.`)
export const onlyAdmin = (email: string) =>
  new AppError(409, 'only_admin', `${email} is the only owner: promote another account first.`)
export const accountSuspended = (email: string) =>
  new AppError(409, 'suspended', `${email} is suspended: reinstate it first.`)
export const alreadySuspended = (email: string) =>
  new AppError(409, 'already_suspended', `${email} is already suspended.`)
export const notSuspended = (email: string) => new AppError(409, 'not_suspended', `${email} is not suspended.`)
