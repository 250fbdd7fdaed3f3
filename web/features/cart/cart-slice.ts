import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { cartMessages } from '../../../shared/cart/messages.ts'
import type { Cart } from '../../../shared/cart/schema.ts'
import { loggedOut, sessionCleared } from '../../session/session-slice.ts'
import type { CartChange } from './cart-change.ts'

/** The link in messages about an addition to the cart. */
export const VIEW_CART = { text: cartMessages.viewCart, to: '/cart' } as const

interface PendingChange {
  id: string
  change: CartChange
}

interface CartState {
  /** The visitor's own cart from local storage; null until it is read. */
  local: Cart | null
  /** The buyer's changes without a response, oldest first; applied optimistically. */
  pending: PendingChange[]
  /** The first-login merge failed; the server's cart is shown without it. */
  mergeFailed: boolean
}

declare module '../../api/app-store.ts' {
  interface AppState {
    cart: CartState
  }
}

const initialState: CartState = { local: null, pending: [], mergeFailed: false }

const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    localCartRead: (state, { payload }: PayloadAction<Cart>) => {
      state.local = payload
    },
    /** The visitor changed the cart in this tab; a listener writes it to local storage. */
    localCartChanged: (state, { payload }: PayloadAction<Cart>) => {
      state.local = payload
    },
    changeStarted: (state, { payload }: PayloadAction<PendingChange>) => {
      state.pending.push(payload)
    },
    changeEnded: (state, { payload: id }: PayloadAction<string>) => {
      state.pending = state.pending.filter((pending) => pending.id !== id)
    },
    mergeFailed: (state) => {
      state.mergeFailed = true
    },
    /** This tab has changed the cart of the buyer with this id on the server; a listener informs the other tabs. */
    serverCartChanged: (_state, _action: PayloadAction<string>) => {},
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

export const { localCartRead, localCartChanged, changeStarted, changeEnded, mergeFailed, serverCartChanged } =
  cartSlice.actions

/** The store's `cart` part. */
export const cartReducer = cartSlice.reducer
