import { defineMessages } from '../kernel/define-messages.ts'
import { MAX_FOOTER_LINES } from './settings-constants.ts'

export const mailSettingsMessages = defineMessages(
  'mailSettings',
  {
    title: 'Emails',
    failed: "We couldn't load the settings of emails.",
    saved: 'Saved',
    saveFailed: "We couldn't save this. Please try again.",
    save: 'Save',

    textsHeading: 'Sender and footer',
    senderName: 'Sender name',
    senderHint: 'What buyers see as the sender. Leave it blank for the name of the marketplace.',
    senderSet: 'MAIL_FROM is set on the server: {sender}',
    nameInvisible: 'Please enter a visible name, or nothing.',
    replyTo: 'Reply to',
    replyToHint: 'Where answers go. Leave it blank for the sender.',
    footer: 'Footer',
    footerHint: 'Below each email, such as your legal name and address.',
    footerInvisible: 'Please use visible characters only.',
    footerTooLong: 'Please use at most {lines} lines.',

    serverHeading: 'Mail server',
    serverText: 'The SMTP server that your provider names. The password is stored encrypted and never shown again.',
    byEnvironment: 'SMTP_URL is set on the server. It takes precedence, so no server can be set here.',
    none: 'No emails are sent. They stay in the outbox, which the operator can read, and are not sent later.',
    savedAt: 'Saved on {at}',
    unreadable: 'What was saved cannot be decrypted with the current keys. Please enter it again.',
    host: 'Server',
    hostMalformed: 'Please enter a name like mail.example.com.',
    port: 'Port',
    portMalformed: 'Please enter a number from 1 to 65535.',
    encryption: 'Encryption',
    encryptions: { tls: 'TLS (port 465)', starttls: 'STARTTLS (port 587)', none: 'None' },
    user: 'User',
    password: 'Password',
    passwordAgain: 'Please enter the password again, because the connection or the user has changed.',
    passwordKept: 'Leave it blank to keep the stored one.',
    senderAddress: 'Sender address',
    senderAddressHint: 'Your provider must accept it.',
    remove: 'Remove',
    removeQuestion: 'Remove the mail server?',
    removeText: 'Emails are then no longer sent. They stay in the outbox.',
    removed: 'Mail server removed',

    testHeading: 'Test',
    test: 'Send me a test email',
    testFailed: "We couldn't send the test email: {reason}",
    accepted: 'The server accepted the email to {to}. Check your mailbox.',
    outcomes: {
      refused: 'The server refused the email.',
      login_refused: 'The server refused the user or the password.',
      tls_failed: 'The encrypted connection failed.',
      no_answer: 'The server did not answer.',
    },
    line: 'It said: {line}',
    /** For an error of the network. */
    fault: 'Error: {line}',
  },
  { lines: MAX_FOOTER_LINES },
)

/** The mail that an admin sends to try the mail server. */
export const testMail = defineMessages('testMail', {
  subject: 'Test email',
  lead: 'This email was sent to test the mail server. It works.',
})
