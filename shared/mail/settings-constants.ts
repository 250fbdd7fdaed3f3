export const MAX_SENDER_NAME_LENGTH = 60
export const MAX_FOOTER_LENGTH = 500
export const MAX_FOOTER_LINES = 10
export const MAX_HOST_LENGTH = 253
export const MAX_MAIL_PASSWORD_LENGTH = 500

/** From the first byte on, after `STARTTLS`, or not at all, for servers on the same machine. */
export const MAIL_ENCRYPTIONS = ['tls', 'starttls', 'none'] as const
