import { accountMutations } from './accounts.ts'
import type { Mutation } from './markers.ts'
import { orderMutations } from './orders.ts'
import { productMutations } from './products.ts'

/** All mutations; together they replace each guard against races. */
export const mutations: readonly Mutation[] = [...orderMutations, ...productMutations, ...accountMutations]
