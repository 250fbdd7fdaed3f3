/** Limits the connections of all processes to the embedded database. */
export const MAX_CONNECTIONS = 300
