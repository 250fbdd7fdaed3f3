import { accountMutations } from './accounts.ts'
import type { Mutation } from './mutation.ts'
import { orderMutations } from './orders.ts'
import { productMutations } from './products.ts'

/** Every piece of code that holds under races, with the naive one in its place and the tests that tell the difference. */
export const mutations: readonly Mutation[] = [...orderMutations, ...productMutations, ...accountMutations]
