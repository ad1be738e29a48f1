/** Status names and descriptions on the older routes. Source: notifications §14.6. */
import type { ProcessingStatus } from '../constraints/older-replies.ts'
import type { EntryStatus, OrderStatus } from '../wire.ts'

type Told = readonly [status: string, description: string]

export const orderTexts: Readonly<Record<OrderStatus, readonly [status: ProcessingStatus['status'], description: string]>> = {
  Order_Registered: ['Registered', 'Order has been registered and is awaiting requested send time before processing.'],
  Order_Processing: ['Processing', 'Order processing is ongoing. Notifications are being generated.'],
  Order_Processed: ['Completed', 'Order processing is done. Notifications have been successfully generated.'],
  Order_Completed: ['Completed', 'Order processing is completed. All notifications have a final status.'],
  Order_SendConditionNotMet: ['SendConditionNotMet', 'Order processing was stopped due to send condition not being met.'],
  Order_Cancelled: ['Cancelled', 'Order processing was stopped due to order being cancelled.'],
}

const smsFailed: Told = ['Failed', 'The SMS was not delivered due to an unspecified failure.']
const emailFailed: Told = ['Failed', 'The email was not sent due to an unspecified failure.']

/** On the older routes, an expired message is a failure without a reason. */
export const messageTexts: Readonly<Record<EntryStatus, Told>> = {
  SMS_New: ['New', 'The SMS has been created, but has not been picked up for processing yet.'],
  SMS_Sending: ['Sending', 'The SMS is being processed and will be attempted sent shortly.'],
  SMS_Accepted: ['Accepted', 'The SMS has been accepted by the gateway service and will be sent shortly.'],
  SMS_Delivered: ['Delivered', 'The SMS was successfully delivered to its destination.'],
  SMS_Failed: smsFailed,
  SMS_Failed_InvalidRecipient: ['Failed_InvalidRecipient', "The SMS was not delivered because the recipient's mobile number was invalid."],
  SMS_Failed_RecipientReserved: [
    'Failed_RecipientReserved',
    'The SMS was not sent because the recipient has reserved themselves from electronic communication.',
  ],
  SMS_Failed_RecipientNotIdentified: [
    'Failed_RecipientNotIdentified',
    "The SMS was not delivered because the recipient's mobile number was not found.",
  ],
  SMS_Failed_BarredReceiver: [
    'Failed_BarredReceiver',
    "The SMS was not delivered because the recipient's number is barred, blocked or not in use.",
  ],
  SMS_Failed_Deleted: ['Failed_Deleted', 'The SMS was not delivered because the message has been deleted.'],
  SMS_Failed_Expired: ['Failed_Expired', 'The SMS was not delivered because it has expired.'],
  SMS_Failed_Undelivered: ['Failed_Undelivered', 'The SMS was not delivered due to invalid number or no available route to destination.'],
  SMS_Failed_Rejected: ['Failed_Rejected', 'The SMS was not delivered because it was rejected.'],
  SMS_Failed_TTL: smsFailed,
  Email_New: ['New', 'The email has been created, but has not been picked up for processing yet.'],
  Email_Sending: ['Sending', 'The email is being processed and will be attempted sent shortly.'],
  Email_Succeeded: ['Succeeded', 'The email has been accepted by the third party email service and will be sent shortly.'],
  Email_Delivered: [
    'Delivered',
    'The email was delivered to the recipient. No errors reported, making it likely it was received by the recipient.',
  ],
  Email_Failed: emailFailed,
  Email_Failed_RecipientReserved: [
    'Failed_RecipientReserved',
    'The email was not sent because the recipient has reserved themselves from electronic communication.',
  ],
  Email_Failed_RecipientNotIdentified: [
    'Failed_RecipientNotIdentified',
    "The email was not sent because the recipient's email address was not found.",
  ],
  Email_Failed_InvalidFormat: [
    'Failed_InvalidEmailFormat',
    'The email was not sent because the recipient’s email address is in an invalid format.',
  ],
  Email_Failed_SuppressedRecipient: [
    'Failed_SupressedRecipient',
    'The email was not sent because the recipient’s email address is suppressed by the third party email service.',
  ],
  Email_Failed_TransientError: [
    'Failed_TransientError',
    'The email was not sent due to a transient error. We will retry sending the email.',
  ],
  Email_Failed_Bounced: [
    'Failed_Bounced',
    'The email hard bounced, which may have happened because the email address does not exist or the domain is invalid.',
  ],
  Email_Failed_FilteredSpam: [
    'Failed_FilteredSpam',
    'The email was was identified as spam, and was rejected or blocked (not quarantined).',
  ],
  Email_Failed_Quarantined: ['Failed_Quarantined', 'The email was quarantined (as spam, bulk mail, or phising).'],
  Email_Failed_TTL: emailFailed,
  Email_Failed_InvalidSasUrl: ['Failed_InvalidSasUrl', 'The email was not sent because an attachment could not be fetched.'],
  Email_Failed_PayloadTooLarge: ['Failed_PayloadTooLarge', 'The email was not sent because it is too large.'],
}

/** Message statuses that count as sent. */
export const succeeded: ReadonlySet<EntryStatus> = new Set<EntryStatus>([
  'SMS_Accepted',
  'SMS_Delivered',
  'Email_Succeeded',
  'Email_Delivered',
])
