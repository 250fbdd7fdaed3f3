/** The limit of connections to the embedded database, for all processes together. */
export const MAX_CONNECTIONS = 300
