import { accountMutations } from './accounts.ts'
import type { Mutation } from './mutation.ts'
import { orderMutations } from './orders.ts'
import { productMutations } from './products.ts'

/** Every piece of code that holds under races, with the naive one that takes its place. */
export const mutations: readonly Mutation[] = [...orderMutations, ...productMutations, ...accountMutations]
