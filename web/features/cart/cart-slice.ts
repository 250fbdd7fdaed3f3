import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { Cart } from '../../../shared/cart/schema.ts'
import { loggedOut, sessionCleared } from '../../session/session-slice.ts'
import type { CartChange } from './cart-change.ts'

/** A change that is on its way to the server. */
interface PendingChange {
  id: string
  change: CartChange
}

export interface CartState {
  /** The visitor's own cart, kept in local storage; null until it was read from there. */
  local: Cart | null
  /** The buyer's changes the server has not answered yet, oldest first; shown as if they were done. */
  pending: PendingChange[]
  /** The first-login merge did not work; the server's cart is shown without it. */
  mergeFailed: boolean
}

const initialState: CartState = { local: null, pending: [], mergeFailed: false }

const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    localCartRead: (state, { payload }: PayloadAction<Cart>) => {
      state.local = payload
    },
    changeStarted: (state, { payload }: PayloadAction<PendingChange>) => {
      state.pending.push(payload)
    },
    /** Done or failed: a failed change vanishes from what is shown. */
    changeEnded: (state, { payload: id }: PayloadAction<string>) => {
      state.pending = state.pending.filter((pending) => pending.id !== id)
    },
    mergeFailed: (state) => {
      state.mergeFailed = true
    },
  },
  extraReducers: (builder) => {
    builder
      .addCase(sessionCleared, (state) => {
        state.pending = []
        state.mergeFailed = false
      })
      .addCase(loggedOut, (state) => {
        state.local = {}
      })
  },
})

export const { localCartRead, changeStarted, changeEnded, mergeFailed } = cartSlice.actions

/** The store's `cart` part. */
export const cartReducer = cartSlice.reducer
