/** The keywords of texts, for which the name and the number of a recipient stand. Source: notifications §10.5. */
import type { EmailSettings, SmsSettings } from '../rules/order.ts'
import type { Channel, Texts } from './shipment.ts'

const keywords = /\$recipient(Name|Number)\$/g

interface Templates {
  readonly emailSettings?: EmailSettings | null | undefined
  readonly smsSettings?: SmsSettings | null | undefined
}

/** Whether a text has a keyword. */
export const hasKeywords = ({ emailSettings: email, smsSettings: sms }: Templates): boolean =>
  [email?.subject, email?.body, sms?.body].some((text) => text !== undefined && text.search(keywords) >= 0)

export function replaceKeywords(
  { emailSettings, smsSettings }: Templates,
  values: { readonly name: string; readonly number: string },
): Texts {
  // In one pass, because a name may look like a keyword.
  const replaced = (text: string) => text.replace(keywords, (_, which: string) => (which === 'Name' ? values.name : values.number))
  return {
    Email: emailSettings ? { subject: replaced(emailSettings.subject), body: replaced(emailSettings.body) } : undefined,
    SMS: smsSettings ? { body: replaced(smsSettings.body) } : undefined,
  } satisfies Record<Channel, unknown>
}
