/** How many connections the embedded database gives, to all processes together. */
export const MAX_CONNECTIONS = 300
